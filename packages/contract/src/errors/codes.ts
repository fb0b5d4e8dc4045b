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
  phone_not_found: 404,
  phone_invalid: 400,
  phone_exists_log_in: 409,
  phone_exists: 409,
  email_invalid: 400,
  name_invalid: 400,
  birth_date_invalid: 400,
  age_too_young: 403,
  terms_not_agreed: 400,
  picture_invalid: 400,
  session_not_found: 404,
  proof_needed: 403,
  // Sign-in
  member_phone_not_found: 401,
  password_invalid: 401,
  credentials_invalid: 401,
  password_incorrect: 403,
  token_used: 409,
  provider_failed: 502,
  redirect_uri_invalid: 400,
  registration_token_invalid: 410,
  // Password
  password_weak: 400,
  password_common: 400,
  password_mismatch: 400,
  new_password_mismatch: 400,
  old_password_invalid: 400,
  pin_invalid: 400,
  pin_common: 400,
  pin_mismatch: 400,
  pin_incorrect: 403,
  pin_exists: 409,
  pin_missing: 409,
  pin_needs_otp: 403,
  pin_token_invalid: 410,
  // Linking
  link_failed: 502,
  phone_linked_line: 409,
  phone_linked_apple: 409,
  phone_linked: 409,
  line_linked: 409,
  apple_linked: 409,
  link_taken: 409,
  link_last: 409,
  link_missing: 404,
  // One-time passwords
  otp_user_not_found: 404,
  otp_invalid: 400,
  otp_expired: 410,
  otp_unknown: 502,
  otp_connection: 503,
  otp_token_invalid: 410,
  // Partners
  partner_unknown: 401,
  partner_token_invalid: 401,
  purchase_token_invalid: 401,
  handover_invalid: 410,
  target_invalid: 400,
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
