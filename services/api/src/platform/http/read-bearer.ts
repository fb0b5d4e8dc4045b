import type { Endpoint } from '@sangwian/contract/endpoint';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Authenticate, Bearer } from './handler.ts';

const BEARER = /^Bearer +([\w.~+/-]{1,256}=*)$/i;

/** A compact JWT. */
const PURCHASE_TOKEN = /^Bearer +([\w.-]{1,2048})$/i;

/**
 * Returns the unverified purchase token of a request; `null` if its endpoint does not use one.
 *
 * @throws {ApiError} `purchase_token_invalid` if it is missing
 */
export function readPurchaseBearer(
  { bearer }: Endpoint,
  authorization: string | undefined,
): string | null {
  if (bearer !== 'purchase') return null;
  const token = PURCHASE_TOKEN.exec(authorization ?? '')?.[1];
  if (token === undefined) throw new ApiError('purchase_token_invalid');
  return token;
}

/** The member who makes a request, or the reason why there is none. */
interface FoundBearer {
  readonly bearer: Bearer | null;
  /** Why the token was refused; `null` without a token or with a valid one. */
  readonly bearerRefusal: ApiError | null;
}

const NOBODY: FoundBearer = { bearer: null, bearerRefusal: null };

/**
 * Returns the member who makes a request, if the endpoint needs one.
 *
 * @throws {ApiError} `token_missing` and the errors of `authenticate`, if the endpoint is for members only
 */
export async function readBearer(
  endpoint: Endpoint,
  authorization: string | undefined,
  authenticate: Authenticate,
): Promise<FoundBearer> {
  const member = endpoint.identity === 'member';
  // A purchase token does not sign a member in.
  if (endpoint.bearer === 'purchase') return NOBODY;
  // A public response is the same for everyone, so no member is looked up.
  if (!member && endpoint.cache !== undefined) return NOBODY;
  if (authorization === undefined || authorization === '') {
    if (member) throw new ApiError('token_missing');
    return NOBODY;
  }
  const token = BEARER.exec(authorization)?.[1];
  if (token === undefined) {
    const bearerRefusal = new ApiError('token_invalid');
    if (member) throw bearerRefusal;
    return { bearer: null, bearerRefusal };
  }
  try {
    return { bearer: await authenticate(token), bearerRefusal: null };
  } catch (error) {
    if (member || !(error instanceof ApiError) || error.httpStatus >= 500) throw error;
    // An invalid token makes the caller a visitor, so that signing in again works.
    return { bearer: null, bearerRefusal: error };
  }
}
