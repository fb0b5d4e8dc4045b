import type { Logger } from '@sangwian/node-kit/logger';
import { importPKCS8, SignJWT } from 'jose';
import * as oidc from 'openid-client';
import { z } from 'zod';
import type { AppleSettings } from '../../../config/provider-settings.ts';
import {
  createDiscovery,
  isRefusedByProvider,
  type ProviderBeginning,
  ProviderError,
  type ProviderIdentity,
  type RevocationOutcome,
} from './provider-client.ts';
import type { ProviderToken } from './sealed-token.ts';

/** Lifetime of the client secret, which is signed again for each request. Apple allows up to half a year. */
const CLIENT_SECRET_S = 5 * 60;

export interface AppleGrant {
  readonly code: string;
  readonly nonce: string;
}

export interface AppleClient {
  /** @throws {ProviderError} while Apple is unavailable */
  begin(): Promise<ProviderBeginning>;
  /**
   * Exchanges a code for the user's identity.
   *
   * @throws {ProviderError} if the code, the response or its ID token is invalid
   */
  exchange(grant: AppleGrant): Promise<ProviderIdentity>;
  /** Revokes our access to the user's account. @throws if a retry may succeed */
  revoke(token: ProviderToken): Promise<RevocationOutcome>;
}

const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().optional(),
  /** Apple sends either a boolean or a string. */
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
});

/** Creates the client secret: a short-lived JWT, signed with our key (ES256). */
function createClientSecret({
  issuer,
  clientId,
  teamId,
  keyId,
  privateKey,
}: AppleSettings): oidc.ClientAuth {
  const key = importPKCS8(privateKey, 'ES256');
  return async (_server, _client, body) => {
    const secret = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience(issuer)
      .setIssuedAt()
      .setExpirationTime(`${CLIENT_SECRET_S}s`)
      .sign(await key);
    body.set('client_id', clientId);
    body.set('client_secret', secret);
  };
}

/**
 * Creates the client of Sign in with Apple. The ID token contains no name: Apple posts the user's name only once,
 * together with the first code.
 */
export function createAppleClient(
  settings: AppleSettings,
  redirectUri: string,
  logger: Logger,
): AppleClient {
  const { issuer, clientId } = settings;
  const discover = createDiscovery({
    issuer,
    clientId,
    metadata: { id_token_signed_response_alg: 'RS256' },
    auth: createClientSecret(settings),
    // Verifies the signature of ID tokens with Apple's keys, instead of trusting the TLS connection alone.
    execute: [oidc.enableNonRepudiationChecks],
    logger,
  });

  return {
    begin: async () => {
      const { authorization_endpoint: authorizeUrl = '' } = (await discover()).serverMetadata();
      return { authorizeUrl, clientId, redirectUri };
    },
    exchange: async ({ code, nonce }) => {
      const returned = new URL(redirectUri);
      returned.searchParams.set('code', code);
      try {
        const answer = await oidc.authorizationCodeGrant(await discover(), returned, {
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const { sub, email, email_verified: verified } = Claims.parse(answer.claims());
        const isVerified = verified === true || verified === 'true';
        return {
          subject: sub,
          profile: {
            firstName: null,
            lastName: null,
            email: isVerified ? (email ?? null) : null,
            picture: null,
          },
          token: { refreshToken: answer.refresh_token ?? null, accessToken: answer.access_token },
        };
      } catch (error) {
        if (error instanceof ProviderError) throw error;
        throw new ProviderError('Apple’s answer is invalid', { cause: error });
      }
    },
    revoke: async (token) => {
      const [kind, value] =
        token.refreshToken === null
          ? ['access_token', token.accessToken]
          : ['refresh_token', token.refreshToken];
      if (value === null || value === undefined) return 'refused';
      try {
        await oidc.tokenRevocation(await discover(), value, { token_type_hint: kind ?? '' });
        return 'ended';
      } catch (error) {
        if (isRefusedByProvider(error)) return 'refused';
        throw error;
      }
    },
  };
}
