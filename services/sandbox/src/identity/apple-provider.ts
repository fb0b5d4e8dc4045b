import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import { type IdentityPlace, IdentityProvider } from './identity-provider.ts';

export interface AppleClient {
  readonly clientId: string;
  readonly teamId: string;
  readonly keyId: string;
  /** PEM. Only its public key is used, as at Apple. */
  readonly privateKey: string;
}

/** Paths of Apple. */
export const APPLE_PATHS = {
  authorize: '/auth/authorize',
  token: '/auth/token',
  revoke: '/auth/revoke',
  keys: '/auth/keys',
} as const;

/** Apple's maximum lifetime of a client secret. */
const SECRET_S_MAX = 15_777_000;
/** Required by the library; the client presents a signed token instead, which is verified separately. */
const UNUSED_SECRET = 'the secret of an Apple client is a token that it signs itself';
const RSA_BITS = 2_048;

/** Creates a check for Apple's client secret, a short-lived signed token. */
function createSecretCheck(
  issuer: string,
  { clientId, teamId, keyId, privateKey }: AppleClient,
): (secret: string) => Promise<boolean> {
  const key = createPublicKey(privateKey);
  return async (secret) => {
    try {
      const { payload, protectedHeader } = await jwtVerify(secret, key, {
        algorithms: ['ES256'],
        issuer: teamId,
        subject: clientId,
        audience: issuer,
        requiredClaims: ['iat', 'exp'],
      });
      const { iat = 0, exp = 0 } = payload;
      return protectedHeader.kid === keyId && exp - iat <= SECRET_S_MAX;
    } catch {
      return false;
    }
  };
}

/** Apple posts the answer of every request with a scope, and refuses other response modes. */
const refusalOf = (authorization: URLSearchParams): string | null =>
  authorization.get('scope') && authorization.get('response_mode') !== 'form_post'
    ? 'invalid_request: response_mode must be form_post when name or email scope is requested.'
    : null;

const grouped = (hash: string): string =>
  `${String(Number.parseInt(hash.slice(0, 5), 16))
    .slice(0, 6)
    .padStart(
      6,
      '0',
    )}.${hash.slice(8, 40)}.${String(Number.parseInt(hash.slice(40, 44), 16) % 10_000).padStart(4, '0')}`;

/** Creates Sign in with Apple: signed client secrets, posted answers, and the name only once. */
export function createAppleProvider(place: IdentityPlace, client: AppleClient): IdentityProvider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: RSA_BITS });
  const { issuer, siteUrl } = place;
  const apple = new IdentityProvider({
    ...place,
    name: 'apple',
    subjectOf: grouped,
    claimsOf: ({ subject, email }, hidesEmail) => ({
      email: hidesEmail ? `${subject.slice(7, 17)}@privaterelay.example` : email,
      // Apple sends it either as a string or as a boolean.
      email_verified: hidesEmail ? 'true' : true,
      ...(hidesEmail ? { is_private_email: 'true' } : {}),
    }),
    discovery: {
      authorization_endpoint: `${siteUrl}/sandbox/apple${APPLE_PATHS.authorize}`,
      token_endpoint: issuer + APPLE_PATHS.token,
      revocation_endpoint: issuer + APPLE_PATHS.revoke,
      jwks_uri: issuer + APPLE_PATHS.keys,
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'fragment', 'form_post'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'name'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    },
    refusalOf,
    firstAnswerOf: ({ firstName, lastName, email }) => ({
      user: JSON.stringify({ name: { firstName, lastName }, email }),
    }),
    configuration: {
      clients: [
        {
          client_id: client.clientId,
          client_secret: UNUSED_SECRET,
          redirect_uris: [`${siteUrl}/sign-in/apple`],
          grant_types: ['authorization_code', 'refresh_token'],
          token_endpoint_auth_method: 'client_secret_post',
          id_token_signed_response_alg: 'RS256',
        },
      ],
      enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
      claims: { openid: ['sub'], email: ['email', 'email_verified', 'is_private_email'] },
      scopes: ['openid', 'email', 'name'],
      pkce: { required: () => false },
      routes: {
        authorization: APPLE_PATHS.authorize,
        token: APPLE_PATHS.token,
        revocation: APPLE_PATHS.revoke,
        jwks: APPLE_PATHS.keys,
      },
    },
  });
  Object.assign(apple.oidc.Client.prototype, {
    compareClientSecret: createSecretCheck(issuer, client),
  });
  return apple;
}
