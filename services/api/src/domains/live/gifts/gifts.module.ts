import type { EncouragementBar, Gift } from '@sangwian/contract/endpoints/gifts';
import type { MatchLiveId, MemberId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely, Transaction } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Bus, NodeCounts } from '../../../platform/bus/bus.ts';
import type { ApiModule, Handlers } from '../../../platform/http/handler.ts';
import { StreamedRows } from '../../../platform/http/streamed-json.ts';
import type { SwitchGate } from '../../../platform/switches/switches.module.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Members } from '../../identity/members/members.module.ts';
import type { Wallet } from '../../money/wallet/wallet.module.ts';
import { type BoutFacts, createLiveReader, type LiveReader } from '../lives/lives.module.ts';
import { toBar } from './bar-counts.ts';
import { createCachedFindBout } from './cached-bouts.ts';
import {
  type Correction,
  orderCorrection,
  payCorrections,
  previewCorrection,
} from './correct-gifts.ts';
import { CorrectionStore } from './correction.store.ts';
import { createGiftCatalogue, type GiftCatalogue } from './gift-catalogue.ts';
import { aboutOf, type BoutOutcome, cornerGivenTo, refundsOf } from './gift-rules.ts';
import { GiftStore } from './gifts.store.ts';
import { createSendGift, type SendGift, type SendGiftDeps } from './send-gift.ts';
import { enqueueSettlement, SETTLEMENT_TASK, settleDue } from './settle-bouts.ts';
import { SettlementReader, SettlementWriter } from './settlement.store.ts';
import { SupporterRanks } from './supporter-ranks.ts';

export { mergeCounts, toBar } from './bar-counts.ts';
export type { Correction } from './correct-gifts.ts';
export type { GiftCatalogue } from './gift-catalogue.ts';
export { type BoutOutcome, refundsOf } from './gift-rules.ts';
export { createFindCorners } from './supporter-corners.ts';

const EXPORT_ROWS_MAX = 50_000;

export interface GiftsDeps {
  /** The connections for frequent reads: ranks, bars and the catalogue. */
  readonly db: Kysely<Database>;
  /** The connections that are reserved for transfers of coins. */
  readonly moneyDb: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly live: LiveReader;
  readonly members: Pick<Members, 'findMemberNames'>;
  readonly wallet: Wallet;
  readonly spending: SendGiftDeps['spending'];
  readonly switches: SwitchGate;
}

export interface Gifts {
  /** Puts a gift's coins into escrow. @throws {ApiError} the codes of `POST /gift/send` */
  readonly send: SendGift;
  /** Reads the counts of each node for a bout's bar. */
  readBar(matchLiveId: string): Promise<readonly NodeCounts[]>;
  /**
   * Waits for the gifts of a bout that are in flight, and blocks new gifts until the transaction ends. Call
   * it before a change of the bout's status, its gift switch or its decision.
   */
  fence(trx: Transaction<Database>, matchLiveId: string): Promise<void>;
  /**
   * Decides which corners of a bout are refunded, once. A job transfers the coins after the commit.
   *
   * @returns false if the gifts were already decided
   */
  decide(trx: Transaction<Database>, bout: BoutFacts, outcome: BoutOutcome): Promise<boolean>;
  /** Computes the refund of a corrected result, on the connection `on` if given. */
  previewCorrection(
    bout: Pick<BoutFacts, 'matchLiveId' | 'drawRefunds'>,
    outcome: BoutOutcome,
    on?: Kysely<Database>,
  ): Promise<Correction>;
  /**
   * Orders the refund of a corrected result. The house pays the refund after the commit and after a running
   * settlement. A corner is refunded once, and no member loses coins.
   */
  correct(trx: Transaction<Database>, bout: BoutFacts, outcome: BoutOutcome): Promise<Correction>;
  /** Finds bouts that have gifts without a decision. */
  findUndecided: SettlementReader['findUndecided'];
  /** Finds the settlement of a bout; `undefined` if the gifts are not decided yet. */
  findSettlement: SettlementReader['findSettlement'];
  /** The operators' view of the gifts. */
  readonly catalogue: GiftCatalogue;
  /** Returns the member's gifts for the data export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
}

export interface GiftsModule extends ApiModule, Gifts {
  /** Transfers the coins of every decision. The job runs this, too. */
  settle(): Promise<void>;
}

const presentGift = (row: Awaited<ReturnType<GiftStore['findCatalogue']>>[number]): Gift => ({
  gift_id: row.gift_id,
  name: { th: row.name_th, en: row.name_en },
  coins: row.price_coins,
  picture: `/art/gift/${row.picture ?? row.slug}.svg`,
  effect: row.effect,
});

async function readLeaderboard({ members }: GiftsDeps, store: GiftStore, matchLiveId: MatchLiveId) {
  const top = await store.findTop(matchLiveId, LIMITS.leaderboardMax);
  const names = await members.findMemberNames(top.map((row) => row.member_id as MemberId));
  return top.map((row) => {
    const memberId = row.member_id as MemberId;
    return {
      rank: row.rank,
      member_id: memberId,
      // The name of a deleted member is erased.
      name: names.get(memberId)?.name ?? '',
      avatar: names.get(memberId)?.avatar ?? null,
      corner: cornerGivenTo(row),
      coins: row.red_coins + row.blue_coins,
    };
  });
}

