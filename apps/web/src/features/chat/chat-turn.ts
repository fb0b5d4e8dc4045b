import type { ErrorBody } from '@sangwian/contract/endpoint';

/** When the member may send again, by this machine's clock. */
export interface ChatTurn {
  /** Slow mode: not before. */
  readonly freeAtMs: number;
  /** Sent out by a moderator: not before; 0 where nobody did. */
  readonly outUntilMs: number;
}

/** Slow mode as it is where nothing else was set; only what differs is said. */
export const USUAL_SLOW_S = 3;

/** The seconds that a refusal says it takes yet, of its `details`; 0 where it says none. */
export function retryAfterS(error: ErrorBody): number {
  const said = error.details?.find(({ path }) => path === 'retry_after_s')?.message;
  const seconds = Number(said);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}

/** What a refused line says about the next one. */
export function turnAfterRefusal(turn: ChatTurn, error: ErrorBody, nowMs: number): ChatTurn {
  const againAtMs = nowMs + retryAfterS(error) * 1000;
  if (error.status === 'chat_timed_out') return { ...turn, outUntilMs: againAtMs };
  return error.status === 'chat_slow_mode' ? { ...turn, freeAtMs: againAtMs } : turn;
}

/** Whole seconds until then, none below zero. */
export const secondsTo = (atMs: number, nowMs: number): number =>
  Math.max(0, Math.ceil((atMs - nowMs) / 1000));

/** A time that is left, as 9:58 or 1:02:03. */
export function formatLeft(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return hours > 0
    ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}
