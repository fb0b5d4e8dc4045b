import type { Operation, RequestOf, ResponseOf } from '@sangwian/contract/contract';
import { ApiError } from './api-error.ts';
import { callApi } from './call-api.ts';

/** The four waits between them take two minutes at most. */
const ATTEMPTS_MAX = 5;
/** A server that wants a longer wait is not busy but unavailable: the fan sees the error at once. */
const RETRY_S_MAX = 20;
/** Each wait is up to half as long again, so that a crowd does not come back at one moment. */
const SPREAD = 0.5;

export interface WhileBusyOptions {
  /** Runs before each wait. */
  readonly onBusy: () => void;
  /** Ends the waiting: the fan went elsewhere. */
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

/** How long to wait before the next attempt; `null`: the refusal is final. */
function waitOf(error: unknown, attempt: number): number | null {
  if (!(error instanceof ApiError) || error.httpStatus !== 503) return null;
  const { retryAfterS } = error;
  return attempt < ATTEMPTS_MAX && retryAfterS !== null && retryAfterS <= RETRY_S_MAX
    ? retryAfterS
    : null;
}

/**
 * Calls the API, and again after `Retry-After` while the server is too busy (503). For calls that may be repeated. Each
 * refusal has its toast, like any other.
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
      await pause(waitS * (1 + SPREAD * Math.random()) * 1_000, signal);
    }
  }
}
