import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely, Transaction } from 'kysely';
import type { ProviderSettings } from '../../../config/provider-settings.ts';
import type { ApiModule, Handlers } from '../../../platform/http/handler.ts';
import { addressKey, createLimit } from '../../../platform/http/rate-limits.ts';
import type { SharedCounters } from '../../../platform/limits/shared-counters.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { AccountStatusModule } from '../account-status/account-status.module.ts';
import type { Members } from '../members/members.module.ts';
import type { PastPhones } from '../past-phones/past-phones.module.ts';
import type { Proofs } from '../proofs/proofs.module.ts';
import type { Sessions } from '../sessions/sessions.module.ts';
import type { Sms } from '../sms/sms.module.ts';
import { createAppleClient } from './apple-client.ts';
import { APPLE_RETURN_PATH, registerAppleReturn, stateOf } from './apple-return.ts';
import { changePhone } from './change-phone.ts';
import { createLineClient, type LineGrant } from './line-client.ts';
import { linkPhone } from './link-phone.ts';
import { linkProvider } from './link-provider.ts';
import { createLinkNotifier } from './notify-link-change.ts';
import {
  GrantError,
  isGrantRefused,
  type ProviderBeginning,
  ProviderError,
  type ProviderIdentity,
} from './provider-client.ts';
import { signInByProvider } from './provider-sign-in.ts';
import { ProvidersStore } from './providers.store.ts';
import { observeRevocations } from './revocation-metrics.ts';
import { createRevocations } from './revocations.ts';
import { createTokenSeal } from './sealed-token.ts';
import { unlink } from './unlink.ts';

/**
 * Limit of requests to a provider without a signed-in member. High, since thousands of fans may share an IP address.
 */
const EXCHANGES_PER_ADDRESS = { calls: 600, seconds: 10 * 60 };

export interface ProvidersModuleDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly members: Members;
  readonly sessions: Sessions;
  readonly proofs: Proofs;
  readonly pastPhones: Pick<PastPhones, 'remember'>;
  readonly sms: Sms;
  readonly accountStatus: Pick<AccountStatusModule, 'barredErrorOf'>;
  readonly settings: ProviderSettings;
  /** URL of the site without a trailing slash. Providers redirect browsers to this URL. */
  readonly publicUrl: string;
  /** Counters that all nodes share; with `null` each node counts separately. */
  readonly counters: SharedCounters | null;
}

export interface ProvidersModule extends ApiModule {
  /**
   * Removes a member's links to LINE and Apple in the caller's transaction. Our access is revoked at the provider some
   * minutes later, with retries for about three weeks.
   */
  endLinks(trx: Transaction<Database>, memberId: MemberId): Promise<void>;
}

interface AppleAnswer {
  readonly state_verifier: string;
  readonly nonce: string;
}
interface LineAnswer {
  readonly code: string;
  readonly code_verifier: string;
  readonly nonce: string;
  readonly redirect_uri: string;
}

/** The error for a grant that the browser sent and that is invalid, by the error for a failed provider. */
const INVALID = {
  provider_failed: 'provider_return_invalid',
  link_failed: 'link_invalid',
} as const;

/** Creates the functions that identify a person from the response of a provider. */
function createIdentification(deps: ProvidersModuleDeps, store: ProvidersStore) {
  const { settings, publicUrl, clock, logger } = deps;
  const limit = createLimit(EXCHANGES_PER_ADDRESS.calls, EXCHANGES_PER_ADDRESS.seconds, {
    name: 'provider_exchange',
    counters: deps.counters,
  });
  const line =
    settings.line === null ? null : createLineClient(settings.line, `${publicUrl}/sign-in`, logger);
  const apple =
    settings.apple === null
      ? null
      : createAppleClient(settings.apple, `${publicUrl}${APPLE_RETURN_PATH}`, logger);

  async function byLine(answer: LineAnswer, ip: string): Promise<ProviderIdentity> {
    if (line === null) throw new ProviderError('LINE is not configured');
    if (!line.mayReturnTo(answer.redirect_uri)) throw new ApiError('redirect_uri_invalid');
    await limit.take(addressKey(ip));
    const grant: LineGrant = {
      code: answer.code,
      codeVerifier: answer.code_verifier,
      nonce: answer.nonce,
      redirectUri: answer.redirect_uri,
    };
    return line.exchange(grant);
  }

  async function byApple(answer: AppleAnswer, ip: string): Promise<ProviderIdentity> {
    if (apple === null) throw new ProviderError('Apple is not configured');
    await limit.take(addressKey(ip));
    const returned = await store.useReturn(stateOf(answer.state_verifier), clock());
    // The browser's state is unknown, used or expired, which is not Apple's fault.
    if (returned === undefined)
      throw new GrantError('no response of Apple is stored for this state');
    const { code, firstName, lastName } = returned;
    const identity = await apple.exchange({ code, nonce: answer.nonce });
    return { ...identity, profile: { ...identity.profile, firstName, lastName } };
  }

  return { line, apple, byLine, byApple };
}

/**
 * Returns what the browser needs to start a sign-in; `null` while the provider is unavailable, so that the page hides
 * its button.
 */
