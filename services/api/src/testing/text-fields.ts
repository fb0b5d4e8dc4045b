import { randomUUID } from 'node:crypto';
import { isComing } from '@sangwian/contract/coming';
import { ENDPOINTS, type Operation } from '@sangwian/contract/contract';
import type { Endpoint } from '@sangwian/contract/endpoint';
import { SOCKET_EVENTS_IN, SocketAuth } from '@sangwian/contract/sockets/event-namespace';
import { z } from 'zod';

/** The subset of JSON Schema that our contracts use. */
interface JsonSchema {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

type Path = readonly (string | number)[];

/** A field of the contract in which a caller sends text. */
export interface TextField {
  readonly path: Path;
  /** The longest text that the schema accepts, in code units; `null` if the text has a format. */
  readonly unitsMax: number | null;
  readonly unitsMin: number;
  readonly pattern: string | null;
}

/** One variant of a request part, with its text fields. */
export interface TextPart {
  /** Name of the request part, such as `'POST /order body'` or `'chat:send'`. */
  readonly name: string;
  readonly part: 'params' | 'query' | 'body' | 'payload';
  readonly fields: readonly TextField[];
  /** Returns a valid value that contains the known values in the fields with these names. */
  sample(known: Readonly<Record<string, unknown>>): unknown;
}

const PARTS = ['params', 'query', 'body'] as const;

const toJsonSchema = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

const optionsOf = (schema: JsonSchema): readonly JsonSchema[] =>
  schema.anyOf ?? schema.oneOf ?? [schema];

/** Yields every text field of a schema. In a URL, numbers are text too. */
function* fieldsOf(schema: JsonSchema, path: Path, isAddress: boolean): Generator<TextField> {
  for (const option of optionsOf(schema)) {
    if (option.properties !== undefined) {
      for (const [name, value] of Object.entries(option.properties)) {
        yield* fieldsOf(value, [...path, name], isAddress);
      }
    } else if (option.items !== undefined) {
      yield* fieldsOf(option.items, [...path, 0], isAddress);
    } else if (option.type === 'null' || option.enum !== undefined || 'const' in option) {
      // The schema allows no other text.
    } else if (option.type === 'string' || isAddress) {
      const { maxLength, minLength = 0, pattern } = option;
      const hasFormat = pattern !== undefined || option.type !== 'string';
      yield {
        path,
        unitsMin: minLength,
        unitsMax: maxLength ?? (hasFormat ? null : Infinity),
        pattern: pattern ?? null,
      };
    }
  }
}

function sampleOf(
  name: string,
  schema: JsonSchema,
  known: Readonly<Record<string, unknown>>,
): unknown {
  if (name in known) return known[name];
  const [option = {}] = optionsOf(schema);
  if (option.enum !== undefined) return option.enum[0];
  if ('const' in option) return option.const;
  if (option.properties !== undefined) {
    const { properties, required = [] } = option;
    return Object.fromEntries(
      required.map((field) => [field, sampleOf(field, properties[field] ?? {}, known)]),
    );
  }
  if (option.items !== undefined) return [sampleOf('', option.items, known)];
  if (option.type === 'boolean') return true;
  if (option.type !== 'string') return Math.max(1, option.minimum ?? 1);
  if (option.format === 'uuid') return randomUUID();
  return 'a'.repeat(Math.min(Math.max(8, option.minLength ?? 0), option.maxLength ?? 8));
}

function* partsOf(name: string, part: TextPart['part'], schema: z.ZodType): Generator<TextPart> {
  const whole = toJsonSchema(schema);
  for (const option of optionsOf(whole)) {
    const fields = [...fieldsOf(option, [], part === 'params' || part === 'query')];
    if (fields.length === 0) continue;
    yield { name, part, fields, sample: (known) => sampleOf('', option, known) };
  }
}

/** Returns all text fields of all endpoints. */
export const ENDPOINT_PARTS: readonly (TextPart & { readonly operation: Operation })[] = (
  Object.entries(ENDPOINTS) as [Operation, Endpoint][]
)
  .filter(([operation]) => !isComing(operation))
  .flatMap(([operation, endpoint]) =>
    PARTS.flatMap((part) => {
      const schema = endpoint[part];
      if (schema === undefined) return [];
      return [...partsOf(`${operation} ${part}`, part, schema)].map((found) => ({
        ...found,
        operation,
      }));
    }),
  );

/** Returns all text fields of all events that a client may send. */
export const EVENT_PARTS: readonly TextPart[] = Object.entries(SOCKET_EVENTS_IN).flatMap(
  ([event, schema]) => [...partsOf(event, 'payload', schema)],
);

/** Returns all text fields of a socket's handshake. */
export const HANDSHAKE_PARTS: readonly TextPart[] = [
  ...partsOf('handshake', 'payload', SocketAuth),
];

/** Returns a copy of `value` with `text` at a path. */
export function withText(value: unknown, [name, ...rest]: Path, text: string): unknown {
  if (name === undefined) return text;
  if (typeof name === 'number')
    return [withText((value as unknown[] | undefined)?.[name], rest, text)];
  const fields = (value ?? {}) as Record<string, unknown>;
  return { ...fields, [name]: withText(fields[name], rest, text) };
}

/** Returns the parts of a request to an endpoint, with a text in one of the fields. */
export function callWith(
  { operation, part }: (typeof ENDPOINT_PARTS)[number],
  path: Path,
  text: string,
  known: Readonly<Record<string, unknown>>,
): { readonly what: string; readonly body?: unknown } {
  const endpoint = ENDPOINTS[operation] as Endpoint;
  const parts: Record<string, unknown> = {};
  for (const name of PARTS) {
    const schema = endpoint[name];
    if (schema !== undefined) parts[name] = sampleOf('', toJsonSchema(schema), known);
  }
  parts[part] = withText(parts[part], path, text);
  const { params = {}, query = {}, body } = parts as Record<string, Record<string, unknown>>;
  const asText = (value: unknown): string => String(value).toWellFormed();
  const address = operation.replace(/\{(\w+)\}/g, (_, param: string) =>
    encodeURIComponent(asText(params[param])),
  );
  const search = new URLSearchParams(
    Object.entries(query).map(([field, value]) => [field, asText(value)]),
  );
  return { what: `${address}?${search}`, ...(body === undefined ? {} : { body }) };
}
