import type { Movement } from '@sangwian/contract/endpoints/coins';
import type { Language } from '@sangwian/contract/endpoints/member';
import type { MemberId } from '@sangwian/contract/ids';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely, Transaction } from 'kysely';
import { csvFile } from '../../../platform/http/csv-file.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { createLimit } from '../../../platform/http/rate-limits.ts';
import { refuseOtherMember } from '../../../platform/http/refuse-other-member.ts';
import { StreamedRows } from '../../../platform/http/streamed-json.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { checkLedgerIfDue, observeLedgerChecks } from './check-ledger.ts';
import { forfeitBalance, forfeitLateCredits } from './forfeit.ts';
import { writeHistoryCsv } from './history-csv.ts';
import { LedgerCheckStore, type LedgerScope } from './ledger-check.store.ts';
import { type AccountFlow, LedgerReportStore, type ReportSpan } from './ledger-report.store.ts';
import {
  type Clawback,
  type Credit,
  clawBackCoins,
  creditMember,
  type Debit,
  spendCoins,
} from './move-coins.ts';
import { movementQueryOf, readHistory } from './read-history.ts';
import { streamLedgerCheck } from './stream-ledger-check.ts';
import { type CorrectionRefunds, type GiftRefunds, WalletStore } from './wallet.store.ts';

export type { AccountFlow, ReportSpan } from './ledger-report.store.ts';
export type { Clawback, Credit, Debit, HouseAccount } from './move-coins.ts';

const EXPORT_ROWS_MAX = 50_000;
const CSV_ROWS_MAX = 50_000;
/** Limit of CSV exports per member, since each export may read the whole history. */
const CSV_EXPORTS = { max: 20, seconds: 600 } as const;

/** The last checks of the ledger. */
export interface LastChecks {
  readonly last: { readonly checkedAt: Date; readonly faults: readonly string[] } | undefined;
  readonly good: Readonly<Partial<Record<LedgerScope, Date>>>;
}

