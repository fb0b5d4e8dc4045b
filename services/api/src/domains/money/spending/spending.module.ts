import type {
  ExclusionDays,
  Spending as SpendingAnswer,
  SpendingPeriod,
} from '@sangwian/contract/endpoints/spending';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { ApiModule } from '../../../platform/http/handler.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { SpendingStore } from './spending.store.ts';
import { boundsOf, COOLING_OFF_MS, changeLimit, limitAt } from './spending-rules.ts';

const DAY_MS = 24 * 60 * 60_000;
const PERIODS = ['day', 'month'] as const satisfies readonly SpendingPeriod[];

/** Sums the satang of a member's orders since a time, if they are paid or can still be paid. */
export type SumSpent = (on: Kysely<Database>, memberId: MemberId, since: Date) => Promise<number>;

/** Members' spending limits and self-exclusions, for other modules. */
export interface Spending {
  /**
   * Refuses a member who is self-excluded. Uses the connection `on` if it is given.
   *
   * @throws {ApiError} `self_excluded` with the end as `until`
   */
  requireNotExcluded(memberId: MemberId, on?: Kysely<Database>): Promise<void>;
  /**
   * Refuses an order that exceeds the member's limits. The caller must have locked the member, so that
   * concurrent orders cannot exceed the limits.
   *
   * @throws {ApiError} `self_excluded`; `spending_limit_reached` with `period`, `left_satang` and `renews_at`
   */
  requireMayBuy(
    trx: Transaction<Database>,
    purchase: { readonly memberId: MemberId; readonly satang: number },
    sumSpent: SumSpent,
  ): Promise<void>;
  /** Returns when a member's exclusion ends; `null` if the member is not excluded. */
  excludedUntil(memberId: MemberId): Promise<Date | null>;
  /** Makes a member's exclusion end after the cooling-off period, unless it ends earlier. */
  shortenExclusion(trx: Transaction<Database>, memberId: MemberId): Promise<void>;
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
  forgetMember(trx: Transaction<Database>, memberId: MemberId): Promise<void>;
}

/**
 * `db` must be the connections that are reserved for transfers of coins, because every gift checks for an
 * exclusion.
 */
export function createSpending(db: Kysely<Database>, clock: Clock): Spending {
  const requireNotExcluded = async (
    memberId: MemberId,
    on: Kysely<Database> = db,
  ): Promise<void> => {
    const until = await new SpendingStore(on).findExclusionEnd(memberId, clock());
    if (until === null) return;
    throw new ApiError('self_excluded', {
      details: [{ path: 'until', message: until.toISOString() }],
    });
  };
  return {
    requireNotExcluded,
    requireMayBuy: async (trx, { memberId, satang }, sumSpent) => {
      await requireNotExcluded(memberId, trx);
      const now = clock();
      const limits = await new SpendingStore(trx).findLimits(memberId);
      for (const period of PERIODS) {
        const { satang: max } = limitAt(limits[period], now);
        if (max === null) continue;
        const { start, end } = boundsOf(period, now);
        const left = Math.max(0, max - (await sumSpent(trx, memberId, start)));
        if (satang <= left) continue;
        throw new ApiError('spending_limit_reached', {
          details: [
            { path: 'period', message: period },
            { path: 'left_satang', message: String(left) },
            { path: 'renews_at', message: end.toISOString() },
          ],
        });
      }
    },
    excludedUntil: (memberId) => new SpendingStore(db).findExclusionEnd(memberId, clock()),
    shortenExclusion: (trx, memberId) =>
      new SpendingStore(trx).shortenExclusion(
        memberId,
        new Date(clock().getTime() + COOLING_OFF_MS),
      ),
    exportOf: async (memberId) => ({
      spending: await new SpendingStore(db).findForExport(memberId),
    }),
    forgetMember: (trx, memberId) => new SpendingStore(trx).forgetMember(memberId),
  };
}

export interface SpendingModuleDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly sumSpent: SumSpent;
  /** Locks the member's row, so that limits do not change while an order is checked against them. */
  readonly lockMember: (trx: Transaction<Database>, memberId: MemberId) => Promise<unknown>;
}

async function present(
  { clock, sumSpent }: SpendingModuleDeps,
  on: Kysely<Database>,
  memberId: MemberId,
): Promise<SpendingAnswer> {
  const now = clock();
  const store = new SpendingStore(on);
  const limits = await store.findLimits(memberId);
  const ofPeriod = async (period: SpendingPeriod) => {
    const { satang, next } = limitAt(limits[period], now);
    const { start, end } = boundsOf(period, now);
    return {
      limit_satang: satang,
      spent_satang: await sumSpent(on, memberId, start),
      renews_at: end.toISOString(),
      next: next === null ? null : { limit_satang: next.satang, at: next.at.toISOString() },
    };
  };
  const until = await store.findExclusionEnd(memberId, now);
  return {
    day: await ofPeriod('day'),
    month: await ofPeriod('month'),
    excluded_until: until?.toISOString() ?? null,
  };
}

/** Creates the module with which members limit their spending. */
export function createSpendingModule(deps: SpendingModuleDeps): ApiModule {
  const { db, clock, lockMember } = deps;
  const change = async (
    memberId: MemberId,
    apply: (store: SpendingStore, now: Date) => Promise<void>,
  ) => ({
    data: await db.transaction().execute(async (trx) => {
      await lockMember(trx, memberId);
      await apply(new SpendingStore(trx), clock());
      return present(deps, trx, memberId);
    }),
  });
  const setLimit = (memberId: MemberId, period: SpendingPeriod, satang: number | null) =>
    change(memberId, async (store, now) => {
      const limits = await store.findLimits(memberId);
      await store.setLimit(memberId, period, changeLimit(limits[period], satang, now));
    });
  const withdraw = (memberId: MemberId, period: SpendingPeriod) =>
    change(memberId, async (store, now) => {
      const limit = limitAt((await store.findLimits(memberId))[period], now);
      if (limit.next !== null) await store.setLimit(memberId, period, { ...limit, next: null });
    });
  const exclude = (memberId: MemberId, days: ExclusionDays) =>
    change(memberId, (store, now) =>
      store.exclude(memberId, now, new Date(now.getTime() + days * DAY_MS)),
    );
  return {
    handlers: {
      'GET /member/spending': async ({ bearer }) => ({
        data: await present(deps, db, bearer.memberId),
      }),
      'PUT /member/spending/limit/{period}': ({ params, body, bearer }) =>
        setLimit(bearer.memberId, params.period, body.limit_satang),
      'DELETE /member/spending/limit/{period}/next': ({ params, bearer }) =>
        withdraw(bearer.memberId, params.period),
      'POST /member/spending/exclusion': ({ body, bearer }) => exclude(bearer.memberId, body.days),
    },
  };
}
