import { createSecretKey } from 'node:crypto';
import type { Logger } from '@sangwian/node-kit/logger';
import { jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { z } from 'zod';
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
import type { LineSettings } from './provider-settings.ts';
import type { ProviderToken } from './sealed-token.ts';

/** LINE's other calls stand beside this one, on the host of its API. */
const TOKEN_PATH = '/oauth2/v2.1/token';

export interface LineGrant {
  readonly code: string;
  readonly codeVerifier: string;
  readonly nonce: string;
  readonly redirectUri: string;
}

export interface LineClient {
  /** @throws {ProviderError} while LINE is away */
  begin(): Promise<ProviderBeginning>;
  /** Whether LINE may send a browser back there. */
  mayReturnTo(redirectUri: string): boolean;
  /** @throws {ProviderError} whatever was wrong with the code, the answer, or the signed word in it */
  exchange(grant: LineGrant): Promise<ProviderIdentity>;
  /** Takes our access back. @throws where trying again may help */
  revoke(token: ProviderToken): Promise<RevocationOutcome>;
}

const Claims = z.object({
  sub: z.string().min(1).max(255),
  name: z.string().optional(),
  picture: z.url().optional(),
  email: z.email().optional(),
});

/** LINE Login v2.1: ID tokens of web channels are signed with the channel secret (HS256), PKCE and nonce. */
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
      // The library leaves HMAC signatures to the connection; they are ours to check.
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
      throw new ProviderError('LINE’s answer cannot be used', { cause: error });
    }
  }

  /** A user's access token that is good now; `null` where LINE knows none any more. */
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
      throw new ProviderError('LINE’s other calls are not where they are documented to be');
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
    throw new ProviderError(`LINE answered ${response.status} to the end of a link`);
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

/** A stateless channel access token, which the call that ends a link is made with. */
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
    throw new ProviderError(`LINE answered ${response.status} to a channel token`);
  }
  return z.object({ access_token: z.string() }).parse(await response.json()).access_token;
}
