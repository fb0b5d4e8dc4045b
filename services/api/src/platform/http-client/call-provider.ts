import type { z } from 'zod';
import { readBounded } from './read-bounded.ts';

/** Timeout of one provider call. A request to the API may take 30 s and may call a provider several times. */
const ANSWER_MS_MAX = 10_000;
const ANSWER_BYTES_MAX = 2 * 1024 * 1024;
/** Maximum length of the provider's response in logs. */
const LOGGED_BYTES_MAX = 300;
/** Statuses that do not judge the request itself: timeouts, rate limits, conflicts, or invalid credentials of ours. */
const INCONCLUSIVE_STATUSES = new Set([401, 403, 408, 409, 425, 429]);

/** The provider gave no conclusive response: the request may or may not have been executed. */
export class ProviderInconclusiveError extends Error {
  override name = 'ProviderInconclusiveError';
  /** HTTP status; `null` without a response. */
  readonly status: number | null;

  constructor(message: string, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.status = status ?? null;
  }
}

/** The provider definitely did not execute the request. */
export class ProviderRefusalError extends Error {
  override name = 'ProviderRefusalError';
  readonly status: number;
  /** The provider's error body, parsed from JSON. */
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`the provider refused with ${status}`);
    this.status = status;
    this.body = body;
  }
}

interface ProviderCall {
  readonly method?: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams;
  /** Aborts the call before the timeout of this module. */
  readonly signal: AbortSignal;
}

async function exchange(
  call: ProviderCall,
  redirect: 'error' | 'follow',
): Promise<{ status: number; bytes: Buffer }> {
  const { method = 'GET', url, headers = {}, body, signal } = call;
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect,
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS_MAX)]),
    });
    return { status: response.status, bytes: await readBounded(response, ANSWER_BYTES_MAX) };
  } catch (cause) {
    throw new ProviderInconclusiveError('the provider did not answer', { cause });
  }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Throws if the status is not a success. */
function checkStatus(status: number, bytes: Buffer): void {
  if (status < 300) return;
  if (status >= 400 && status < 500 && !INCONCLUSIVE_STATUSES.has(status)) {
    throw new ProviderRefusalError(status, parseJson(bytes));
  }
  const excerpt = bytes.toString('utf8', 0, LOGGED_BYTES_MAX);
  throw new ProviderInconclusiveError(`the provider answered ${status}: ${excerpt}`, { status });
}

/**
 * Calls a provider over HTTP and parses its JSON with a schema.
 *
 * @throws {ProviderRefusalError} if the provider definitely did not execute the request
 * @throws {ProviderInconclusiveError} if the outcome is unknown: a timeout, a server error or an unexpected response
 */
export async function callProvider<Schema extends z.ZodType>(
  call: ProviderCall,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { status, bytes } = await exchange(call, 'error');
  checkStatus(status, bytes);
  const parsed = schema.safeParse(parseJson(bytes));
  if (parsed.success) return parsed.data;
  throw new ProviderInconclusiveError('the provider’s answer cannot be read', {
    cause: parsed.error,
  });
}

/**
 * Fetches a file of a provider. Do not send secrets, because the call follows redirects to other hosts.
 *
 * @throws {ProviderRefusalError} and {ProviderInconclusiveError} as `callProvider` does
 */
export async function fetchFromProvider(call: ProviderCall): Promise<Buffer> {
  const { status, bytes } = await exchange(call, 'follow');
  checkStatus(status, bytes);
  return bytes;
}
