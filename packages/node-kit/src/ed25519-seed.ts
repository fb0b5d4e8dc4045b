import { createPrivateKey, createPublicKey, hash, type KeyObject } from 'node:crypto';

/** What stands before the seed in a PKCS #8 key of Ed25519 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const SEED_BYTES = 32;
const KEY_ID_CHARS = 16;

export interface SeededKey {
  readonly privateKey: KeyObject;
  /** Names the key in tokens; the same for the same seed. */
  readonly keyId: string;
  readonly publicJwk: { readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string };
}

/**
 * The Ed25519 key of a seed: 32 random bytes, base64url.
 *
 * @throws {RangeError} on another length
 */
export function ed25519FromSeed(seed: string): SeededKey {
  const bytes = Buffer.from(seed, 'base64url');
  if (bytes.length !== SEED_BYTES) throw new RangeError('a seed has 32 bytes, base64url');
  const key = Buffer.concat([PKCS8_PREFIX, bytes]);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return {
    privateKey,
    keyId: hash('sha256', x, 'base64url').slice(0, KEY_ID_CHARS),
    publicJwk: { kty: 'OKP', crv: 'Ed25519', x },
  };
}
