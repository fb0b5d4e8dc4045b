import { generateKeyPairSync } from 'node:crypto';
import { type IdentityPlace, IdentityProvider } from './identity-provider.ts';

export interface LineChannel {
  readonly channelId: string;
  readonly channelSecret: string;
}

/** Paths of LINE. */
export const LINE_PATHS = {
  authorize: '/oauth2/v2.1/authorize',
  token: '/oauth2/v2.1/token',
  keys: '/oauth2/v2.1/certs',
  channelToken: '/oauth2/v3/token',
  deauthorize: '/user/v1/deauthorize',
} as const;

/** Creates LINE Login v2.1 for web channels: ID tokens signed with the channel's secret, PKCE, refresh tokens. */
export function createLineProvider(place: IdentityPlace, channel: LineChannel): IdentityProvider {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { issuer, siteUrl } = place;
  return new IdentityProvider({
    ...place,
    name: 'line',
    subjectOf: (hash) => `U${hash.slice(0, 32)}`,
    claimsOf: ({ displayName, subject }) => ({
      name: displayName,
      picture: `https://profile.line-scdn.example/${subject.slice(1, 13)}`,
    }),
    discovery: {
      authorization_endpoint: `${siteUrl}/sandbox/line${LINE_PATHS.authorize}`,
      token_endpoint: issuer + LINE_PATHS.token,
      jwks_uri: issuer + LINE_PATHS.keys,
      response_types_supported: ['code'],
      // LINE publishes this value, although it signs with HS256 for web channels.
      id_token_signing_alg_values_supported: ['ES256'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'profile', 'email'],
    },
    configuration: {
      clients: [
        {
          client_id: channel.channelId,
          client_secret: channel.channelSecret,
          redirect_uris: [`${siteUrl}/sign-in`],
          grant_types: ['authorization_code', 'refresh_token'],
          token_endpoint_auth_method: 'client_secret_post',
          id_token_signed_response_alg: 'HS256',
        },
      ],
      enabledJWA: { idTokenSigningAlgValues: ['HS256'] },
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] },
      claims: { openid: ['sub'], profile: ['name', 'picture'] },
      scopes: ['openid', 'profile'],
      pkce: { required: () => true },
      routes: {
        authorization: LINE_PATHS.authorize,
        token: LINE_PATHS.token,
        jwks: LINE_PATHS.keys,
      },
    },
  });
}
