import { z } from 'zod';
import type { ErrorCode } from './errors/codes.ts';
import { LIMITS } from './limits.ts';
import type { Permission } from './permissions.ts';

/**
 * Allowed callers: a browser with the app key, the operator console or an operator's program, a partner or provider with
 * its signature, our own processes, anyone.
 */
export type Caller = 'browser' | 'operator' | 'partner' | 'provider' | 'internal' | 'public';

/**
 * How long a shared cache may keep a public response, and how long it may serve a stale response while it revalidates.
 */
export interface PublicCache {
  readonly maxAgeS: number;
  readonly staleS: number;
}

/** `visitor` endpoints need no token, `member` endpoints need the bearer's. */
interface FanAccess {
  readonly caller: Caller;
  readonly identity: 'visitor' | 'member';
  readonly permission?: never;
  readonly sensitive?: never;
}

/** `staff` endpoints need a staff account whose role has the permission. */
interface StaffAccess {
  readonly caller: 'operator';
  readonly identity: 'staff';
  readonly permission: Permission;
  /** The second factor must have been given within `LIMITS.staffProofMinutesMax`. */
  readonly sensitive?: true;
}

interface EndpointShape {
  readonly summary: string;
  readonly tag: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** Maximum size of the body; default: `LIMITS.bodyBytesMax`. */
  readonly bodyBytesMax?: number;
  /** The body is the raw bytes of a file of one of these content types. */
  readonly upload?: { readonly types: readonly string[]; readonly bytesMax: number };
  /** The schema of `data` in the success body `{ data }`. */
  readonly data: z.ZodType;
  /** Whether the endpoint is a list: it returns `{ data: item[], next_cursor }` and accepts `limit` and `cursor`. */
  readonly list?: boolean;
  /** Whether the response is a file instead of JSON. Its text is `data`, a string. */
  readonly file?: { readonly type: string; readonly name: string };
  readonly status?: 200 | 201;
  /**
   * Whether the request moves money and requires an `Idempotency-Key` header (UUID). One key has one effect,
   * permanently.
   */
  readonly idempotent?: true;
  /** Whether the bearer is a purchase token instead of an access token. */
  readonly bearer?: 'purchase';
  /** Errors of this endpoint besides `COMMON_ERRORS`. */
  readonly errors: readonly ErrorCode[];
  /** Set if the response is the same for all callers; otherwise the response is `no-store`. */
  readonly cache?: PublicCache;
  /**
   * Allows compression of a member's own response. Such a response is long and contains neither secrets nor text of
   * other members, so its compressed length reveals nothing (BREACH). Public responses are always compressed.
   */
  readonly compress?: true;
}

/** One endpoint. An endpoint for staff that names no permission does not compile. */
export type Endpoint = EndpointShape & (FanAccess | StaffAccess);

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type EndpointKey = `${Method} /${string}`;

/** Errors of every request. */
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

/** Additional errors of every request with a token. */
export const MEMBER_ERRORS = [
  'token_invalid',
  'token_missing',
  'member_banned',
  'member_suspended',
  'member_closed',
] as const satisfies readonly ErrorCode[];

/** Additional errors of every request by staff. */
export const STAFF_ERRORS = [
  'staff_sign_in_needed',
  'staff_permission_missing',
  'staff_proof_needed',
  'csrf_token_invalid',
] as const satisfies readonly ErrorCode[];

/** Additional errors of every request with an `Idempotency-Key`. */
export const IDEMPOTENCY_ERRORS = [
  'idempotency_key_invalid',
  'idempotency_conflict',
  'idempotency_in_progress',
  'idempotency_expired',
] as const satisfies readonly ErrorCode[];

/** Preserves the literal types of a table of endpoints. */
export const endpoints = <const Table extends Record<EndpointKey, Endpoint>>(table: Table): Table =>
  table;

/** `?limit=` (1–100, default 20) and `?cursor=` of every list. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(LIMITS.listMax).default(LIMITS.listDefault),
  cursor: z.string().max(LIMITS.cursorCharsMax).optional(),
};

/** A time in a request, as RFC 3339 in UTC. Its maximum length limits the fraction of a second. */
export const requestTime = z.iso.datetime().max(LIMITS.timeCharsMax);

/** Query flags are `1` or absent, never a JSON boolean. */
export const flag = z.enum(['0', '1']).transform((value) => value === '1');

/**
 * Requests results of lives that can be watched as replays. Without the flag, the response omits these results, the
 * times at which bouts and lives ended, and all values derived from them (decision 110).
 */
export const resultsQuery = { show_results: flag.optional() };

export const ErrorBody = z.object({
  status: z.string(),
  message: z.string(),
  request_id: z.string(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
