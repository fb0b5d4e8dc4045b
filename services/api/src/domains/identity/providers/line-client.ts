import { createSecretKey } from 'node:crypto';
import type { Logger } from '@sangwian/node-kit/logger';
import { jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { z } from 'zod';
import type { LineSettings } from '../../../config/provider-settings.ts';
import { readDisplayName } from './profile-rules.ts';
import {
  createDiscovery,
  isRefusedByProvider,
  PROVIDER_LIMITS,
  type ProviderBeginning,
  ProviderError,
  type ProviderIdentity,
  type RevocationOutcome,
} from './provider-client.ts';
import type { ProviderToken } from './sealed-token.ts';

/** Path of the token endpoint. The base URL of LINE's other endpoints is what comes before this path. */
const TOKEN_PATH = '/oauth2/v2.1/token';

export interface LineGrant {
  readonly code: string;
  readonly codeVerifier: string;
  readonly nonce: string;
  readonly redirectUri: string;
}

export interface LineClient {
  /** @throws {ProviderError} while LINE is unavailable */
  begin(): Promise<ProviderBeginning>;
  /** Returns whether the URI is our registered redirect URI. */
  mayReturnTo(redirectUri: string): boolean;
  /**
   * Exchanges a code for the user's identity.
   *
   * @throws {ProviderError} if the code, the response or its ID token is invalid
   */
  exchange(grant: LineGrant): Promise<ProviderIdentity>;
  /** Revokes our access to the user's account. @throws if a retry may succeed */
  revoke(token: ProviderToken): Promise<RevocationOutcome>;
}

const Claims = z.object({
  sub: z.string().min(1).max(255),
  name: z.string().optional(),
  picture: z.url().optional(),
  email: z.email().optional(),
});

/**
 * Creates the client of LINE Login v2.1, with PKCE and a nonce. ID tokens are signed with the channel secret (HS256).
 */
export function createLineClient(
  { issuer, channelId, channelSecret }: LineSettings,
  redirectUri: string,
  logger: Logger,
): LineClient {
  const discover = createDiscovery({
    issuer,
    clientId: channelId,
    metadata: { client_secret: channelSecret, id_token_signed_response_alg: 'HS256' },
    auth: oidc.ClientSecretPost(channelSecret),
    execute: [],
    logger,
  });
  const key = createSecretKey(channelSecret, 'utf8');

  async function exchange(grant: LineGrant): Promise<ProviderIdentity> {
    const returned = new URL(grant.redirectUri);
    returned.searchParams.set('code', grant.code);
    try {
      const answer = await oidc.authorizationCodeGrant(await discover(), returned, {
        pkceCodeVerifier: grant.codeVerifier,
        expectedNonce: grant.nonce,
        idTokenExpected: true,
      });
      // The library does not verify HMAC signatures, so the ID token is verified here.
      const { payload } = await jwtVerify(answer.id_token ?? '', key, {
        algorithms: ['HS256'],
        issuer,
        audience: channelId,
      });
      const { sub, name, picture, email } = Claims.parse(payload);
      return {
        subject: sub,
        profile: { ...readDisplayName(name), email: email ?? null, picture: picture ?? null },
        token: {
          refreshToken: answer.refresh_token ?? null,
          accessToken: answer.access_token,
        },
      };
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      throw new ProviderError('LINE’s answer is invalid', { cause: error });
    }
  }

  /** Returns a valid access token of the user, or `null` if LINE refuses to refresh it. */
  async function renew(config: oidc.Configuration, token: ProviderToken): Promise<string | null> {
    if (token.refreshToken === null) return token.accessToken;
    try {
      return (await oidc.refreshTokenGrant(config, token.refreshToken)).access_token;
    } catch (error) {
      if (isRefusedByProvider(error)) return null;
      throw error;
    }
  }

  async function revoke(token: ProviderToken): Promise<RevocationOutcome> {
    const config = await discover();
    const userAccessToken = await renew(config, token);
    if (userAccessToken === null) return 'refused';
    const { token_endpoint: tokenEndpoint = '' } = config.serverMetadata();
    if (!tokenEndpoint.endsWith(TOKEN_PATH)) {
      throw new ProviderError('LINE’s token endpoint is not at its documented path');
    }
    const api = tokenEndpoint.slice(0, -TOKEN_PATH.length);
    const channelToken = await issueChannelToken(api, channelId, channelSecret);
    const response = await fetch(`${api}/user/v1/deauthorize`, {
      method: 'POST',
      headers: { authorization: `Bearer ${channelToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ userAccessToken }),
      redirect: 'error',
      signal: AbortSignal.timeout(PROVIDER_LIMITS.answerS * 1_000),
    });
    await response.body?.cancel();
    if (response.ok) return 'ended';
    if (response.status === 400) return 'refused';
    throw new ProviderError(`LINE answered ${response.status} to a deauthorization`);
  }

  return {
    begin: async () => {
      const { authorization_endpoint: authorizeUrl = '' } = (await discover()).serverMetadata();
      return { authorizeUrl, clientId: channelId, redirectUri };
    },
    mayReturnTo: (uri) => uri === redirectUri,
    exchange,
    revoke,
  };
}

/** Issues a stateless channel access token, which the deauthorization request needs. */
async function issueChannelToken(
  api: string,
  channelId: string,
  channelSecret: string,
): Promise<string> {
  const response = await fetch(`${api}/oauth2/v3/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: channelId,
      client_secret: channelSecret,
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(PROVIDER_LIMITS.answerS * 1_000),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new ProviderError(`LINE answered ${response.status} to a channel token request`);
  }
  return z.object({ access_token: z.string() }).parse(await response.json()).access_token;
}
