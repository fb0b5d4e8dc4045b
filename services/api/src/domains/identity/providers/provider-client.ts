import type { Logger } from '@sangwian/node-kit/logger';
import * as oidc from 'openid-client';
import type { ProviderToken } from './sealed-token.ts';

export const PROVIDER_LIMITS = {
  /** One answer of a provider; a sign-in needs a few, and the caller waits at most 30 s. */
  answerS: 8,
  discoveryFreshMs: 60 * 60_000,
  /** So long a provider that is away is not asked again for where it is. */
  discoveryRestMs: 2_000,
} as const;

export interface ProviderProfile {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly picture: string | null;
}

/** Who signed in there, as the provider's signed word has it. */
export interface ProviderIdentity {
  readonly subject: string;
  readonly profile: ProviderProfile;
  readonly token: Omit<ProviderToken, 'subject'>;
}

/** Where a browser begins. */
export interface ProviderBeginning {
  readonly authorizeUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
}

/** Why a provider's answer cannot be used, or that there was none. */
export class ProviderError extends Error {
  override name = 'ProviderError';
}

/** What the browser brought is at fault, and not the provider. */
export class GrantError extends ProviderError {
  override name = 'GrantError';
}

/** How an attempt to end a link at its provider went; it throws where it is worth trying again. */
export type RevocationOutcome = 'ended' | 'refused';

export interface OidcOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly metadata: Partial<oidc.ClientMetadata>;
  readonly auth: oidc.ClientAuth;
  readonly execute: readonly ((config: oidc.Configuration) => void)[];
  readonly logger: Logger;
}

/** Finds out where a provider's endpoints are: asked once an hour, and kept while the provider is away. */
export function createDiscovery(options: OidcOptions): () => Promise<oidc.Configuration> {
  const { issuer, clientId, metadata, auth, logger } = options;
  // The settings have seen to it that http reaches this machine alone.
  const insecure = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
  let known: { config: oidc.Configuration; until: number } | null = null;
  let failed: { error: unknown; until: number } | null = null;
  let asking: Promise<oidc.Configuration> | null = null;

  async function ask(): Promise<oidc.Configuration> {
    try {
      const config = await oidc.discovery(new URL(issuer), clientId, metadata, auth, {
        execute: [...insecure, ...options.execute],
        timeout: PROVIDER_LIMITS.answerS,
      });
      known = { config, until: performance.now() + PROVIDER_LIMITS.discoveryFreshMs };
      failed = null;
      return config;
    } catch (error) {
      failed = { error, until: performance.now() + PROVIDER_LIMITS.discoveryRestMs };
      logger.warn({ err: error, issuer }, 'provider does not say where its endpoints are');
      if (known !== null) return known.config;
      throw new ProviderError('the provider is away', { cause: error });
    } finally {
      asking = null;
    }
  }

  return async () => {
    const now = performance.now();
    if (known !== null && (now < known.until || (failed !== null && now < failed.until))) {
      return known.config;
    }
    if (failed !== null && now < failed.until) {
      throw new ProviderError('the provider is away', { cause: failed.error });
    }
    asking ??= ask();
    return asking;
  };
}

/** What the provider itself refused: trying again with the same would be refused again. */
export const isRefusedByProvider = (error: unknown): boolean =>
  error instanceof oidc.ResponseBodyError && error.status >= 400 && error.status < 500;

/** As openid-client names a claim of an ID token that is not what was asked for. */
const CLAIM_DIFFERS = 'OAUTH_JWT_CLAIM_COMPARISON_FAILED';

/**
 * Whether what the browser brought is at fault, and not the provider: a code that is unknown or used (RFC 6749, section
 * 5.2), or a word that was made for another nonce.
 */
export function isGrantRefused(error: ProviderError): boolean {
  if (error instanceof GrantError) return true;
  const { cause } = error;
  if (cause instanceof oidc.ResponseBodyError) return cause.error === 'invalid_grant';
  if (!(cause instanceof oidc.ClientError) || cause.code !== CLAIM_DIFFERS) return false;
  const processing = cause.cause instanceof Error ? cause.cause.cause : undefined;
  const { claim } = (processing ?? {}) as { readonly claim?: unknown };
  return claim === 'nonce';
}
