import type { Logger } from '@sangwian/node-kit/logger';
import * as oidc from 'openid-client';
import type { ProviderToken } from './sealed-token.ts';

export const PROVIDER_LIMITS = {
  /** Timeout of one request to a provider. A sign-in needs a few of them, and the web's timeout is 30 s. */
  answerS: 8,
  discoveryFreshMs: 60 * 60_000,
  /** Interval between retries of the discovery. */
  discoveryRetryMs: 2_000,
} as const;

export interface ProviderProfile {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly picture: string | null;
}

/** The identity in a provider's ID token. */
export interface ProviderIdentity {
  readonly subject: string;
  readonly profile: ProviderProfile;
  readonly token: Omit<ProviderToken, 'subject'>;
}

/** What the browser needs to start a sign-in. */
export interface ProviderBeginning {
  readonly authorizeUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
}

/** The provider is unavailable, or its response is invalid. */
export class ProviderError extends Error {
  override name = 'ProviderError';
}

/** The browser sent an invalid grant. The provider works. */
export class GrantError extends ProviderError {
  override name = 'GrantError';
}

/** The result of revoking our access at a provider. */
export type RevocationOutcome = 'ended' | 'refused';

export interface OidcOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly metadata: Partial<oidc.ClientMetadata>;
  readonly auth: oidc.ClientAuth;
  readonly execute: readonly ((config: oidc.Configuration) => void)[];
  readonly logger: Logger;
}

/**
 * Creates a function that returns a provider's configuration from OpenID discovery. The configuration is refreshed
 * hourly and stays cached while the provider is unavailable.
 */
export function createDiscovery(options: OidcOptions): () => Promise<oidc.Configuration> {
  const { issuer, clientId, metadata, auth, logger } = options;
  // The settings allow `http:` only for providers on this machine.
  const insecure = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
  let known: { config: oidc.Configuration; until: number } | null = null;
  let failed: { error: unknown; until: number } | null = null;
  let pending: Promise<oidc.Configuration> | null = null;

  async function discover(): Promise<oidc.Configuration> {
    try {
      const config = await oidc.discovery(new URL(issuer), clientId, metadata, auth, {
        execute: [...insecure, ...options.execute],
        timeout: PROVIDER_LIMITS.answerS,
      });
      known = { config, until: performance.now() + PROVIDER_LIMITS.discoveryFreshMs };
      failed = null;
      return config;
    } catch (error) {
      failed = { error, until: performance.now() + PROVIDER_LIMITS.discoveryRetryMs };
      logger.warn({ err: error, issuer }, 'provider discovery failed');
      if (known !== null) return known.config;
      throw new ProviderError('the provider is unavailable', { cause: error });
    } finally {
      pending = null;
    }
  }

  return async () => {
    const now = performance.now();
    if (known !== null && (now < known.until || (failed !== null && now < failed.until))) {
      return known.config;
    }
    if (failed !== null && now < failed.until) {
      throw new ProviderError('the provider is unavailable', { cause: failed.error });
    }
    pending ??= discover();
    return pending;
  };
}

/** Returns whether the provider refused the request, so that a retry would fail too. */
export const isRefusedByProvider = (error: unknown): boolean =>
  error instanceof oidc.ResponseBodyError && error.status >= 400 && error.status < 500;

/** The error code of openid-client for a claim of an ID token that has an unexpected value. */
const CLAIM_DIFFERS = 'OAUTH_JWT_CLAIM_COMPARISON_FAILED';

/**
 * Returns whether the browser's grant is invalid: an unknown or used code (RFC 6749, section 5.2), or an ID token for
 * another nonce.
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
