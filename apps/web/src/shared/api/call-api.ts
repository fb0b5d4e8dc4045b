import type { Operation, RequestOf, ResponseOf } from '@sangwian/contract/contract';
import { buildUrl, type RequestParts } from '@sangwian/contract/rules/build-url';
import { failLoading } from '../loading-bar.ts';
import { readStored } from '../storage/local-storage.ts';
import { type ApiError, ConnectionError, toApiError } from './api-error.ts';
import type { CallOptions } from './call-context.ts';

const TIMEOUT_MS = 30_000;

/** The request that led to an error response. */
export interface RefusedRequest {
  readonly url: string;
  readonly sentToken: string | null;
  /** Whether the request ends a session. */
  readonly farewell: boolean;
  /** Whether the stored token was sent, but was removed or replaced before the response. */
  readonly isOfEndedSession: boolean;
}

/** Called for every error response, before the call rejects. */
export type ErrorListener = (error: ApiError, request: RefusedRequest) => void;

let appKey = '';
let onErrorResponse: ErrorListener = () => {};

/** Called once by the entry with the page's app key and the listener for error responses. */
export function configureApi(key: string, listener: ErrorListener): void {
  appKey = key;
  onErrorResponse = listener;
}

/** Returns the bearer token. For the purchase endpoint this is the Purchase token, if there is one. */
function tokenFor(path: string): string | null {
  const purchase = path.includes('external/member/purchase') ? readStored('PURCHASE_TOKEN') : null;
  return purchase || readStored('access_token') || null;
}

/** Creates a signal that aborts with the caller's signal or after 30 s. Safari 15 lacks `AbortSignal.any`. */
function deadline(outer: AbortSignal | undefined) {
  const controller = new AbortController();
  let expired = false;
  const timer = setTimeout(() => {
    expired = true;
    controller.abort();
  }, TIMEOUT_MS);
  const abort = () => controller.abort();
  if (outer?.aborted) abort();
  outer?.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    timedOut: () => expired,
    release: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', abort);
    },
  };
}

/** Returns the body of a request: a file unchanged, any other value as JSON. */
function contentOf(
  body: unknown,
  upload: Blob | undefined,
): { type: string; body: Blob | string } | null {
  if (upload !== undefined) return { type: upload.type, body: upload };
  return body === undefined ? null : { type: 'application/json', body: JSON.stringify(body) };
}

/**
 * Calls an operation of the contract, such as `callApi('GET /live', { query: {} })`, with the app key and the bearer
 * token from local storage.
 *
 * @returns the success body, `{ data }` (a list with `next_cursor`)
 * @throws {ApiError} on every error response; toast, storage and sign-out are already handled
 * @throws {ConnectionError} without a network, and after 30 s
 * @throws {DOMException} `AbortError` if `options.signal` was aborted
 */
export async function callApi<Op extends Operation>(
  operation: Op,
  request: RequestOf<Op>,
  options: CallOptions = {},
): Promise<ResponseOf<Op>> {
  const { upload, idempotencyKey } = request as RequestParts;
  const { method, url, body } = buildUrl(operation, request as RequestParts);
  const content = contentOf(body, upload);
  const token = options.bearer === undefined ? tokenFor(url) : options.bearer;
  const { signal, timedOut, release } = deadline(options.signal);
  let response: Response;
  let answer: unknown;
  try {
    const headers = {
      'x-app-key': appKey,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(content === null ? {} : { 'content-type': content.type }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    };
    response = options.onProgress
      ? await (await import('./send-with-progress.ts')).sendWithProgress(url, {
          method,
          headers,
          body: content?.body ?? null,
          signal,
          onProgress: options.onProgress,
        })
      : await fetch(url, {
          method,
          headers,
          ...(content === null ? {} : { body: content.body }),
          ...(options.keepalive ? { keepalive: true } : {}),
          ...(options.fresh ? { cache: 'no-cache' } : {}),
          ...(options.noStore ? { cache: 'no-store' } : {}),
          signal,
        });
    answer = await response.json().catch((error: unknown) => {
      if (signal.aborted) throw error;
      return null;
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    // Without a response there is no toast; the loading bar shows the failure.
    failLoading();
    throw new ConnectionError(timedOut(), error);
  } finally {
    release();
  }
  if (response.ok) return answer as ResponseOf<Op>;
  const retryAfterS = Number(response.headers.get('retry-after')) || null;
  const refusal = toApiError(answer, response.status, retryAfterS);
  onErrorResponse(refusal, {
    url,
    sentToken: token,
    farewell: options.farewell === true,
    isOfEndedSession: options.bearer === undefined && token !== null && token !== tokenFor(url),
  });
  throw refusal;
}
