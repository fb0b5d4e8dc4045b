import { randomUUID } from 'node:crypto';
import type { EncouragementBar } from '@sangwian/contract/endpoints/gifts';
import type { ErrorCode } from '@sangwian/contract/errors/codes';
import type { MatchLiveId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Bus, NodeCounts } from '../../../platform/bus/bus.ts';
import { keepRecent } from '../../../platform/cache/keep-recent.ts';
import { toApiError } from '../../../platform/http/to-api-error.ts';
import type { SwitchGate } from '../../../platform/switches/switches.module.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Members } from '../../identity/members/members.module.ts';
import type { Spending } from '../../money/spending/spending.module.ts';
import type { Wallet } from '../../money/wallet/wallet.module.ts';
import type { LiveReader } from '../lives/lives.module.ts';
import { mergeCounts, toBar } from './bar-counts.ts';
import { createCachedFindBout, type FindBout } from './cached-bouts.ts';
import { GiftBatcher } from './gift-batcher.ts';
import { GiftBroadcaster } from './gift-broadcaster.ts';
import { aboutOf, cornerOf, REFUSALS } from './gift-rules.ts';
import { type GiftResult, GiftStore, type NewGift } from './gifts.store.ts';

const GIFTS_FRESH = { freshMs: 1_000, entriesMax: 1 } as const;
const UNLOCK_FRESH = { freshMs: 5_000, entriesMax: 50_000 } as const;
/** After a self-exclusion on another node, gifts can still be sent for this long. */
const EXCLUSION_FRESH = { freshMs: 2_000, entriesMax: 50_000 } as const;
const BARS_KEPT_MAX = 100;

export interface SendGiftDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly live: Pick<LiveReader, 'findBout' | 'isUnlocked'>;
  readonly members: Pick<Members, 'findMemberNames'>;
  readonly wallet: Pick<Wallet, 'readBalance'>;
  readonly spending: Pick<Spending, 'excludedUntil'>;
  readonly switches: SwitchGate;
}

export interface GiftRequest {
  readonly memberId: MemberId;
  readonly idempotencyKey: string;
  readonly match_live_id: string;
  readonly corner?: string | undefined;
  readonly gift_id?: string | undefined;
  readonly quantity: number;
  readonly expected_coins: number;
}

export interface GiftSent {
  readonly gift_log_id: string;
  readonly balance: number;
  readonly bar: EncouragementBar;
}

export type SendGift = (request: GiftRequest) => Promise<GiftSent>;

/** Created only once, because creating a schema costs more than all other checks of a gift. */
const Id = z.uuid();
const isId = (text: string): boolean => Id.safeParse(text).success;

/** The bars that recent batches have written, for the responses to those batches. */
class RecentBars {
  readonly #bars = new Map<string, readonly NodeCounts[]>();

  get(matchLiveId: string): readonly NodeCounts[] | undefined {
    return this.#bars.get(matchLiveId);
  }

