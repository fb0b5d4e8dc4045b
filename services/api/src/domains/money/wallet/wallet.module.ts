import type { MemberId } from '@sangwian/contract/ids';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely, Transaction } from 'kysely';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { createLimit } from '../../../platform/http/rate-limits.ts';
import { refuseOtherMember } from '../../../platform/http/refuse-other-member.ts';
import { StreamedData, StreamedRows, StreamedText } from '../../../platform/http/streamed-json.ts';
import { bangkokDay } from '../../../platform/time/bangkok-day.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { createLedgerCheckJob } from './check-ledger.ts';
import { forfeitBalance, forfeitLate } from './forfeit.ts';
import { writeHistoryCsv } from './history-csv.ts';
import { LedgerCheckStore } from './ledger-check.store.ts';
import {
  type Credit,
  creditMember,
  type Spending,
  spendCoins,
  type TakeBack,
  takeBackCoins,
} from './move-coins.ts';
import { readHistory, wantedBy } from './read-history.ts';
import { streamLedgerCheck } from './stream-ledger-check.ts';
import { type CorrectionRefunds, type GiftRefunds, WalletStore } from './wallet.store.ts';

export type { Credit, Spending, TakeBack } from './move-coins.ts';
export type { HouseAccount } from './post-transfer.ts';

const EXPORT_ROWS_MAX = 50_000;
const CSV_ROWS_MAX = 50_000;
/** Tables of one member: each may read all that ever moved. */
const TABLES = { max: 20, seconds: 600 } as const;

/** What other modules may do with coins. Whatever moves them happens in the caller's transaction. */
export interface Wallet {
  /** Every member has a wallet from the start. */
  openWallet(trx: Transaction<Database>, memberId: MemberId): Promise<void>;
  /** Whole coins; 0 where there is no wallet. In a transaction where told. */
  readBalance(memberId: MemberId, on?: Kysely<Database>): Promise<number>;
  /** The balance, and what the member owes. */
  readWallet(memberId: MemberId): Promise<{ readonly balance: number; readonly owed: number }>;
  /**
   * Coins out of an account of the house: bought ones out of `sold` or of a partner, bonus and codes out of `granted`.
   * What the member owes is taken off at once.
   *
   * @returns whether they were moved now: the same credit again moves none
   * @throws {ApiError} `idempotency_conflict` where the key was used for another one
   */
  credit(trx: Transaction<Database>, credit: Credit): Promise<boolean>;
  /**
   * Coins that a member spends.
   *
   * @returns whether they were moved now
   * @throws {ApiError} `balance_insufficient`, `wallet_blocked` while it owes some, `idempotency_conflict`
   */
  spend(trx: Transaction<Database>, spending: Spending): Promise<boolean>;
  /** Takes bought coins back, since their baht went back. Returns the coins that are owed now because of it. */
  takeBack(trx: Transaction<Database>, takeBack: TakeBack): Promise<number>;
  /** Coins out of the house's `granted`: bonus, code, adjustment. Returns whether they were moved now. */
  grantCoins(trx: Transaction<Database>, grant: Omit<Credit, 'from'>): Promise<boolean>;
  /**
   * What a member still holds goes to the house's `forfeited`, for an account that is being deleted, and the wallet is
   * closed.
   *
   * @returns the coins that went
   * @throws {ApiError} `price_changed` with the balance, where the member was shown another one to lose
   */
  forfeit(
    trx: Transaction<Database>,
    forfeit: { readonly memberId: MemberId; readonly expectedCoins: number },
  ): Promise<number>;
  /** What has come to closed wallets since goes after it. Returns the coins that went. */
  forfeitLate(): Promise<number>;
  /**
   * Gives members back what they gave a bout, one movement a corner; what they owe is settled with it. A member is
   * refunded once for a bout: the caller knows whom it did. Returns the coins that went.
   */
  refundGifts(trx: Transaction<Database>, refunds: GiftRefunds): Promise<number>;
  /**
   * Refunds gifts to a corner from the house's `corrections`, under the key of `refundGifts`: a member whose gifts to the
   * corner were refunded before is skipped. What a member owes is settled with it. Returns the members that were paid.
   */
  refundCorrected(
    trx: Transaction<Database>,
    refunds: CorrectionRefunds,
  ): Promise<CorrectionRefunds['refunds']>;
  /** The end of a bout's escrows: what is kept becomes the house's. Throws where one still holds what is not kept. */
  closeEscrows(
    trx: Transaction<Database>,
    matchLiveId: string,
    keep: { readonly red: boolean; readonly blue: boolean },
  ): Promise<number>;
  /** The wallets of several members, as `readWallet` has them. */
  readWallets(
    memberIds: readonly MemberId[],
  ): Promise<ReadonlyMap<MemberId, { readonly balance: number; readonly owed: number }>>;
  /** The ids of a member's gifts, the latest first, page by page. */
  pageGiftIds(memberId: MemberId, rowsMax: number): AsyncGenerator<readonly string[]>;
  /** What is held of a member here, for its export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
  /** What breaks an invariant of the ledger, in words. */
  findFaults(): Promise<string[]>;
}

