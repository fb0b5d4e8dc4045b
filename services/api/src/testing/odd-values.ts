/** A seeded generator of numbers, so that a failure can be reproduced. */
export type Random = () => number;

/** Creates a mulberry32 generator. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const pick = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value;

/** The subset of JSON Schema that our contracts use. */
interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Texts that often cause errors in programs. */
const TEXTS: readonly string[] = [
  ...[
    '',
    ' ',
    'สู้ ๆ',
    '<script>alert(1)</script>',
    "'; drop table chat_message; --",
    '\u0000',
    '\uD800',
  ],
  ...[
    '\u202Eabc',
    '__proto__',
    'constructor',
    'null',
    '👩‍👩‍👧‍👦'.repeat(50),
    '\u0300'.repeat(2_000),
  ],
  ...['https://example.com', 'a'.repeat(9_000), '%s%n', '{"$gt":""}', '../../etc/passwd', 'NaN'],
];
const NUMBERS: readonly number[] = [
  ...[0, -0, -1, 1, 1.5, 3, 200, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, 5e-324],
];

/** Returns a value that the schema accepts. Ids are chosen from existing ones. */
export function validValue(schema: JsonSchema, random: Random, ids: readonly string[]): unknown {
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return validValue(pick(random, options), random, ids);
  if ('const' in schema) return schema.const;
  if (schema.enum !== undefined) return pick(random, schema.enum);
  if (schema.type === 'object') {
    const entries = Object.entries(schema.properties ?? {}).filter(
      ([name]) => schema.required?.includes(name) === true || random() < 0.5,
    );
    return Object.fromEntries(
      entries.map(([name, value]) => [name, validValue(value, random, ids)]),
    );
  }
  if (schema.type === 'integer' || schema.type === 'number') {
    const { minimum = 0, maximum = 1_000 } = schema;
    return Math.floor(minimum + random() * (Math.min(maximum, 1_000) - minimum + 1));
  }
  return schema.format === 'uuid' ? pick(random, ids) : pick(random, TEXTS);
}

function deepValue(random: Random): unknown {
  let value: unknown = pick(random, TEXTS);
  const levels = 1 + Math.floor(random() * 2_000);
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Returns an arbitrary JSON value, or bytes. */
export function oddValue(random: Random): unknown {
  return pick<() => unknown>(random, [
    () => null,
    () => undefined,
    () => random() < 0.5,
    () => pick(random, NUMBERS),
    () => pick(random, TEXTS),
    () => deepValue(random),
    () => Array.from({ length: Math.floor(random() * 500) }, () => pick(random, NUMBERS)),
    () => Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`k${index}`, index])),
    () => Buffer.from(pick(random, TEXTS)),
    () => JSON.parse('{"__proto__":{"ok":true},"constructor":{"prototype":{}}}'),
  ])();
}

/** Returns a value of the schema with one defect: a missing, odd or additional field. */
export function almostValid(schema: JsonSchema, random: Random, ids: readonly string[]): unknown {
  const value = validValue(schema, random, ids);
  if (typeof value !== 'object' || value === null) return oddValue(random);
  const fields = new Map<string, unknown>(Object.entries(value));
  const name = pick(random, [...fields.keys()]);
  if (random() < 0.3) fields.delete(name);
  else if (random() < 0.8) fields.set(name, oddValue(random));
  else fields.set(pick(random, TEXTS), oddValue(random));
  // `fromEntries` makes `__proto__` a field. An assignment would set the object's prototype instead.
  return Object.fromEntries(fields);
}
