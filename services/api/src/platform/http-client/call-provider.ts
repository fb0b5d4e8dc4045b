import type { z } from 'zod';

/** A payer waits for an answer, and a whole call of ours has 30 s, in which a provider may be asked several times. */
const ANSWER_MS_MAX = 10_000;
const ANSWER_BYTES_MAX = 2 * 1024 * 1024;
/** Of what the provider said, what the log shows. */
const SAID_BYTES_MAX = 300;
/** Refusals that say nothing about what was asked: too early, too often, at the same time, or with keys of ours that are wrong. */
const NOT_ABOUT_THE_CALL = new Set([401, 403, 408, 409, 425, 429]);

/** No answer that says anything: what was asked may have happened or not. */
export class ProviderAwayError extends Error {
  override name = 'ProviderAwayError';
  /** `null` where nothing came. */
  readonly status: number | null;

  constructor(message: string, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.status = status ?? null;
  }
}

/** The provider definitely does not do what was asked. */
export class ProviderRefusalError extends Error {
  override name = 'ProviderRefusalError';
  readonly status: number;
  /** What was wrong, in the provider's own JSON. */
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
  /** Ends earlier than the provider's own time. */
  readonly signal: AbortSignal;
}

/** Reads an answer that may be endless. */
async function readBounded(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_BYTES_MAX) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
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
    return { status: response.status, bytes: await readBounded(response) };
  } catch (cause) {
    throw new ProviderAwayError('the provider did not answer', { cause });
  }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Throws of an answer that is no success. */
function checkStatus(status: number, bytes: Buffer): void {
  if (status < 300) return;
  if (status >= 400 && status < 500 && !NOT_ABOUT_THE_CALL.has(status)) {
    throw new ProviderRefusalError(status, parseJson(bytes));
  }
  const said = bytes.toString('utf8', 0, SAID_BYTES_MAX);
  throw new ProviderAwayError(`the provider answered ${status}: ${said}`, { status });
}

/**
 * Asks a provider over HTTP for JSON of a shape. What else it says is ignored.
 *
 * @throws {ProviderRefusalError} where it definitely does not do it
 * @throws {ProviderAwayError} where nobody knows: no answer in time, a failure of its own, an answer of another shape
 */
export async function callProvider<Schema extends z.ZodType>(
  call: ProviderCall,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { status, bytes } = await exchange(call, 'error');
  checkStatus(status, bytes);
  const parsed = schema.safeParse(parseJson(bytes));
  if (parsed.success) return parsed.data;
  throw new ProviderAwayError('the provider’s answer cannot be read', { cause: parsed.error });
}

/**
 * Fetches a file of a provider, which may lie elsewhere. Send no secret with it.
 *
 * @throws {ProviderRefusalError} @throws {ProviderAwayError} as above
 */
export async function fetchFromProvider(call: ProviderCall): Promise<Buffer> {
  const { status, bytes } = await exchange(call, 'follow');
  checkStatus(status, bytes);
  return bytes;
}
