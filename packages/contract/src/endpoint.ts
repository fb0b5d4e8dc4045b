import { z } from 'zod';
import type { ErrorCode } from './errors/codes.ts';
import { LIMITS } from './limits.ts';

/** Who may call: a browser with the app key, a partner or provider with its own signature, our own processes, anyone. */
export type Caller = 'browser' | 'partner' | 'provider' | 'internal' | 'public';

/** Who stands behind the call: `visitor` needs no token, `member` needs the bearer's. */
export type Identity = 'visitor' | 'member';

/** Seconds a shared cache may keep a public answer, and for how long it may serve it stale meanwhile. */
export interface PublicCache {
  readonly maxAgeS: number;
  readonly staleS: number;
}

export interface Endpoint {
  readonly summary: string;
  readonly tag: string;
  readonly caller: Caller;
  readonly identity: Identity;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** A file instead of a body: its bytes as they are, of one of these content types. */
  readonly upload?: { readonly types: readonly string[]; readonly bytesMax: number };
  /** The schema of `data` in the success body `{ data }`. */
  readonly data: z.ZodType;
  /** A list answers `{ data: item[], next_cursor }` and takes `limit` and `cursor`. */
  readonly list?: boolean;
  /** The answer is a file instead of JSON: its text is `data`, a string. */
  readonly file?: { readonly type: string; readonly name: string };
  readonly status?: 200 | 201;
  /** It moves money, so it needs an `Idempotency-Key` header (UUID): one key has one effect, for ever. */
  readonly idempotent?: true;
  /** The bearer is a purchase token instead of an access token. */
  readonly bearer?: 'purchase';
  /** The errors of this endpoint beyond those that any call can meet (`COMMON_ERRORS`). */
  readonly errors: readonly ErrorCode[];
  /** Set where the answer is the same for everyone; without it the answer is `no-store`. */
  readonly cache?: PublicCache;
  /**
   * The member's own answer may be compressed: it is long, and it holds neither secrets nor text of other members, so
   * that its compressed length reveals nothing (BREACH). Public answers are compressed without it.
   */
  readonly compress?: true;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type EndpointKey = `${Method} /${string}`;

/** What any call can be refused with, whatever it is. */
export const COMMON_ERRORS = [
  'app_key_invalid',
  'request_invalid',
  'body_malformed',
  'body_too_large',
  'media_type_unsupported',
  'rate_limited',
  'request_timeout',
  'unavailable',
  'error_occurred',
] as const satisfies readonly ErrorCode[];

/** What any call with a token can be refused with, beyond the common ones. */
export const MEMBER_ERRORS = [
  'token_invalid',
  'token_missing',
  'member_banned',
  'member_suspended',
  'member_closed',
] as const satisfies readonly ErrorCode[];

/** What a call with an `Idempotency-Key` can be refused with, beyond the common ones. */
export const IDEMPOTENCY_ERRORS = [
  'idempotency_key_invalid',
  'idempotency_conflict',
  'idempotency_in_progress',
  'idempotency_expired',
] as const satisfies readonly ErrorCode[];

/** Keeps the literal types of a table of endpoints. */
export const endpoints = <const Table extends Record<EndpointKey, Endpoint>>(table: Table): Table =>
  table;

/** `?limit=` (1–100, default 20) and `?cursor=` of every list. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(LIMITS.listMax).default(LIMITS.listDefault),
  cursor: z.string().max(LIMITS.cursorCharsMax).optional(),
};

/** Query flags are `1` or absent, never a JSON boolean. */
export const flag = z.enum(['0', '1']).transform((value) => value === '1');

export const ErrorBody = z.object({
  status: z.string(),
  message: z.string(),
  request_id: z.string(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
