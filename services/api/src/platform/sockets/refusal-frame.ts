import { randomUUID } from 'node:crypto';
import type { ApiError } from '@sangwian/node-kit/api-error';

/** Returns the `connect_error` of a client, with the contract's error body as `data`. */
export const refusalFrame = (refusal: ApiError): Error =>
  Object.assign(new Error(refusal.message), { data: refusal.toBody(randomUUID()) });
