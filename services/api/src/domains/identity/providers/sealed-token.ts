import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;
const KEY_BYTES = 32;

/** A provider's tokens for its user. We use them only to revoke our access. */
const ProviderToken = z.object({
  refreshToken: z.string().nullable(),
  accessToken: z.string().nullable(),
  /** The provider's id of the user; `null` in tokens sealed by earlier versions. */
  subject: z.string().nullable().default(null),
});
export type ProviderToken = z.infer<typeof ProviderToken>;

export interface TokenSeal {
  seal(token: ProviderToken): Buffer;
  /** Returns `null` if the token was sealed with another secret or modified. */
  open(sealed: Buffer): ProviderToken | null;
}

/** Creates the encryption of tokens: AES-256-GCM with a key derived from the secret. */
export function createTokenSeal(secret: string): TokenSeal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'sangwian provider token', KEY_BYTES));
  return {
    seal: (token) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const text = Buffer.concat([cipher.update(JSON.stringify(token)), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), text]);
    },
    open: (sealed) => {
      if (sealed.length <= HEAD_BYTES || sealed[0] !== VERSION) return null;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + NONCE_BYTES));
        decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEAD_BYTES));
        const text = Buffer.concat([
          decipher.update(sealed.subarray(HEAD_BYTES)),
          decipher.final(),
        ]).toString();
        return ProviderToken.parse(JSON.parse(text));
      } catch {
        return null;
      }
    },
  };
}
