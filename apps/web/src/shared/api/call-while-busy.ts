import type { Operation, RequestOf, ResponseOf } from '@sangwian/contract/contract';
import { ApiError } from './api-error.ts';
import { callApi } from './call-api.ts';

/** Five attempts have four delays, which together take at most two minutes. */
const ATTEMPTS_MAX = 5;
/** A longer `Retry-After` means that the server is unavailable, so the fan sees the error at once. */
const RETRY_S_MAX = 20;
/** Each delay is extended by a random part of up to half, so that many browsers do not retry at the same time. */
const JITTER = 0.5;

export interface WhileBusyOptions {
  /** Called before each delay. */
  readonly onBusy: () => void;
  /** The signal that aborts when the fan leaves the page. */
  readonly signal: AbortSignal;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done, failed) => {
    const end = () => {
      clearTimeout(timer);
      failed(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      done();
    }, ms);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

/** Returns the delay before the next attempt; `null` if the refusal is final. */
function waitOf(error: unknown, attempt: number): number | null {
  if (!(error instanceof ApiError) || error.httpStatus !== 503) return null;
  const { retryAfterS } = error;
  return attempt < ATTEMPTS_MAX && retryAfterS !== null && retryAfterS <= RETRY_S_MAX
    ? retryAfterS
    : null;
}

/**
 * Calls the API and retries after `Retry-After` while the server is too busy (503). For idempotent calls. Each refusal
 * shows its toast.
 *
 * @throws as `callApi`
 */
export async function callWhileBusy<Op extends Operation>(
  operation: Op,
  request: RequestOf<Op>,
  { onBusy, signal }: WhileBusyOptions,
): Promise<ResponseOf<Op>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await callApi(operation, request, { signal });
    } catch (error) {
      const waitS = waitOf(error, attempt);
      if (waitS === null) throw error;
      onBusy();
      await pause(waitS * (1 + JITTER * Math.random()) * 1_000, signal);
    }
  }
}
