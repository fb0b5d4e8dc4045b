import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Characters that need no escaping in logs and headers. */
const SANE = /^[\w.:-]{8,64}$/;

/** Returns the caller's `x-request-id` if it is valid, otherwise a new id. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && SANE.test(given) ? given : randomUUID();
}
