import { isComing } from '@sangwian/contract/coming';
import { ENDPOINTS, type Operation } from '@sangwian/contract/contract';
import type { Endpoint } from '@sangwian/contract/endpoint';
import { z } from 'zod';
import { bytesOf, damage, integer, pick, type Random } from './fuzz-random.ts';
import { type JsonSchema, type Known, oddJson, skeletonOf, spoil } from './fuzz-values.ts';

/** A request, ready to be sent. */
export interface FuzzCall {
  readonly what: string;
  readonly caller: string;
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** `cut`: the connection ends within the body. `slow`: the body is sent in small chunks. */
  readonly delivery: 'whole' | 'cut' | 'slow';
}

/** A caller with the headers of its credential. */
export interface FuzzCaller {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface CallWorld {
  readonly appKey: string;
  readonly callers: readonly FuzzCaller[];
  /** Valid values by field name of the contract. The ids belong to the first member. */
  readonly known: Known;
  readonly picture: Buffer;
  /** Idempotency keys that were sent before. */
  readonly sentKeys: string[];
  readonly hasSlowBodies: boolean;
}

interface Target {
  readonly operation: Operation;
  readonly endpoint: Endpoint;
  readonly params: JsonSchema;
  readonly query: JsonSchema | null;
  readonly body: JsonSchema | null;
}

const schemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

export const TARGETS: readonly Target[] = (Object.entries(ENDPOINTS) as [Operation, Endpoint][])
  .filter(([operation]) => !isComing(operation))
  .map(([operation, endpoint]) => ({
    operation,
    endpoint,
    params: endpoint.params === undefined ? {} : schemaOf(endpoint.params),
    query: endpoint.query === undefined ? null : schemaOf(endpoint.query),
    body: endpoint.body === undefined ? null : schemaOf(endpoint.body),
  }));

const CONTENT_TYPES = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'image/png',
  'image/svg+xml',
  'application/octet-stream',
  'x',
];
const ODD_PARTS = [
  '%00',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '%ff%fe',
  '%',
  '%E0%B8%81',
  '..',
  '%27%20or%201%3D1--',
  'undefined',
  '-1',
  '99999999999999999999',
  '__proto__',
  'x'.repeat(3_000),
];
const KEYS_KEPT = 200;

const asText = (value: unknown): string =>
  typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? 'undefined');

function addressOf(target: Target, known: Known, random: Random): string {
  const params = target.params.properties ?? {};
  const path = target.operation.slice(target.operation.indexOf(' ') + 1);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (random() < 0.15) return pick(random, ODD_PARTS);
    const value = name in known ? known[name] : skeletonOf(params[name] ?? {}, known, random);
    return encodeURIComponent(asText(value)).slice(0, 2_000);
  });
  return `/api/v1${filled}${queryOf(target.query, known, random)}`;
}

function queryOf(schema: JsonSchema | null, known: Known, random: Random): string {
  if (schema === null) return random() < 0.03 ? '?__proto__=1&a[b]=c&a=1&a=2' : '';
  const value = skeletonOf(schema, known, random);
  const query = random() < 0.4 ? spoil(value, random) : value;
  if (typeof query !== 'object' || query === null) return '';
  const pairs = Object.entries(query).map(
    ([name, part]) =>
      `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(asText(part)).slice(0, 4_000)}`,
  );
  if (random() < 0.1 && pairs[0] !== undefined) pairs.push(pairs[0]);
  return `?${pairs.join('&').slice(0, 7_000)}`;
}

interface Body {
  readonly type: string;
  readonly bytes: Buffer;
}

function uploadOf({ upload }: Endpoint, { picture }: CallWorld, random: Random): Body {
  const types = upload?.types ?? [];
  const bytes = pick<() => Buffer>(random, [
    () => picture,
    () => damage(random, picture),
    () => damage(random, picture),
    () => bytesOf(random, integer(random, 3_000)),
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    () => Buffer.from('<!doctype html><script>alert(1)</script>'),
    () => Buffer.alloc(0),
    () => Buffer.from(oddJson(random)),
  ])();
  return { type: random() < 0.85 ? pick(random, types) : pick(random, CONTENT_TYPES), bytes };
}