async function beginningOf(
  client: { begin(): Promise<ProviderBeginning> } | null,
): Promise<{ authorize_url: string; client_id: string; redirect_uri: string } | null> {
  try {
    if (client === null) return null;
    const { authorizeUrl, clientId, redirectUri } = await client.begin();
    return { authorize_url: authorizeUrl, client_id: clientId, redirect_uri: redirectUri };
  } catch (error) {
    if (error instanceof ProviderError) return null;
    throw error;
  }
}

/** Logs a provider's invalid response. The caller gets only the error code. */
const identify = async (
  identity: Promise<ProviderIdentity>,
  refusal: 'provider_failed' | 'link_failed',
  log: Logger,
): Promise<ProviderIdentity> => {
  try {
    return await identity;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ err: error }, 'provider answer invalid');
    const code = isGrantRefused(error) ? INVALID[refusal] : refusal;
    throw new ApiError(code, { cause: error });
  }
};

interface HandlersDeps extends ProvidersModuleDeps, ReturnType<typeof createIdentification> {
  readonly seal: ReturnType<typeof createTokenSeal>;
  readonly revocations: ReturnType<typeof createRevocations>;
  readonly linkNotifier: ReturnType<typeof createLinkNotifier>;
}

function createHandlers(deps: HandlersDeps): Handlers {
  const { db, clock, members, sessions, proofs, seal, revocations, linkNotifier } = deps;
  const { line, apple, byLine, byApple, accountStatus } = deps;
  const signInDeps = { db, members, sessions, proofs, seal, accountStatus };
  return {
    'GET /auth/member/providers': async () => {
      const [ofLine, ofApple] = await Promise.all([beginningOf(line), beginningOf(apple)]);
      return { data: { line: ofLine, apple: ofApple } };
    },
    'POST /auth/member/login': async ({ body, ip, userAgent, device, log }) => {
      const identity = await identify(byLine(body, ip), 'provider_failed', log);
      const signIn = { provider: 'line', identity, ip, userAgent, device } as const;
      return { data: await signInByProvider(signInDeps, signIn) };
    },
    'POST /auth/member/login-v3': async ({ body, ip, userAgent, device, log }) => {
      const identity = await identify(byApple(body, ip), 'provider_failed', log);
      const signIn = { provider: 'apple', identity, ip, userAgent, device } as const;
      return { data: await signInByProvider(signInDeps, signIn) };
    },
    'POST /auth/member/link/line': async ({ body, ip, bearer, log }) => {
      const { memberId } = bearer;
      await sessions.requireFresh(bearer);
      const identity = await identify(byLine(body, ip), 'link_failed', log);
      const row = await linkProvider({ db, members, seal }, memberId, 'line', identity);
      if (row !== undefined) linkNotifier.notify(row, 'line_linked');
      return { data: await members.present(memberId) };
    },
    'POST /auth/member/link/apple': async ({ body, ip, bearer, log }) => {
      const { memberId } = bearer;
      await sessions.requireFresh(bearer);
      const identity = await identify(byApple(body, ip), 'link_failed', log);
      const row = await linkProvider({ db, members, seal }, memberId, 'apple', identity);
      if (row !== undefined) linkNotifier.notify(row, 'apple_linked');
      return { data: await members.present(memberId) };
    },
    'POST /auth/member/link/phone': async ({ body, bearer }) => {
      const { memberId } = bearer;
      await sessions.requireFresh(bearer);
      await linkPhone({ db, members, proofs, clock }, memberId, body);
      return { data: await members.present(memberId) };
    },
    'PUT /auth/member/phone': async ({ body, bearer }) => {
      const { memberId } = bearer;
      await sessions.requireFresh(bearer);
      const before = await changePhone(deps, memberId, body);
      if (before !== null) linkNotifier.notify(before, 'phone_changed');
      return { data: await members.present(memberId) };
    },
    'DELETE /auth/member/link/{link}': async ({ params, bearer }) => {
      const { memberId } = bearer;
      await sessions.requireFresh(bearer);
      const before = await unlink({ ...deps, revocations }, memberId, params.link);
      if (params.link === 'phone') linkNotifier.notify(before, 'phone_unlinked');
      return { data: await members.present(memberId) };
    },
  };
}

/**
 * Creates the module of sign-in with LINE and Apple, and of links between members and their LINE account, Apple account
 * and phone.
 */
export function createProvidersModule(deps: ProvidersModuleDeps): ProvidersModule {
  const { db, clock, logger, members } = deps;
  const store = new ProvidersStore(db);
  const seal = createTokenSeal(deps.settings.tokenSecret);
  const identification = createIdentification(deps, store);
  const { line, apple } = identification;
  const revocations = createRevocations({
    store,
    members,
    seal,
    clock,
    logger,
    revoke: async (provider, token) => (provider === 'line' ? line : apple)?.revoke(token),
  });

  const linkNotifier = createLinkNotifier(deps);
  return {
    endLinks: revocations.endLinks,
    handlers: createHandlers({ ...deps, ...identification, seal, revocations, linkNotifier }),
    observe: (registry) => observeRevocations(registry, () => store.countRevocations()),
    register: (app) => registerAppleReturn(app, store, deps),
    tasks: [
      {
        name: 'apple_return_prune',
        crontab: '* * * * *',
        run: () => store.deleteExpiredReturns(clock()),
      },
    ],
    start: () => revocations.start(),
    stop: async () => {
      await Promise.all([revocations.stop(), linkNotifier.stop()]);
    },
  };
}
