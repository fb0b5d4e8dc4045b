import { createPrivateKey } from 'node:crypto';
import { concerns, required, variableGroup, variables } from '@sangwian/node-kit/environment';
import type { z } from 'zod';

const Line = variableGroup(
  ['LINE_ISSUER', 'LINE_CHANNEL_ID', 'LINE_CHANNEL_SECRET'],
  ['LINE_ISSUER'],
).transform(
  (values) =>
    values && {
      /** Without a trailing slash, as in the `iss` claim of the provider's tokens. */
      issuer: values.LINE_ISSUER,
      channelId: values.LINE_CHANNEL_ID,
      channelSecret: values.LINE_CHANNEL_SECRET,
    },
);
export type LineSettings = NonNullable<z.output<typeof Line>>;

const readPem = (text: string): string => text.replaceAll('\\n', '\n');

function isP256Key(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

const Apple = variableGroup(
  ['APPLE_ISSUER', 'APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
  ['APPLE_ISSUER'],
)
  .refine((values) => values === null || isP256Key(readPem(values.APPLE_PRIVATE_KEY)), {
    path: ['APPLE_PRIVATE_KEY'],
    // The message must not contain the key, which is a secret.
    error: 'must be a P-256 key in PKCS#8 PEM',
  })
  .transform(
    (values) =>
      values && {
        issuer: values.APPLE_ISSUER,
        clientId: values.APPLE_CLIENT_ID,
        teamId: values.APPLE_TEAM_ID,
        keyId: values.APPLE_KEY_ID,
        /** PKCS#8 PEM of a P-256 key. */
        privateKey: readPem(values.APPLE_PRIVATE_KEY),
      },
  );
export type AppleSettings = NonNullable<z.output<typeof Apple>>;

/** Sign-in with LINE and Apple; `null` if not configured. */
export const ProviderSettings = concerns({
  line: Line,
  apple: Apple,
  /** Secret that encrypts the stored provider tokens, which are needed to revoke a link. */
  tokenSecret: variables()
    .extend({ TOKEN_SECRET: required('TOKEN_SECRET') })
    .transform((values) => values.TOKEN_SECRET),
});
export type ProviderSettings = z.output<typeof ProviderSettings>;
