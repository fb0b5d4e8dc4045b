import type { Endpoint } from '@sangwian/contract/endpoint';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Authenticate, Bearer } from './handler.ts';

const BEARER = /^Bearer +([\w.~+/-]{1,256}=*)$/i;

/**
 * The member behind a call, as the endpoint wants to know it.
 *
 * @throws {ApiError} where the endpoint is for members: `token_missing`, and whatever `authenticate` throws
 */
export async function readBearer(
  endpoint: Endpoint,
  authorization: string | undefined,
  authenticate: Authenticate,
): Promise<Bearer | null> {
  const member = endpoint.identity === 'member';
  // A public answer is the same for everyone, so nobody is looked up for it.
  if (!member && endpoint.cache !== undefined) return null;
  if (authorization === undefined || authorization === '') {
    if (member) throw new ApiError('token_missing');
    return null;
  }
  const token = BEARER.exec(authorization)?.[1];
  if (token === undefined) {
    if (member) throw new ApiError('token_invalid');
    return null;
  }
  try {
    return await authenticate(token);
  } catch (error) {
    // A visitor with a dead token is a visitor: signing in again has to work.
    if (!member && error instanceof ApiError && error.httpStatus < 500) return null;
    throw error;
  }
}