/** Operations on coins for other modules. Coins are transferred in the caller's transaction. */
export interface Wallet {
  openWallet(trx: Transaction<Database>, memberId: MemberId): Promise<void>;
  /** Returns the balance in whole coins; 0 for a member without a wallet. */
  readBalance(memberId: MemberId, on?: Kysely<Database>): Promise<number>;
  /** Returns the balance and the debt. */
  readWallet(memberId: MemberId): Promise<{ readonly balance: number; readonly owed: number }>;
  /**
   * Credits coins from a house account: bought coins from `sold` or a partner's account, bonuses and codes
   * from `granted`. Pays the member's debt at once. Idempotent.
   *
   * @returns whether coins were transferred
   * @throws {ApiError} `idempotency_conflict` if the key was used for a different credit
   */
  credit(trx: Transaction<Database>, credit: Credit): Promise<boolean>;
  /**
   * Debits a member's wallet. Idempotent.
   *
   * @returns whether coins were transferred
   * @throws {ApiError} `balance_insufficient`, `wallet_blocked` while the member has a debt, `idempotency_conflict`
   */
  spend(trx: Transaction<Database>, debit: Debit): Promise<boolean>;
  /** Takes bought coins back after a refund. Returns the coins that were added to the member's debt. */
  clawBack(trx: Transaction<Database>, clawback: Clawback): Promise<number>;
  /**
   * Credits coins from `granted`, for example for a bonus, a code or an adjustment. Returns whether coins
   * were transferred.
   */
  grantCoins(trx: Transaction<Database>, grant: Omit<Credit, 'from'>): Promise<boolean>;
  /**
   * Forfeits the whole balance of an account that is being deleted, and closes the wallet.
   *
   * @returns the forfeited coins
   * @throws {ApiError} `price_changed` with the balance, if it differs from `expectedCoins`
   */
  forfeit(
    trx: Transaction<Database>,
    forfeit: { readonly memberId: MemberId; readonly expectedCoins: number },
  ): Promise<number>;
  /** Forfeits coins that were credited to closed wallets. Returns the forfeited coins. */
  forfeitLateCredits(): Promise<number>;
  /**
   * Refunds members' gifts of a bout from escrow, with one movement per corner, and pays the members' debts
   * from the refunds. The caller must ensure that a member is refunded once per bout. Returns the refunded
   * coins.
   */
  refundGifts(trx: Transaction<Database>, refunds: GiftRefunds): Promise<number>;
  /**
   * Refunds gifts to a corner from the house account `corrections`. Uses the same idempotency keys as
   * `refundGifts`, so members whose gifts to the corner were already refunded are skipped. Pays the members'
   * debts from the refunds. Returns the refunded members.
   */
  refundCorrected(
    trx: Transaction<Database>,
    refunds: CorrectionRefunds,
  ): Promise<CorrectionRefunds['refunds']>;
  /**
   * Closes a bout's escrows and transfers the kept coins to the house. Throws if an escrow still has coins
   * that must not be kept.
   */
  closeEscrows(
    trx: Transaction<Database>,
    matchLiveId: string,
    keep: { readonly red: boolean; readonly blue: boolean },
  ): Promise<number>;
  readWallets(
    memberIds: readonly MemberId[],
  ): Promise<ReadonlyMap<MemberId, { readonly balance: number; readonly owed: number }>>;
  /** Yields the ids of a member's gifts page by page, latest first. */
  pageGiftIds(memberId: MemberId, rowsMax: number): AsyncGenerator<readonly string[]>;
  /**
   * Returns a page of a member's movements, latest first.
   *
   * @throws {ApiError} `request_invalid` for an invalid cursor
   */
  readHistory(
    memberId: MemberId,
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<{ data: Movement[]; next_cursor: string | null }>;
  /** Writes a member's movements as CSV, latest first. */
  writeHistory(memberId: MemberId, language: Language): AsyncIterable<string>;
  /** Returns a member's wallet for the data export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
  /** Sums the flows of the accounts by period. */
  sumFlows(span: ReportSpan): Promise<readonly AccountFlow[]>;
  /** Returns the last check of the ledger, and the times of the last checks without faults. */
  readLastChecks(): Promise<LastChecks>;
  /** Returns the broken invariants of the ledger, as sentences. */
  findFaults(): Promise<string[]>;
}

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
    spend: (trx, debit) => spendCoins(store, trx, debit),
    clawBack: (trx, clawback) => clawBackCoins(store, trx, clawback),
    grantCoins: (trx, grant) => creditMember(store, trx, { ...grant, from: 'granted' }),
    forfeit: (trx, forfeit) => forfeitBalance(store, trx, forfeit),
    forfeitLateCredits: () => forfeitLateCredits(store, db),
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
    readHistory: (memberId, page) => readHistory(store, memberId, page),
    writeHistory: (memberId, language) =>
      writeHistoryCsv(store.pageMovements(memberId, {}, CSV_ROWS_MAX), language),
    pageGiftIds: (memberId, rowsMax) => store.pageGiftIds(memberId, rowsMax),
    exportOf: async (memberId) => ({
      wallet: {
        balance: (await store.findBalance(memberId)) ?? 0,
        movements: new StreamedRows(store.pageMovements(memberId, {}, EXPORT_ROWS_MAX)),
      },
    }),
    sumFlows: (span) => new LedgerReportStore(db).sumFlows(span),
    readLastChecks: async () => {
      const checks = new LedgerCheckStore(db);
      return { last: await checks.findLast(), good: await checks.findLastGood() };
    },
    findFaults: async () => [
      ...(await new LedgerCheckStore(db).checkAll({ checkpointAt: null })).faults,
    ],
  };
}

export interface WalletModuleDeps {
  readonly db: Kysely<Database>;
  /** The connection without a pooler, for the lock of the ledger check. */
  readonly directDb: Kysely<Database>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly wallet: Wallet;
}

/** Creates the module of the wallet, its history and the hourly check of the ledger. */
export function createWalletModule({
  db,
  directDb,
  clock,
  logger,
  wallet,
}: WalletModuleDeps): ApiModule {
  const store = new WalletStore(db);
  const checks = { store: new LedgerCheckStore(db, directDb), clock, logger };
  const csvExports = createLimit(CSV_EXPORTS.max, CSV_EXPORTS.seconds);
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
        await csvExports.take(bearer.memberId);
        const pages = store.pageMovements(bearer.memberId, movementQueryOf(query), CSV_ROWS_MAX);
        return { data: csvFile('coins', clock(), writeHistoryCsv(pages, language)) };
      },
    },
    registerInternal: (app) => {
      app.post('/ledger/check', (_request, reply) =>
        reply.type('application/x-ndjson').send(streamLedgerCheck(checks)),
      );
    },
    observe: (registry) => observeLedgerChecks(registry, checks),
    tasks: [
      {
        // Runs more often than hourly, so that the next run repeats a check that failed or was missed.
        name: 'ledger_check',
        crontab: '*/5 * * * *',
        atStart: true,
        run: (signal) => checkLedgerIfDue(checks, signal),
      },
    ],
  };
}
