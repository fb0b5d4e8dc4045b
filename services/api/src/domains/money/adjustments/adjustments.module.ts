import type { MemberId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { AloneCoins } from '../alone-coins/alone-coins.module.ts';
import type { Wallet } from '../wallet/wallet.module.ts';
import {
  type AdjustmentFilter,
  type AdjustmentPosition,
  type AdjustmentRow,
  AdjustmentStore,
} from './adjustments.store.ts';

export type { AdjustmentPosition, AdjustmentRow } from './adjustments.store.ts';

const HOUR_MS = 3_600_000;
/** A request waits for a second person over a weekend; later the reason may no longer hold. */
const REQUEST_MS = 72 * HOUR_MS;

/** The staff member who asks or decides. */
export interface Person {
  readonly staffId: string;
  readonly name: string;
}

export interface NewAdjustment {
  /** Chosen by the caller: one id is one adjustment, for ever. */
  readonly adjustmentId: string;
  readonly memberId: MemberId;
  /** Above zero: added; below zero: taken. */
  readonly coins: number;
  readonly reason: string;
}

/** Coins that staff add to wallets or take from them. */
export interface Adjustments {
  /**
   * Moves the coins at once while they fit the coins that the person may give alone; else stores a request
   * for a second person. Idempotent by the id.
   *
   * @throws {ApiError} `member_not_found`, `balance_insufficient`, `wallet_blocked`, `adjustments_open_max`;
   *   `idempotency_conflict` if the id was used for a different adjustment
   */
  request(adjustment: NewAdjustment, author: Person): Promise<AdjustmentRow>;
  /**
   * Moves the coins of another person's request. Idempotent for the person who confirmed it.
   *
   * @throws {ApiError} `adjustment_not_found`, `adjustment_decided`, `adjustment_expired`, `second_person_needed`, and
   *   those of the movement
   */
  confirm(adjustmentId: string, person: Person): Promise<AdjustmentRow>;
  /** Refuses a request, or withdraws the own one. @throws {ApiError} as `confirm`, without a movement */
  refuse(adjustmentId: string, person: Person, reason: string): Promise<AdjustmentRow>;
  findPage(
    filter: { readonly open?: boolean; readonly memberId?: string },
    after: AdjustmentPosition | null,
    limit: number,
  ): Promise<AdjustmentRow[]>;
  /** Returns the coins that a person may give alone. */
  readonly readLimit: AloneCoins['read'];
}

export interface AdjustmentsDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly wallet: Pick<Wallet, 'grantCoins' | 'spend'>;
  readonly members: MemberLocks;
  readonly aloneCoins: AloneCoins;
}

/** The part of members that adjustments need. `compose` passes the members of the identity domain. */
interface MemberLocks {
  readonly lifecycle: {
    /**
     * Locks a member until the transaction ends.
     *
     * @throws {ApiError} `member_not_found`, for deleted members too
     */
    lock(trx: Transaction<Database>, memberId: string): Promise<unknown>;
  };
}

interface Parts extends AdjustmentsDeps {
  readonly store: AdjustmentStore;
}

/** Moves the coins of an adjustment; its id is the key of the transfer, so they move once. */
async function moveCoins(
  { wallet, members }: Parts,
  trx: Transaction<Database>,
  { coin_adjustment_id: id, member_id, amount_coins: coins }: AdjustmentRow,
): Promise<void> {
  const memberId = member_id as MemberId;
  // A deleted member's wallet is closed: coins for it would be forfeited.
  await members.lifecycle.lock(trx, memberId);
  const move = {
    memberId,
    coins: Math.abs(coins),
    kind: 'adjustment',
    idempotencyKey: `adjustment:${id}`,
    about: { type: 'operator', id },
  } as const;
  if (coins > 0) await wallet.grantCoins(trx, move);
  else await wallet.spend(trx, { ...move, to: 'granted' });
}

const isSame = (row: AdjustmentRow, asked: NewAdjustment, { staffId }: Person): boolean =>
  row.member_id === asked.memberId &&
  row.amount_coins === asked.coins &&
  row.created_by_staff_id === staffId;