/** The wallet on this database. */
export function createWallet(db: Kysely<Database>): Wallet {
  const store = new WalletStore(db);
  return {
    openWallet: (trx, memberId) => store.openMemberAccount(trx, memberId),
    readBalance: async (memberId, on) => (await store.findBalance(memberId, on)) ?? 0,
    readWallet: async (memberId) => ({
      balance: (await store.findBalance(memberId)) ?? 0,
      owed: await store.findOwed(memberId),
    }),
    credit: (trx, credit) => creditMember(store, trx, credit),
    spend: (trx, spending) => spendCoins(store, trx, spending),
    takeBack: (trx, takeBack) => takeBackCoins(store, trx, takeBack),
    grantCoins: (trx, grant) => creditMember(store, trx, { ...grant, from: 'granted' }),
    forfeit: (trx, forfeit) => forfeitBalance(store, trx, forfeit),
    forfeitLate: () => forfeitLate(store, db),
    refundGifts: (trx, refunds) => store.refundGifts(trx, refunds),
    refundCorrected: (trx, refunds) => store.refundCorrected(trx, refunds),
    closeEscrows: (trx, matchLiveId, keep) => store.closeEscrows(trx, matchLiveId, keep),
    readWallets: async (memberIds) =>
      new Map(
        (await store.findWallets(memberIds)).map(({ member_id: id, balance, owed }) => [
          id as MemberId,
          { balance, owed },
        ]),
      ),
    pageGiftIds: (memberId, rowsMax) => store.pageGiftIds(memberId, rowsMax),
    exportOf: async (memberId) => ({
      wallet: {
        balance: (await store.findBalance(memberId)) ?? 0,
        movements: new StreamedRows(store.pageMovements(memberId, {}, EXPORT_ROWS_MAX)),
      },
    }),
    findFaults: async () => [
      ...(await new LedgerCheckStore(db).checkAll({ checkpointAt: null })).faults,
    ],
  };
}

export interface WalletModuleDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly wallet: Wallet;
}

/** The bearer's wallet, its history, and the hourly check of the whole ledger. */
export function createWalletModule({ db, clock, logger, wallet }: WalletModuleDeps): ApiModule {
  const store = new WalletStore(db);
  const checks = { store: new LedgerCheckStore(db), clock, logger };
  const job = createLedgerCheckJob(checks);
  const tables = createLimit(TABLES.max, TABLES.seconds);
  return {
    handlers: {
      'GET /auth/member/wallet': async ({ query, bearer }) => {
        refuseOtherMember(bearer, query.member_id);
        return { data: await wallet.readWallet(bearer.memberId) };
      },
      'GET /auth/member/wallet/history': ({ query, bearer }) => {
        refuseOtherMember(bearer, query.member_id);
        return readHistory(store, bearer.memberId, query);
      },
      'GET /auth/member/wallet/history/csv': async ({ query, bearer, language }) => {
        refuseOtherMember(bearer, query.member_id);
        await tables.take(bearer.memberId);
        const pages = store.pageMovements(bearer.memberId, wantedBy(query), CSV_ROWS_MAX);
        return {
          data: new StreamedData({
            file_name: `sangwian-coins-${bangkokDay(clock())}.csv`,
            csv: new StreamedText(writeHistoryCsv(pages, language)),
          }),
        };
      },
    },
    registerInternal: (app) => {
      app.post('/ledger/check', (_request, reply) =>
        reply.type('application/x-ndjson').send(streamLedgerCheck(checks)),
      );
    },
    ...job,
  };
}
