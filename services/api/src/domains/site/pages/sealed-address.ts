import { plainPath } from '@sangwian/contract/rules/plain-path';

/** Pages whose query signs in whoever has it first. */
const SEALED = new Set(['/redirect']);

/**
 * Whether the query of a page is a secret: then neither the page that is drawn nor what is kept of it knows the query,
 * and no request that the page makes tells its address.
 */
export const isSealedAddress = (path: string): boolean => SEALED.has(plainPath(path));