  /** Adds counts. Beyond the limit, evicts the bar that was written longest ago. */
  add(matchLiveId: string, counts: readonly NodeCounts[]): void {
    const known = this.#bars.get(matchLiveId) ?? [];
    this.#bars.delete(matchLiveId);
    this.#bars.set(matchLiveId, mergeCounts(known, counts));
    for (const oldest of this.#bars.keys()) {
      if (this.#bars.size <= BARS_KEPT_MAX) break;
      this.#bars.delete(oldest);
    }
  }
}

/** Creates the batcher, which sends each batch, and the id under which this node counts. */
function createBatcher(
  deps: SendGiftDeps,
  store: GiftStore,
  bars: RecentBars,
  findBout: FindBout,
): GiftBatcher {
  const nodeId = randomUUID();
  const broadcaster = new GiftBroadcaster(deps);
  return new GiftBatcher({
    send: async (matchLiveId, gifts) => {
      const bout = await findBout(matchLiveId);
      if (bout === null) throw new ApiError('match_not_found');
      const about = aboutOf(bout);
      const sentAt = deps.clock();
      const { results, bar } = await store.send({ matchLiveId, nodeId, about, sentAt, gifts });
      bars.add(matchLiveId, bar);
      const sent = gifts.flatMap((gift, index) => {
        const { outcome, giftLogId } = results[index] ?? {};
        return outcome === 'held' && giftLogId != null ? [{ gift, giftLogId, sentAt }] : [];
      });
      const own = bar.filter((count) => count.node_id === nodeId);
      if (sent.length > 0) broadcaster.add(bout, sent, own);
      return results;
    },
  });
}

/**
 * Creates the check of a request. It reads caches that are some seconds old. The SQL function `send_gifts` checks the
 * bout's status, its gift switch, the balance and the debt under their locks.
 */
function createCheck(
  { clock, live, spending, switches }: SendGiftDeps,
  store: GiftStore,
  findBout: FindBout,
) {
  const nowMs = (): number => clock().getTime();
  const findGifts = keepRecent((_all: 'all') => store.findCatalogue(), nowMs, GIFTS_FRESH);
  const findUnlock = keepRecent(
    (key: string) => live.isUnlocked(key.slice(0, 36) as ProgramLiveId, key.slice(37) as MemberId),
    nowMs,
    UNLOCK_FRESH,
  );
  const findExclusion = keepRecent(
    (memberId: string) => spending.excludedUntil(memberId as MemberId),
    nowMs,
    EXCLUSION_FRESH,
  );

  return async (request: GiftRequest): Promise<{ gift: NewGift } | { refusal: ApiError }> => {
    const refuse = (code: ErrorCode) => ({ refusal: new ApiError(code) });
    const { memberId, idempotencyKey, quantity } = request;
    const off = await switches.refusal('gifts');
    if (off !== null) return { refusal: off };
    const corner = cornerOf(request.corner);
    if (corner === null) return refuse('gift_corner_required');
    const gifts = await findGifts('all');
    const gift = gifts.find(({ gift_id: id }) => id === request.gift_id?.toLowerCase());
    if (gift === undefined) return refuse('gift_required');
    const id = request.match_live_id.toLowerCase();
    const bout = isId(id) ? await findBout(id) : null;
    if (bout === null) return refuse('match_not_found');
    if (bout.access === 'premium' && !(await findUnlock(`${bout.programLiveId} ${memberId}`))) {
      return refuse('live_locked');
    }
    if ((await findExclusion(memberId)) !== null) return refuse('self_excluded');
    const coins = gift.price_coins * quantity;
    if (coins !== request.expected_coins) {
      const details = [{ path: 'expected_coins', message: String(coins) }];
      return { refusal: new ApiError('price_changed', { details }) };
    }
    const giftId = gift.gift_id;
    return { gift: { memberId, corner, giftId, quantity, coins, idempotencyKey } };
  };
}

/**
 * Creates the use case of `POST /gift/send`: checks a gift, adds it to the next batch of its bout, and returns the
 * balance and the bar.
 */
export function createSendGift(deps: SendGiftDeps): SendGift {
  const { wallet } = deps;
  const store = new GiftStore(deps.db);
  const bars = new RecentBars();
  const findBout = createCachedFindBout(deps);
  const batcher = createBatcher(deps, store, bars, findBout);
  const check = createCheck(deps, store, findBout);

  /** Returns the current balance, because a retry may come long after the gift. */
  const answerOf = async (
    matchLiveId: string,
    memberId: MemberId,
    result: GiftResult,
  ): Promise<GiftSent> => {
    const counts = bars.get(matchLiveId) ?? (await store.findBar(matchLiveId));
    return {
      gift_log_id: result.giftLogId ?? '',
      balance: result.outcome === 'known' ? await wallet.readBalance(memberId) : result.balance,
      bar: toBar(matchLiveId, mergeCounts([], counts)),
    };
  };

  return async (request) => {
    const checked = await check(request);
    if ('refusal' in checked) {
      const earlier = await findEarlierGift(store, request);
      if (earlier === null) throw checked.refusal;
      return answerOf(earlier.matchLiveId, request.memberId, earlier.result);
    }
    const matchLiveId = request.match_live_id.toLowerCase();
    const result = await batcher.add(matchLiveId, checked.gift).catch((error: unknown) => {
      const apiError = toApiError(error);
      throw apiError.code === 'error_occurred'
        ? new ApiError('gift_failed', { cause: error })
        : apiError;
    });
    const refusal = REFUSALS[result.outcome];
    if (refusal !== null) throw new ApiError(refusal);
    return answerOf(matchLiveId, request.memberId, result);
  };
}

/**
 * Finds the gift of an earlier request with the same key. A retry succeeds even if the gift would be refused
 * by now.
 *
 * @throws {ApiError} `idempotency_conflict` if the earlier gift differs
 */
async function findEarlierGift(
  store: GiftStore,
  request: GiftRequest,
): Promise<{ matchLiveId: MatchLiveId; result: GiftResult } | null> {
  const first = await store.findByKey(request);
  if (first === undefined) return null;
  const isSame =
    first.match_live_id === request.match_live_id.toLowerCase() &&
    first.corner === request.corner &&
    first.gift_id === request.gift_id?.toLowerCase() &&
    first.quantity === request.quantity &&
    first.coins === request.expected_coins;
  if (!isSame) throw new ApiError('idempotency_conflict');
  return {
    matchLiveId: first.match_live_id as MatchLiveId,
    result: { outcome: 'known', giftLogId: first.gift_log_id, balance: first.balance_after },
  };
}
