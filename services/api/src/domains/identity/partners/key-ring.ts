import { hash, hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;
const KEY_ID_CHARS = 8;

export interface RingKey {
  /** The id in the header of a token, by which its key is found. */
  readonly keyId: string;
  readonly key: Uint8Array;
}

/**
 * The keys of one purpose. The first key encrypts or signs new tokens; the replaced keys are only accepted for existing
 * ones.
 */
export interface KeyRing {
  readonly current: RingKey;
  find(keyId: unknown): RingKey | undefined;
}

/**
 * Derives the keys from one or more comma-separated secrets.
 *
 * @param purpose makes the keys of purposes that share a secret different
 * @throws {RangeError} if there is no secret
 */
export function createKeyRing(secrets: string, purpose: string): KeyRing {
  const keys = secrets
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '')
    .map((secret): RingKey => {
      const key = new Uint8Array(hkdfSync('sha256', secret, '', `sangwian ${purpose}`, KEY_BYTES));
      return { key, keyId: hash('sha256', key, 'base64url').slice(0, KEY_ID_CHARS) };
    });
  const [current] = keys;
  if (current === undefined) throw new RangeError(`there is no secret for ${purpose}`);
  return { current, find: (keyId) => keys.find((key) => key.keyId === keyId) };
}
