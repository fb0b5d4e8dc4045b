import type { Order } from '@sangwian/contract/endpoints/orders';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { AuditNote } from '../../../platform/http/audit-note.ts';
import type { Database } from '../../../schema/database.ts';
import type { SumSpent } from '../spending/spending.module.ts';
import { applySnapshot, type SnapshotSource } from './apply-snapshot.ts';
import { type BahtFlow, BahtReportStore } from './baht-report.store.ts';
import { closeOrdersOf } from './cancel-order.ts';
import {
  completeManualRefund,
  confirmOrder,
  findOrder,
  markSlipSent,
  type OperatorDecision,
  refundOrder,
  rejectOrder,
} from './decide-order.ts';
import type { OrderRow } from './orders.store.ts';
import { type PartnerPurchase, partnerAccountOf, recordPartnerOrder } from './partner-orders.ts';
import type { PayDeps } from './pay-order.ts';
import type { AttemptRef, ProviderName, ProviderSnapshot } from './payment-provider.ts';
import { attemptRefOf, pollProvider } from './poll-provider.ts';
import { presentOrder } from './present-order.ts';
import { applySecondPayment } from './second-payment.ts';
import { exportOrders, type OrderForOperator, showOrder } from './show-order.ts';
import { publishTransition } from './transition-order.ts';

/** Operations on orders for other modules. */
export interface Orders {
  /**
   * Applies a provider's snapshot. This is the only entry point for provider states. Snapshots may arrive
   * repeatedly and in any order. Coins are credited exactly once, in the transaction that changes the order.
   */
  applySnapshot(
    attemptId: string,
    snapshot: ProviderSnapshot,
    source: SnapshotSource,
  ): Promise<void>;
  findAttempt(
    by:
      | { readonly attemptId: string }
      | { readonly provider: ProviderName; readonly providerRef: string },
  ): Promise<AttemptRef | undefined>;
  /** Returns the ids of all payment attempts of a member. */
  attemptIdsOf(memberId: MemberId, trx?: Transaction<Database>): Promise<readonly string[]>;
  /**
   * Claims attempts that have waited since before `olderThan`, the longest unpolled first. Each claim is for
   * one caller and lasts a minute.
   */
  claimPendingAttempts(olderThan: Date, limit: number): Promise<readonly AttemptRef[]>;
  /** Polls the provider for an attempt and applies its snapshot. */
  poll(attempt: AttemptRef, source: SnapshotSource): Promise<void>;
  /**
   * Polls the provider for a second payment of this attempt. The second payment becomes a separate attempt,
   * and is refunded if the order is already paid.
   */
  pollSecondPayment(
    attempt: AttemptRef,
    providerRef: string,
    source: SnapshotSource,
  ): Promise<void>;

  /**
   * Locks an order and sets it to await confirmation of a slip. Runs in the caller's transaction, which then
   * adds the slip.
   *
   * @throws {ApiError} `order_not_found`, `order_closed`, `order_paid`
   */
  markSlipSent(
    trx: Transaction<Database>,
    slip: { readonly memberId: MemberId; readonly orderId: string; readonly details: unknown },
  ): Promise<void>;
  /** Returns an order as its member sees it. */
  present(orderId: string, trx?: Transaction<Database>): Promise<Order>;
  /** Publishes a change of an order, and of the wallet if the order is paid. Call it after the commit. */
  publish(orderId: string): Promise<void>;

  /**
   * Records a purchase on a partner's account as a paid order, in the caller's transaction. The caller must
   * publish the order after the commit.
   *
   * @returns the order's id
   */
  recordPartnerOrder(trx: Transaction<Database>, purchase: PartnerPurchase): Promise<string>;
  /** Sums the purchases on a partner's account since `since`, of one member or of all. */
  partnerSatangSince(
    trx: Transaction<Database>,
    spent: { readonly mapSystemId: string; readonly memberId?: MemberId; readonly since: Date },
  ): Promise<number>;

