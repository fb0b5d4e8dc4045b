import { z } from 'zod';
import { createTextSeal } from '../../../platform/secrets/text-seal.ts';

/** A provider's tokens for one user. They are used only to revoke our access. */
const ProviderToken = z.object({
  refreshToken: z.string().nullable(),
  accessToken: z.string().nullable(),
  /** The provider's id of the user; `null` in tokens that earlier versions encrypted. */
  subject: z.string().nullable().default(null),
});
export type ProviderToken = z.infer<typeof ProviderToken>;

export interface TokenSeal {
  seal(token: ProviderToken): Buffer;
  /** Returns `null` if the token was encrypted with another secret or modified. */
  open(sealed: Buffer): ProviderToken | null;
}

/** Creates the encryption of provider tokens: AES-256-GCM with a key derived from the secret. */
export function createTokenSeal(secret: string): TokenSeal {
  const seal = createTextSeal(secret, 'sangwian provider token');
  return {
    seal: (token) => seal.seal(JSON.stringify(token)),
    open: (sealed) => {
      try {
        const text = seal.open(sealed);
        return text === null ? null : ProviderToken.parse(JSON.parse(text));
      } catch {
        return null;
      }
    },
  };
}
