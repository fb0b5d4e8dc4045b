import {
  ENDPOINTS,
  type Operation,
  type RequestOf,
  type ResponseOf,
} from '@sangwian/contract/contract';
import type { Endpoint, ErrorBody } from '@sangwian/contract/endpoint';
import { findSite } from './find-site.ts';

const ANSWER_MS_MAX = 60_000;

/** The operations of the console and of the operators' commands. */
export type StaffOperation = Extract<Operation, `${string} /operator/${string}`>;

/**
 * Calls an operators' endpoint.
 *
 * @throws {RefusedError} @throws {NoAnswerError}
 */
export type CallStaff = <Op extends StaffOperation>(
  operation: Op,
  request: RequestOf<Op>,
) => Promise<ResponseOf<Op>>;

/** A parsed command line. Sends the requests and returns the value to print. */
export type Command = (call: CallStaff) => Promise<unknown>;

/** The API refused a request. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly code: string;

  constructor(operation: StaffOperation, { status, message, details = [] }: ErrorBody) {
    const { permission }: Endpoint = ENDPOINTS[operation];
    const isUnknown = status === 'staff_sign_in_needed';
    const lines = [isUnknown ? 'The access token is unknown or has expired.' : message];
    if (status === 'staff_permission_missing') lines.push(`Permission: ${permission}`);
    super([...lines, ...details.map((item) => `${item.path}: ${item.message}`)].join('\n'));
    this.code = status;
  }
}

/** There was no response. The change may have taken effect. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

interface Parts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly upload?: Blob;
}

/** Sends requests to the site that `findSite` returns. */
export const callStaff: CallStaff = async (operation, request) => {
  const { api, token } = findSite();
  const [method = '', template = ''] = operation.split(' ');
  const { params = {}, query = {}, body, upload } = request as Parts;
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const url = new URL(`${api}${path}`);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const content = upload === undefined ? json : { body: upload };
  const type = upload?.type ?? 'application/json';
  const headers = {
    authorization: `Bearer ${token}`,
    'accept-language': 'en',
    ...('body' in content ? { 'content-type': type } : {}),
  };
  const signal = AbortSignal.timeout(ANSWER_MS_MAX);
  const response = await fetch(url, { method, headers, ...content, signal }).catch(
    (cause: unknown) => {
      throw new NoAnswerError(`${url.origin} does not answer.`, { cause });
    },
  );
  const answer: unknown = await response.json();
  if (!response.ok) throw new RefusedError(operation, answer as ErrorBody);
  return answer as never;
};