  /** @throws {ApiError} `order_not_found` */
  findForOperator(order: string): Promise<OrderForOperator>;
  /**
   * Confirms that an order's money was received and credits the coins. If the order was already paid, the transfer
   * of the slip is refunded.
   *
   * @throws {ApiError} `order_not_found`, `order_paid`; `slip_used` if the slip's transfer was used before and the
   *   decision does not allow this; `request_invalid` if several slips are undecided and the decision names none
   */
  confirm(decision: OperatorDecision): Promise<void>;
  /**
   * Rejects an order whose money is missing or wrong, and refunds the received money. If the order was already
   * paid or has another undecided slip, only the slip is rejected.
   *
   * @throws {ApiError} `order_not_found`, `order_closed`, `order_paid`; `request_invalid` if the named slip is not
   *   undecided
   */
  reject(decision: OperatorDecision): Promise<void>;
  /**
   * Refunds a paid order and takes its coins back. Coins that are already spent become a debt. Also refunds
   * an order with a wrong amount, whose coins were never credited.
   *
   * @returns whether the provider or an operator pays the refund
   * @throws {ApiError} `order_not_found`, `order_closed`
   */
  refund(decision: OperatorDecision): Promise<'provider' | 'by_hand'>;
  /**
   * Records that an operator paid a refund by hand.
   *
   * @throws {ApiError} `order_not_found` if no such manual refund is open
   */
  completeManualRefund(done: { readonly refundId: string } & AuditNote): Promise<void>;

  /** Sums received and returned baht by period. */
  sumBaht(span: Parameters<BahtReportStore['sumFlows']>[0]): Promise<readonly BahtFlow[]>;

  /**
   * Cancels the unpaid orders of a member in the transaction that deletes the account.
   *
   * @throws {ApiError} `order_open` if a payment may be under way
   */
  closeOrdersOf(trx: Transaction<Database>, memberId: MemberId): Promise<void>;
  /** Sums the satang of a member's orders since a time, if they are paid or can still be paid. */
  readonly sumSpent: SumSpent;
  /** Returns a member's orders and attempts for the data export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
}

/** Creates the operations of other modules. Each operation is one use case of this folder. */
export function createOrderOperations(deps: PayDeps): Orders {
  const { orders, attempts } = deps;
  const findRow = async (orderId: string, on?: Kysely<Database>): Promise<OrderRow> => {
    const row = await orders.find(orderId, on);
    if (row === undefined) throw new ApiError('order_not_found');
    return row;
  };
  return {
    applySnapshot: (attemptId, snapshot, source) =>
      applySnapshot(deps, attemptId, snapshot, source),
    findAttempt: async (by) => {
      const row = await attempts.find(by);
      return row === undefined ? undefined : attemptRefOf(row);
    },
    attemptIdsOf: (memberId, trx) => attempts.findIdsOfMember(memberId, trx),
    claimPendingAttempts: async (olderThan, limit) =>
      (await attempts.claimForPolling(olderThan, deps.clock(), limit)).map(attemptRefOf),
    poll: (attempt, source) => pollProvider(deps, attempt, source),
    pollSecondPayment: (attempt, providerRef, source) =>
      applySecondPayment(deps, attempt, providerRef, source),
    markSlipSent: (trx, slip) => markSlipSent(deps, trx, slip),
    present: async (orderId, trx) => presentOrder(deps, await findRow(orderId, trx), trx),
    publish: async (orderId) => {
      const row = await findRow(orderId);
      publishTransition(deps, { before: row, after: row, coinsMoved: row.status === 'paid' });
    },
    recordPartnerOrder: (trx, purchase) => recordPartnerOrder(deps, trx, purchase),
    partnerSatangSince: (trx, { mapSystemId, memberId, since }) =>
      orders.sumAccountSatang(trx, partnerAccountOf(mapSystemId), since, memberId),
    findForOperator: async (order) => showOrder(deps, await findOrder(deps, order)),
    confirm: (decision) => confirmOrder(deps, decision),
    reject: (decision) => rejectOrder(deps, decision),
    refund: (decision) => refundOrder(deps, decision),
    completeManualRefund: (done) => completeManualRefund(deps, done),
    sumSpent: (on, memberId, since) => orders.sumSpent(on, memberId, since),
    sumBaht: (span) => new BahtReportStore(deps.db).sumFlows(span),
    closeOrdersOf: (trx, memberId) => closeOrdersOf(deps, trx, memberId),
    exportOf: (memberId) => exportOrders(deps, memberId),
  };
}
