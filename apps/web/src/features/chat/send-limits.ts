import type { ErrorBody } from '@sangwian/contract/endpoint';

/** The times at which the member can send again, by this device's clock. */
export interface SendLimits {
  /** The end of the slow-mode wait. */
  readonly nextSendAtMs: number;
  /** The end of a moderator's time-out; 0 without one. */
  readonly timedOutUntilMs: number;
}

/** The default wait of slow mode in seconds. The chat mentions only a longer wait. */
export const DEFAULT_SLOW_MODE_S = 3;

/** Returns the seconds to wait from a refusal's `details`; 0 if there are none. */
export function retryAfterS(error: ErrorBody): number {
  const value = error.details?.find(({ path }) => path === 'retry_after_s')?.message;
  const seconds = Number(value);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}

/** Returns the limits after a refused message. */
export function limitsAfterRefusal(
  limits: SendLimits,
  error: ErrorBody,
  nowMs: number,
): SendLimits {
  const retryAtMs = nowMs + retryAfterS(error) * 1000;
  if (error.status === 'chat_timed_out') return { ...limits, timedOutUntilMs: retryAtMs };
  return error.status === 'chat_slow_mode' ? { ...limits, nextSendAtMs: retryAtMs } : limits;
}

/** Returns the whole seconds until `atMs`, at least 0. */
export const secondsTo = (atMs: number, nowMs: number): number =>
  Math.max(0, Math.ceil((atMs - nowMs) / 1000));

/** Formats a remaining time as 9:58 or 1:02:03. */
export function formatLeft(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return hours > 0
    ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}