async function request(parts: Parts, asked: NewAdjustment, author: Person): Promise<AdjustmentRow> {
  const { db, clock, store, members, aloneCoins } = parts;
  return db.transaction().execute(async (trx) => {
    const alone = await aloneCoins.fits(trx, author.staffId, Math.abs(asked.coins));
    const known = await store.find(trx, asked.adjustmentId);
    if (known !== undefined) {
      if (isSame(known, asked, author)) return known;
      throw new ApiError('idempotency_conflict');
    }
    const now = clock();
    if (!alone && (await store.countOpen(trx, author.staffId, now)) >= LIMITS.openAdjustmentsMax) {
      throw new ApiError('adjustments_open_max');
    }
    await members.lifecycle.lock(trx, asked.memberId);
    const row: AdjustmentRow = {
      coin_adjustment_id: asked.adjustmentId,
      member_id: asked.memberId,
      amount_coins: asked.coins,
      reason: asked.reason,
      alone,
      created_by: author.name,
      created_by_staff_id: author.staffId,
      created_at: now,
      expires_at: new Date(now.getTime() + REQUEST_MS),
      ...(alone ? decisionOf('done', author, now) : UNDECIDED),
    };
    // Another person used the id between the look-up and now.
    if (!(await store.insert(trx, row))) throw new ApiError('idempotency_conflict');
    if (alone) await moveCoins(parts, trx, row);
    return row;
  });
}

const UNDECIDED = {
  state: 'open',
  decided_by: null,
  decided_by_staff_id: null,
  decided_at: null,
  decision_reason: null,
} as const;

const decisionOf = (
  state: 'done' | 'refused' | 'withdrawn',
  { staffId, name }: Person,
  now: Date,
  reason: string | null = null,
) => ({
  state,
  decided_by: name,
  decided_by_staff_id: staffId,
  decided_at: now,
  decision_reason: reason,
});

/** Locks a request that can still be decided. */
async function lockOpen(
  { store, clock }: Parts,
  trx: Transaction<Database>,
  adjustmentId: string,
): Promise<AdjustmentRow> {
  const row = await store.lock(trx, adjustmentId);
  if (row === undefined) throw new ApiError('adjustment_not_found');
  if (row.state !== 'open') {
    throw new ApiError('adjustment_decided', {
      details: [
        { path: 'state', message: row.state },
        { path: 'by', message: row.decided_by ?? '' },
      ],
    });
  }
  if (row.expires_at <= clock()) throw new ApiError('adjustment_expired');
  return row;
}

async function confirm(parts: Parts, adjustmentId: string, person: Person): Promise<AdjustmentRow> {
  const { db, clock, store } = parts;
  return db.transaction().execute(async (trx) => {
    const seen = await store.lock(trx, adjustmentId);
    // The answer to the first call may have been lost.
    if (seen?.state === 'done' && !seen.alone && seen.decided_by_staff_id === person.staffId) {
      return seen;
    }
    const row = await lockOpen(parts, trx, adjustmentId);
    if (row.created_by_staff_id === person.staffId) throw new ApiError('second_person_needed');
    const decision = decisionOf('done', person, clock());
    await store.decide(trx, adjustmentId, decision);
    await moveCoins(parts, trx, row);
    return { ...row, ...decision };
  });
}

async function refuse(
  parts: Parts,
  adjustmentId: string,
  person: Person,
  reason: string,
): Promise<AdjustmentRow> {
  const { db, clock, store } = parts;
  return db.transaction().execute(async (trx) => {
    const row = await lockOpen(parts, trx, adjustmentId);
    const state = row.created_by_staff_id === person.staffId ? 'withdrawn' : 'refused';
    const decision = decisionOf(state, person, clock(), reason);
    await store.decide(trx, adjustmentId, decision);
    return { ...row, ...decision };
  });
}

export function createAdjustments(deps: AdjustmentsDeps): Adjustments {
  const parts: Parts = { ...deps, store: new AdjustmentStore(deps.db) };
  const { clock, store, aloneCoins } = parts;
  return {
    request: (adjustment, author) => request(parts, adjustment, author),
    confirm: (adjustmentId, person) => confirm(parts, adjustmentId, person),
    refuse: (adjustmentId, person, reason) => refuse(parts, adjustmentId, person, reason),
    findPage: ({ open, memberId }, after, limit) => {
      const filter: AdjustmentFilter = { openAt: open === true ? clock() : undefined, memberId };
      return store.findPage(filter, after, limit);
    },
    readLimit: aloneCoins.read,
  };
}
