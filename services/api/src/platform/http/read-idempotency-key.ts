import type { Endpoint } from '@sangwian/contract/endpoint';
import { ApiError } from '@sangwian/node-kit/api-error';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Returns the idempotency key of a request in lower case, if the endpoint moves money.
 *
 * @throws {ApiError} `idempotency_key_invalid` if it is missing or not a UUID
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