function bodyOf(target: Target, world: CallWorld, random: Random): Body | null {
  if (target.endpoint.upload !== undefined) return uploadOf(target.endpoint, world, random);
  const type = random() < 0.95 ? 'application/json' : pick(random, CONTENT_TYPES);
  if (target.body === null) {
    return random() < 0.05 ? { type, bytes: Buffer.from(oddJson(random)) } : null;
  }
  const chance = random();
  if (chance < 0.02) return null;
  if (chance < 0.08) return { type, bytes: Buffer.from(oddJson(random)) };
  const value = skeletonOf(target.body, world.known, random);
  const text = JSON.stringify(chance < 0.6 ? spoil(value, random) : value) ?? 'undefined';
  const bytes = Buffer.from(text);
  return { type, bytes: chance < 0.1 ? damage(random, bytes) : bytes };
}

function uuidOf(random: Random): string {
  const hex = bytesOf(random, 16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Mostly a new key, sometimes a key that another request has used, sometimes an invalid key. */
function keyOf({ sentKeys }: CallWorld, random: Random): string {
  const chance = random();
  if (chance < 0.25 && sentKeys.length > 0) return pick(random, sentKeys);
  if (chance < 0.3) return pick(random, ['', 'x', '0'.repeat(300), '../..']);
  const key = uuidOf(random);
  sentKeys.push(key);
  if (sentKeys.length > KEYS_KEPT) sentKeys.shift();
  return key;
}

function headersOf(world: CallWorld, caller: FuzzCaller, random: Random): Record<string, string> {
  const isStaff = caller.name.startsWith('staff');
  return {
    ...(random() < 0.98 ? { 'x-app-key': world.appKey } : {}),
    'idempotency-key': keyOf(world, random),
    // Staff always use the same IP address, because a change would end their sessions.
    ...(isStaff
      ? {}
      : { 'x-forwarded-for': `10.${integer(random, 250)}.${integer(random, 250)}.9` }),
    ...(random() < 0.02 ? { 'accept-encoding': 'gzip, br;q=x, *' } : {}),
    ...(random() < 0.02 ? { 'if-none-match': '"x", W/"y"' } : {}),
    ...(random() < 0.01 ? { 'content-encoding': 'gzip' } : {}),
    ...caller.headers,
  };
}

/** Mostly a caller that the endpoint allows, so that requests pass the first check; sometimes any caller. */
function callerOf({ endpoint }: Target, { callers }: CallWorld, random: Random): FuzzCaller {
  const isForStaff = endpoint.identity === 'staff';
  const suitable = callers.filter(({ name }) => name.startsWith('staff') === isForStaff);
  return pick(random, random() < 0.75 ? suitable : callers);
}

/**
 * Returns a request to the API: valid for its endpoint, but mostly with defects, and from any caller. Consecutive
 * numbers give different endpoints.
 */
export function nextCall(world: CallWorld, index: number, random: Random): FuzzCall {
  const target = TARGETS[index % TARGETS.length] as Target;
  const caller = callerOf(target, world, random);
  const body = bodyOf(target, world, random);
  const method = target.operation.slice(0, target.operation.indexOf(' '));
  const isCut = body !== null && body.bytes.length > 1 && random() < 0.01;
  const isSlow = world.hasSlowBodies && random() < 0.001;
  return {
    what: target.operation,
    caller: caller.name,
    method: random() < 0.005 ? pick(random, ['PATCH', 'OPTIONS', 'HEAD', 'TRACE']) : method,
    path: addressOf(target, world.known, random),
    headers: {
      ...headersOf(world, caller, random),
      ...(body === null ? {} : { 'content-type': body.type }),
    },
    body: body?.bytes ?? null,
    delivery: isCut ? 'cut' : isSlow && body !== null ? 'slow' : 'whole',
  };
}
