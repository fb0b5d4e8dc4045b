import type { Endpoint } from '@sangwian/contract/endpoint';
import { ApiError } from '@sangwian/node-kit/api-error';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The idempotency key of a call, where its endpoint moves money; lower case, so that one key is one string.
 *
 * @throws {ApiError} `idempotency_key_invalid` where there is none, or no UUID
 */
export function readIdempotencyKey(
  { idempotent }: Endpoint,
  header: string | string[] | undefined,
): { readonly idempotencyKey?: string } {
  if (idempotent !== true) return {};
  if (typeof header !== 'string' || !UUID.test(header)) {
    throw new ApiError('idempotency_key_invalid');
  }
  return { idempotencyKey: header.toLowerCase() };
}
