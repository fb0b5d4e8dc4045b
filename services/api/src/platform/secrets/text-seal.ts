import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;
const KEY_BYTES = 32;

/** Encrypts texts that are stored in the database. */
export interface TextSeal {
  seal(text: string): Buffer;
  /** Returns `null` if the text was sealed with another secret or modified. */
  open(sealed: Buffer): string | null;
}

/** Creates an encryption (AES-256-GCM) with a key that is derived from the secret for one use. */
export function createTextSeal(secret: string, use: string): TextSeal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', use, KEY_BYTES));
  return {
    seal: (text) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]);
    },
    open: (sealed) => {
      if (sealed.length <= HEAD_BYTES || sealed[0] !== VERSION) return null;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + NONCE_BYTES));
        decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEAD_BYTES));
        const text = [decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()];
        return Buffer.concat(text).toString();
      } catch {
        return null;
      }
    },
  };
}
