import { hash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** 256 random bits, base64url. Nothing in it can be forged, because nothing is in it. */
export const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** What the database holds of a token: who reads the table cannot sign in with it. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');
