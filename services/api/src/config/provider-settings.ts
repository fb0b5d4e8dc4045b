import { createPrivateKey } from 'node:crypto';
import { ConfigurationError, type Environment } from '@sangwian/node-kit/environment';
import { readProviderUrl } from './read-provider-url.ts';

export interface LineSettings {
  /** Without a slash at its end, as the provider writes itself into its tokens. */
  readonly issuer: string;
  readonly channelId: string;
  readonly channelSecret: string;
}

export interface AppleSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly teamId: string;
  readonly keyId: string;
  /** PKCS#8 PEM of a P-256 key. */
  readonly privateKey: string;
}

/** Sign-in with LINE and Apple; `null` where one of them is not configured. */
export interface ProviderSettings {
  readonly line: LineSettings | null;
  readonly apple: AppleSettings | null;
  /** Encrypts the tokens that a link is ended with. */
  readonly tokenSecret: string;
}

function readAppleKey(environment: Environment): string {
  const pem = environment.required('APPLE_PRIVATE_KEY').replaceAll('\\n', '\n');
  try {
    const { asymmetricKeyDetails } = createPrivateKey(pem);
    if (asymmetricKeyDetails?.namedCurve === 'prime256v1') return pem;
  } catch {
    // Told below, without the key.
  }
  throw new ConfigurationError('APPLE_PRIVATE_KEY must be a P-256 key in PKCS#8 PEM');
}

/** @throws {ConfigurationError} on an issuer that may not be called, and on a provider that is half configured */
export function readProviderSettings(
  environment: Environment,
  production: boolean,
): ProviderSettings {
  const lineIssuer = readProviderUrl(environment, 'LINE_ISSUER', production);
  const appleIssuer = readProviderUrl(environment, 'APPLE_ISSUER', production);
  return {
    tokenSecret: environment.required('TOKEN_SECRET'),
    line:
      lineIssuer === ''
        ? null
        : {
            issuer: lineIssuer,
            channelId: environment.required('LINE_CHANNEL_ID'),
            channelSecret: environment.required('LINE_CHANNEL_SECRET'),
          },
    apple:
      appleIssuer === ''
        ? null
        : {
            issuer: appleIssuer,
            clientId: environment.required('APPLE_CLIENT_ID'),
            teamId: environment.required('APPLE_TEAM_ID'),
            keyId: environment.required('APPLE_KEY_ID'),
            privateKey: readAppleKey(environment),
          },
  };
}
