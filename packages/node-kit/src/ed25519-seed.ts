import { createPrivateKey, createPublicKey, hash, type KeyObject } from 'node:crypto';

/** Prefix of the seed in an Ed25519 PKCS #8 key (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const SEED_BYTES = 32;
const KEY_ID_CHARS = 16;

export interface SeededKey {
  readonly privateKey: KeyObject;
  /** The `kid` in tokens, derived from the key. */
  readonly keyId: string;
  readonly publicJwk: { readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string };
}

/**
 * Returns the Ed25519 key of a seed of 32 random bytes in base64url.
 *
 * @throws {RangeError} for any other length
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
