import { oddValue } from '@sangwian/api/testing/odd-values';
import { integer, pick, type Random } from './fuzz-random.ts';

/** The parts of JSON Schema that the contract uses. */
export interface JsonSchema {
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export type Known = Readonly<Record<string, unknown>>;

const NOWHERE = '01920000-0000-7000-8000-00000000dead';

function textFor(schema: JsonSchema, random: Random): string {
  if (schema.format === 'uuid') return NOWHERE;
  if (schema.format === 'date-time') return new Date(1.8e12).toISOString();
  if (schema.format === 'date') return '2026-11-28';
  if (schema.format === 'email') return 'fan@sangwian.example';
  if (schema.format === 'uri') return 'https://sangwian.example/';
  const { minLength = 1, maxLength = 40 } = schema;
  return 'ส'.repeat(
    minLength + integer(random, Math.min(maxLength, minLength + 40) - minLength + 1),
  );
}

/** Returns a value that conforms to the schema. Fields with a known name get the known value. */
export function skeletonOf(schema: JsonSchema, known: Known, random: Random): unknown {
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return skeletonOf(pick(random, options), known, random);
  if ('const' in schema) return schema.const;
  if (schema.enum !== undefined) return pick(random, schema.enum);
  if (schema.type === 'object' || schema.properties !== undefined) {
    const { properties = {}, required = [] } = schema;
    const entries = Object.entries(properties).flatMap(([name, value]): [string, unknown][] => {
      if (!required.includes(name) && random() < 0.4) return [];
      const isKnown = name in known && random() < 0.9;
      return [[name, isKnown ? known[name] : skeletonOf(value, known, random)]];
    });
    return Object.fromEntries(entries);
  }
  if (schema.type === 'array') {
    const { items = {} } = schema;
    return Array.from({ length: integer(random, 4) }, () => skeletonOf(items, known, random));
  }
  if (schema.type === 'boolean') return random() < 0.5;
  if (schema.type === 'null') return null;
  if (schema.type === 'integer' || schema.type === 'number') {
    const { minimum = 0, maximum = 1_000 } = schema;
    const top = Math.min(maximum, Math.max(minimum, 0) + 1_000);
    return Math.floor(minimum + random() * (top - minimum + 1));
  }
  return textFor(schema, random);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names that reach an object's prototype in careless code. */
const PROTOTYPE_NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];

/** Returns the value with one to three defects at any depth. */
export function spoil(value: unknown, random: Random): unknown {
  if (Array.isArray(value) && value.length > 0 && random() < 0.7) {
    const copy: unknown[] = [...value];
    const at = integer(random, copy.length);
    copy[at] = spoil(copy[at], random);
    return random() < 0.1 ? Array.from({ length: 2_000 }, () => copy[at]) : copy;
  }
  if (!isObject(value) || Object.keys(value).length === 0) return oddValue(random);
  // `fromEntries` creates `__proto__` as an ordinary field.
  const fields = new Map<string, unknown>(Object.entries(value));
  const defects = 1 + integer(random, 3);
  for (let defect = 0; defect < defects; defect += 1) {
    const name = pick(random, [...fields.keys()]);
    const chance = random();
    if (chance < 0.15) fields.delete(name);
    else if (chance < 0.3) fields.set(pick(random, PROTOTYPE_NAMES), oddValue(random));
    else if (chance < 0.65) fields.set(name, oddValue(random));
    else fields.set(name, spoil(fields.get(name), random));
    if (fields.size === 0) break;
  }
  return Object.fromEntries(fields);
}

/** JSON texts that `JSON.stringify` never produces. */
const ODD_JSON: readonly ((random: Random) => string)[] = [
  () => '',
  () => '{',
  () => '[',
  () => '{"a":1}}',
  () => '{"a":1e999,"b":-1e999}',
  () => `{"a":${'9'.repeat(5_000)}}`,
  () => '{"member_id":"a","member_id":"b"}',
  () => '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
  () => '\uFEFF{"a":1}',
  () => '"\\ud800"',
  (random) => '['.repeat(1 + integer(random, 20_000)),
  (random) => '{"a":'.repeat(1 + integer(random, 10_000)),
  (random) => {
    const levels = 1 + integer(random, 20_000);
    return '['.repeat(levels) + ']'.repeat(levels);
  },
];

export const oddJson = (random: Random): string => pick(random, ODD_JSON)(random);
