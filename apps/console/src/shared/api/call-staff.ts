import type { Operation, RequestOf, ResponseOf } from '@sangwian/contract/contract';
import { buildUrl, type RequestParts } from '@sangwian/contract/rules/build-url';
import { connectionStore } from '../live/connection.ts';
import { sessionStore } from '../session/session-store.ts';
import { isIdle } from './activity.ts';
import {
  ApiError,
  ConnectionError,
  isCode,
  ProofRefusedError,
  WritesLockedError,
} from './api-error.ts';

const TIMEOUT_MS = 30_000;

/** The operations of the console. */
export type StaffOperation = Extract<Operation, `${string} /operator/${string}`>;

/** Asks for the second factor. Resolves to `false` if the operator declines. */
type AskProof = () => Promise<boolean>;
let askProof: AskProof = async () => false;

/** Registers the dialog. The shell, which owns the dialog, calls it once. */
export function setAskProof(ask: AskProof): void {
  askProof = ask;
}

/** Sends one request. @throws {ApiError} @throws {ConnectionError} */
async function send(operation: string, parts: RequestParts, outer?: AbortSignal): Promise<unknown> {
  const { method, url, body } = buildUrl(operation, parts);
  const csrfToken = sessionStore.get().me?.csrf_token;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const controller = new AbortController();
  const abort = () => controller.abort();
  // Safari 15 lacks `AbortSignal.any`.
  timeout.addEventListener('abort', abort);
  outer?.addEventListener('abort', abort);
  const headers = {
    ...(method === 'GET' || !csrfToken ? {} : { 'x-csrf-token': csrfToken }),
    ...(isIdle() ? { 'x-operator-idle': '1' } : {}),
    ...(parts.idempotencyKey === undefined ? {} : { 'idempotency-key': parts.idempotencyKey }),
  };
  const content =
    parts.upload === undefined
      ? body === undefined
        ? {}
        : {
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }
      : { headers: { ...headers, 'content-type': parts.upload.type }, body: parts.upload };
  try {
    const response = await fetch(url, { method, headers, ...content, signal: controller.signal });
    const type = response.headers.get('content-type') ?? '';
    const answer = type.startsWith('application/json')
      ? await response.json().catch(() => null)
      : { data: await response.text() };
    if (response.ok) return answer;
    throw new ApiError(answer, response.status, response.headers.get('x-request-id') ?? '');
  } catch (error) {
    if (error instanceof ApiError || outer?.aborted) throw error;
    throw new ConnectionError('The server did not answer', { cause: error });
  } finally {
    timeout.removeEventListener('abort', abort);
    outer?.removeEventListener('abort', abort);
  }
}

/** Sends a request. If the API requires the second factor, asks for it and sends the request again. */
async function sendWithProof(operation: string, parts: RequestParts, signal?: AbortSignal) {
  try {
    return await send(operation, parts, signal);
  } catch (error) {
    if (!isCode(error, 'staff_proof_needed')) throw error;
    if (!(await askProof())) throw new ProofRefusedError('The second factor was not given');
    return send(operation, parts, signal);
  }
}

/** Operations that are allowed without the live connection: signing in and out, and the second factor. */
const NEVER_LOCKED =
  /^POST \/operator\/(sign-|proof|invitation\/(open|accept|passkey)|setup|passkey\/(sign-in|proof))/;

/**
 * Calls an operation of the console, such as `callStaff('POST /operator/invitation', { body })`, with the session's
 * cookie and CSRF token. If the API asks for the second factor, a dialog asks for it and the call is repeated.
 *
 * @returns the success body, `{ data }` (a list with `next_cursor`)
 * @throws {ApiError} on every error response; a lost session shows the sign-in
 * @throws {ConnectionError} without a response
 * @throws {WritesLockedError} for a write while the live connection is away
 * @throws {ProofRefusedError} if the operator declines to give the second factor
 */
export async function callStaff<Op extends StaffOperation>(
  operation: Op,
  request: RequestOf<Op>,
  signal?: AbortSignal,
): Promise<ResponseOf<Op>> {
  const isWrite = !operation.startsWith('GET ');
  if (isWrite && connectionStore.get().state === 'lost' && !NEVER_LOCKED.test(operation)) {
    throw new WritesLockedError('The live connection is away');
  }
  try {
    return (await sendWithProof(operation, request as RequestParts, signal)) as ResponseOf<Op>;
  } catch (error) {
    if (isCode(error, 'staff_sign_in_needed')) sessionStore.set({ state: 'signed-out', me: null });
    throw error;
  }
}
