import { formatClock, formatDateTime } from '@sangwian/i18n/format-date';
import type { ApiError } from '../api/api-error.ts';

const HALF_DAY_MS = 12 * 60 * 60 * 1_000;
const MINUTE_MS = 60_000;

/**
 * Returns the code of a refusal. The code of a rate limit contains its end by this device's clock:
 * `rate_limited@1763712000000`. The result is one string, because a form stores one string per error.
 */
export function codeWithEnd({ status, body }: ApiError, now_ms: number): string {
  const left_s = Number(body.details?.find(({ path }) => path === 'retry_after_s')?.message);
  return left_s > 0 ? `${status}@${now_ms + left_s * 1_000}` : status;
}

/** Parses the result of `codeWithEnd`. */
export function readCode(code: string): {
  readonly status: string;
  readonly ends_ms: number | null;
} {
  const [status = '', end] = code.split('@');
  return { status, ends_ms: end === undefined ? null : Number(end) };
}

/**
 * Formats the end of a rate limit, rounded up to the minute. Includes the date if the end is more than half a day away.
 */
export const formatLockEnd = (ends_ms: number, now_ms: number): string =>
  ends_ms - now_ms > HALF_DAY_MS
    ? formatDateTime(ends_ms)
    : formatClock(Math.ceil(ends_ms / MINUTE_MS) * MINUTE_MS);
