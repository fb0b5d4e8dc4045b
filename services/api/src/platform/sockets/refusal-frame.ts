import { randomUUID } from 'node:crypto';
import type { ApiError } from '@sangwian/node-kit/api-error';

/** What a client gets as `connect_error`: the contract's error body is its `data`. */
export const refusalFrame = (refusal: ApiError): Error =>
  Object.assign(new Error(refusal.message), { data: refusal.toBody(randomUUID()) });