/** Waits for the gifts of a bout that are in flight, and blocks new gifts until the transaction ends. */
export const fenceGifts = (trx: Transaction<Database>, matchLiveId: string): Promise<void> =>
  new SettlementWriter(trx).fence(matchLiveId);

/**
 * Decides which corners of a bout are refunded, once, and enqueues the settlement.
 *
 * @returns false if the gifts were already decided
 */
export async function decideGifts(
  trx: Transaction<Database>,
  bout: BoutFacts,
  outcome: BoutOutcome,
  now: Date,
): Promise<boolean> {
  const refunds = refundsOf(outcome, bout.drawRefunds);
  const isNew = await new SettlementWriter(trx).decide({
    matchLiveId: bout.matchLiveId,
    programLiveId: bout.programLiveId,
    refundRed: refunds.red,
    refundBlue: refunds.blue,
    about: aboutOf(bout),
    now,
  });
  if (isNew) await enqueueSettlement(trx, bout.matchLiveId);
  return isNew;
}

export const hasGifts = async (db: Kysely<Database>, matchLiveId: string): Promise<boolean> =>
  (await new GiftStore(db).findBar(matchLiveId)).length > 0;

/** Deletes the settlement of a bout without gifts. */
export const deleteSettlement = (trx: Transaction<Database>, matchLiveId: string): Promise<void> =>
  new SettlementWriter(trx).delete(matchLiveId);

async function* pageGifts(store: GiftStore, pages: AsyncIterable<readonly string[]>) {
  for await (const ids of pages) yield await store.findForExport(ids);
}

function createHandlers(deps: GiftsDeps, store: GiftStore, sendGift: SendGift): Handlers {
  const ranks = new SupporterRanks(store);
  const findCachedBout = createCachedFindBout(deps);
  const findBout = async (id: MatchLiveId): Promise<BoutFacts> => {
    const bout = await findCachedBout(id);
    if (bout === null) throw new ApiError('match_not_found');
    return bout;
  };
  const barOf = async (bout: BoutFacts): Promise<EncouragementBar> =>
    toBar(bout.matchLiveId, await store.findBar(bout.matchLiveId));
  return {
    'GET /gift': async () => ({ data: (await store.findCatalogue()).map(presentGift) }),
    'POST /gift/send': async ({ body, bearer, idempotencyKey }) => ({
      data: await sendGift({ ...body, memberId: bearer.memberId, idempotencyKey }),
    }),
    'GET /giftLog/leaderboard': async ({ query }) => {
      const { matchLiveId } = await findBout(query.match_live_id);
      return { data: await readLeaderboard(deps, store, matchLiveId) };
    },
    'GET /giftLog/leaderboard/mine': async ({ query, bearer }) => {
      const { matchLiveId } = await findBout(query.match_live_id);
      const place = await ranks.read(matchLiveId, bearer.memberId);
      return { data: place ?? { rank: null, red_coins: 0, blue_coins: 0 } };
    },
    'GET /giftLog/encouragementBar': async ({ query }) => ({
      data: await barOf(await findBout(query.match_live_id)),
    }),
  };
}

function observeSettlements(
  registry: Registry,
  settlements: SettlementReader,
  corrections: CorrectionStore,
): void {
  new Gauge({
    name: 'gift_settlements_open',
    help: 'Settlements and corrections of gifts that have not finished; one that stays is an alarm',
    registers: [registry],
    async collect() {
      const open = await Promise.all([
        settlements.findUnsettled(LIMITS.leaderboardMax),
        corrections.findOpen(LIMITS.leaderboardMax),
      ]).catch(() => null);
      if (open !== null) this.set(open.flat().length);
    },
  });
}

/** Creates the module that sends gifts, counts them and settles them after the bout. */
export function createGiftsModule(deps: GiftsDeps): GiftsModule {
  const { db, moneyDb, clock } = deps;
  const money = { ...deps, db: moneyDb };
  const store = new GiftStore(db);
  const settlements = new SettlementReader(db);
  const corrections = new CorrectionStore(db);
  const sendGift = createSendGift({ ...money, live: createLiveReader(moneyDb) });
  // Settlements come first, because a correction waits for the settlement of its bout.
  const settle = async (): Promise<void> => {
    await settleDue(money);
    await payCorrections(money);
  };
  return {
    handlers: createHandlers(deps, store, sendGift),
    send: sendGift,
    catalogue: createGiftCatalogue(db, async () => {
      const gifts = (await store.findCatalogue()).map(presentGift);
      deps.bus.publish('gifts:changed', { gifts });
    }),
    readBar: (matchLiveId) => store.findBar(matchLiveId),
    fence: fenceGifts,
    decide: (trx, bout, outcome) => decideGifts(trx, bout, outcome, clock()),
    previewCorrection: (bout, outcome, on = db) => previewCorrection(on, bout, outcome),
    correct: (trx, bout, outcome) => orderCorrection(trx, bout, outcome, clock()),
    settle,
    findUndecided: (limit) => settlements.findUndecided(limit),
    findSettlement: (matchLiveId) => settlements.findSettlement(matchLiveId),
    exportOf: async (memberId) => ({
      gifts: new StreamedRows(pageGifts(store, deps.wallet.pageGiftIds(memberId, EXPORT_ROWS_MAX))),
    }),
    observe: (registry) => observeSettlements(registry, settlements, corrections),
    // The crontab settles decisions whose job was given up, and decisions of a release without jobs.
    tasks: [{ name: SETTLEMENT_TASK, crontab: '* * * * *', atStart: true, run: settle }],
  };
}
