import type { MemberId } from '@sangwian/contract/ids';
import { every } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Transaction } from 'kysely';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { LinkProvider, Members } from '../members/members.module.ts';
import type { RevocationOutcome } from './provider-client.ts';
import type { ProvidersStore, Revocation } from './providers.store.ts';
import { REVOCATION_LIMITS, revocationBackoffMs } from './revocation-rules.ts';
import type { ProviderToken, TokenSeal } from './sealed-token.ts';

const PROVIDERS = ['line', 'apple'] as const;

export interface RevocationsDeps {
  readonly store: ProvidersStore;
  readonly members: Members;
  readonly seal: TokenSeal;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Revokes our access at a provider. Returns `undefined` if the provider is no longer configured. */
  readonly revoke: (
    provider: LinkProvider,
    token: ProviderToken,
  ) => Promise<RevocationOutcome | undefined>;
}

/** Removes links at once. Our access is revoked at the provider some minutes later, with retries. */
export interface Revocations {
  /** Removes a link in the caller's transaction and queues the revocation of our access. */
  endLink(trx: Transaction<Database>, memberId: MemberId, provider: LinkProvider): Promise<void>;
  /** Removes all links of a member. */
  endLinks(trx: Transaction<Database>, memberId: MemberId): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export function createRevocations(deps: RevocationsDeps): Revocations {
  const { store, members, seal, clock, logger, revoke } = deps;

  /**
   * Returns whether a member has linked the account again. The revocation would end the consent of the new link too.
   */
  const isLinkedAgain = async (provider: LinkProvider, subject: string | null): Promise<boolean> =>
    subject !== null && (await members.find({ link: provider, subject })) !== undefined;

  async function outcomeOf(provider: LinkProvider, token: ProviderToken | null) {
    if (token === null) return 'unreadable';
    if (await isLinkedAgain(provider, token.subject)) return 'linked again';
    return revoke(provider, token);
  }

  async function end({ id, provider, sealedToken, attempts }: Revocation): Promise<void> {
    const token = seal.open(sealedToken);
    try {
      const outcome = await outcomeOf(provider, token);
      if (outcome !== 'ended') logger.info({ provider, outcome }, 'link revocation skipped');
      await store.deleteRevocation(id);
    } catch (error) {
      if (attempts < REVOCATION_LIMITS.attemptsMax) {
        logger.warn({ err: error, provider, attempts }, 'link revocation failed; it is retried');
        return;
      }
      logger.error({ err: error, provider, attempts }, 'link revocation given up');
      await store.deleteRevocation(id);
    }
  }

  async function work(): Promise<void> {
    const now = clock();
    const due = await store.claimRevocations(
      now,
      (attempts) => new Date(now.getTime() + revocationBackoffMs(attempts)),
      REVOCATION_LIMITS.atOnceMax,
    );
    await Promise.all(due.map(end));
  }

  const poll = every(REVOCATION_LIMITS.pollMs, work, {
    name: 'link_revocation',
    logger,
    firstAfterMs: 0,
  });

  const remove = async (
    trx: Transaction<Database>,
    memberId: MemberId,
    provider: LinkProvider,
  ): Promise<void> => {
    const sealedToken = await members.store.removeLink(trx, memberId, provider);
    if (sealedToken === null) return;
    const dueAt = new Date(clock().getTime() + REVOCATION_LIMITS.graceMs);
    await store.addRevocation(trx, provider, sealedToken, dueAt);
  };

  return {
    endLink: remove,
    endLinks: async (trx, memberId) => {
      for (const provider of PROVIDERS) await remove(trx, memberId, provider);
    },
    start: () => poll.start(),
    stop: () => poll.stop(),
  };
}
