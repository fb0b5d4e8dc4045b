import { isErrorCode } from '@sangwian/contract/errors/codes';
import type { FuzzCall } from './api-calls.ts';
import type { FuzzAnswer } from './send-call.ts';

/** A fuzzed API runs without carriers, providers and media process, so these errors are expected. */
const OUTSIDE: readonly string[] = [
  'otp_connection',
  'provider_failed',
  'link_failed',
  'media_unreachable',
];
/** Shows operators the last error of each background task, such as an unreachable media process. */
const HEALTH = '/api/v1/operator/health';
/** Fragments of stack traces, SQL and paths, which no response may contain. */
const INTERNALS =
  /\n\s+at \S+ ?\(?\S+:\d+:\d+|node_modules|\/services\/(api|media)\/src|node:internal|\b(select|insert into|update) [\w".]+ (from|set|\()|ECONNREFUSED|PostgresError/i;

function bodyOf(text: string): { readonly status?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

function faultOfStatus({ method }: FuzzCall, answer: FuzzAnswer): string | null {
  const { status, type, text } = answer;
  if (status < 400 || method === 'HEAD' || !type.includes('json'))
    return status >= 500 ? `status ${status}` : null;
  const code = bodyOf(text)?.status;
  if (status >= 500 && !OUTSIDE.includes(String(code))) return `status ${status} ${code}`;
  return typeof code === 'string' && isErrorCode(code) ? null : `unknown error ${String(code)}`;
}

/**
 * Returns the fault of a response; `null` if there is none.
 * @param secrets texts of one member that no other caller may receive
 * @param mayKnow whether the caller is that member or staff
 */
export function judge(
  call: FuzzCall,
  answer: FuzzAnswer,
  secrets: readonly string[],
  mayKnow: boolean,
): string | null {
  if (answer.isHung) return 'no answer';
  if (answer.status === 0) {
    // The server may close a connection if the request is not valid HTTP, or if it refuses to read the body.
    return call.delivery === 'whole' && call.body === null ? 'connection closed' : null;
  }
  const fault = faultOfStatus(call, answer);
  if (fault !== null) return fault;
  const sent = `${call.path}${call.body?.toString('utf8') ?? ''}`;
  const internals = INTERNALS.exec(answer.text)?.[0];
  const isShown = internals === 'ECONNREFUSED' && call.path.startsWith(HEALTH);
  if (internals !== undefined && !isShown && !sent.includes(internals)) {
    return `internals: ${internals}`;
  }
  if (mayKnow) return null;
  const secret = secrets.find((text) => answer.text.includes(text) && !sent.includes(text));
  return secret === undefined ? null : `data of another member: ${secret}`;
}
