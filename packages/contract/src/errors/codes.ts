/**
 * Every failure that the API can tell of: its code on the wire and its HTTP status.
 * The sentences stand beside it in `en.ts` and `th.ts`; both are typed by this table, so a gap does not compile.
 */
export const ERROR_STATUS = {
  // Requests
  app_key_invalid: 401,
  token_invalid: 401,
  token_missing: 401,
  request_invalid: 400,
  body_malformed: 400,
  body_too_large: 413,
  media_type_unsupported: 415,
  not_found: 404,
  method_not_allowed: 405,
  rate_limited: 429,
  request_timeout: 503,
  unavailable: 503,
  error_occurred: 500,
  idempotency_conflict: 409,
  idempotency_in_progress: 409,
  price_changed: 409,
  forbidden: 403,
  // Account
  member_not_found: 404,
  member_banned: 403,
  member_suspended: 403,
  member_closed: 403,
  member_unavailable: 503,
  // Sign-in
  member_phone_not_found: 401,
  password_invalid: 401,
  // Live and chat
  live_not_found: 404,
  live_not_started: 409,
  live_ended: 409,
  live_unavailable: 409,
  live_locked: 403,
  watch_ejected: 409,
  stream_not_found: 404,
  grant_invalid: 403,
  chat_slow_mode: 429,
  chat_failed: 400,
  chat_too_long: 400,
  chat_members_only: 401,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(ERROR_STATUS, value);
