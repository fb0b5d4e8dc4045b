import { hash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** Creates an opaque token: 256 random bits, base64url. */
export const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Hashes a token for storage. A leaked table then contains nothing with which a thief could sign in. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');
