import { randomUUID } from 'node:crypto';
import type { ApiError } from '@sangwian/node-kit/api-error';

/** Returns the error that a client receives as `connect_error`, with the contract's error body as `data`. */
export const refusalFrame = (refusal: ApiError): Error =>
  Object.assign(new Error(refusal.message), { data: refusal.toBody(randomUUID()) });
