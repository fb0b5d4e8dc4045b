import type { Endpoint } from '@sangwian/contract/endpoint';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Authenticate, Bearer } from './handler.ts';

const BEARER = /^Bearer +([\w.~+/-]{1,256}=*)$/i;

/** A compact JWT. */
const PURCHASE_TOKEN = /^Bearer +([\w.-]{1,2048})$/i;

/**
 * The purchase token of a call, not yet read, where its endpoint wants one.
 *
 * @throws {ApiError} `purchase_token_invalid` where there is none
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

/** The member behind a call, or nobody and why. */
interface FoundBearer {
  readonly bearer: Bearer | null;
  /** What is wrong with the token that came with the call; `null` where none came, or a good one. */
  readonly bearerRefusal: ApiError | null;
}

const NOBODY: FoundBearer = { bearer: null, bearerRefusal: null };

/**
 * The member behind a call, as the endpoint wants to know it.
 *
 * @throws {ApiError} where the endpoint is for members: `token_missing`, and whatever `authenticate` throws
 */
export async function readBearer(
  endpoint: Endpoint,
  authorization: string | undefined,
  authenticate: Authenticate,
): Promise<FoundBearer> {
  const member = endpoint.identity === 'member';
  // A purchase token is nobody's sign-in.
  if (endpoint.bearer === 'purchase') return NOBODY;
  // A public answer is the same for everyone, so nobody is looked up for it.
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
    // A visitor with a dead token is a visitor: signing in again has to work.
    return { bearer: null, bearerRefusal: error };
  }
}
