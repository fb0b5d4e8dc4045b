import { createPrivateKey } from 'node:crypto';
import { ConfigurationError, type Environment } from '@sangwian/node-kit/environment';

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

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Tokens go to this address, so plain http only reaches this machine, and that outside production. */
function readIssuer(
  environment: Environment,
  name: 'LINE_ISSUER' | 'APPLE_ISSUER',
  production: boolean,
): string {
  const text = environment.text(name).replace(/\/+$/, '');
  if (text === '') return '';
  const url = URL.canParse(text) ? new URL(text) : null;
  const allowed =
    url?.protocol === 'https:' ||
    (url?.protocol === 'http:' && !production && LOOPBACK.has(url.hostname));
  if (!allowed) {
    throw new ConfigurationError(
      `${name} must be an https address (outside production http on this machine), not "${text}"`,
    );
  }
  return text;
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
  const lineIssuer = readIssuer(environment, 'LINE_ISSUER', production);
  const appleIssuer = readIssuer(environment, 'APPLE_ISSUER', production);
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
