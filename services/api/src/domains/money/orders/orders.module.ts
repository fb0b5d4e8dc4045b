import type { Order } from '@sangwian/contract/endpoints/orders';
import { PaymentMethod } from '@sangwian/contract/endpoints/orders';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely, Transaction } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { AuditNote } from '../../../platform/http/audit-note.ts';
import type { ApiModule, Handlers } from '../../../platform/http/handler.ts';
import { createLimit } from '../../../platform/http/rate-limits.ts';
import type { Idempotency } from '../../../platform/idempotency/idempotency.module.ts';
import type { SharedCounters } from '../../../platform/limits/shared-counters.ts';
import type { Mail } from '../../../platform/mail/mail.module.ts';
import type { SwitchGate } from '../../../platform/switches/switches.module.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Coins } from '../coins/coins.module.ts';
import type { Slips } from '../slips/slips.module.ts';
import type { Spending, SumSpent } from '../spending/spending.module.ts';
import type { Wallet } from '../wallet/wallet.module.ts';
import { applySnapshot, type SnapshotSource } from './apply-snapshot.ts';
import { AttemptsStore } from './attempts.store.ts';
import { type BahtFlow, BahtReportStore } from './baht-report.store.ts';
import { cancelOrder, closeOrdersOf, expireOrders } from './cancel-order.ts';
import {
  completeManualRefund,
  confirmOrder,
  findOrder,
  markSlipSent,
  type OperatorDecision,
  refundOrder,
  rejectOrder,
} from './decide-order.ts';
import { type MakeOrderDeps, makeOrder } from './make-order.ts';
import { createOrderMetrics } from './order-metrics.ts';
import { type OrderRow, OrdersStore } from './orders.store.ts';
import { type PartnerPurchase, partnerAccountOf, recordPartnerOrder } from './partner-orders.ts';
import { type PayDeps, paymentOptionsOf, payOrder } from './pay-order.ts';
import type {
  AttemptRef,
  PaymentProvider,
  ProviderName,
  ProviderSnapshot,
} from './payment-provider.ts';
import { attemptRefOf, pollProvider } from './poll-provider.ts';
import { listOrders, presentOrder } from './present-order.ts';
import { createReceipts } from './receipts.ts';
import { REFUND_TASK, RefundsStore } from './refunds.store.ts';
import { applySecondPayment } from './second-payment.ts';
import { sendRefunds } from './send-refunds.ts';
import { exportOrders, type OrderForOperator, showOrder } from './show-order.ts';
import { publishTransition } from './transition-order.ts';

export type { SnapshotSource } from './apply-snapshot.ts';
export type { BahtFlow } from './baht-report.store.ts';
export type { OperatorDecision } from './decide-order.ts';
export type { PartnerPurchase } from './partner-orders.ts';
export { addPastOrder, type PastOrder } from './past-orders.ts';
export type {
  AttemptRef,
  AttemptToBegin,
  PaymentProvider,
  ProviderName,
  ProviderSnapshot,
  RefundResult,
  TransferAccount,
} from './payment-provider.ts';
export { CURRENCY, EMPTY_SNAPSHOT, providerAttemptIdOf } from './payment-provider.ts';
export type { OrderForOperator } from './show-order.ts';

/** Minimum interval between polls of a pending order that are triggered by the member's page. */
const POLL_MS = 5_000;
const POLL_WAIT_MS = 4_000;
/** Rate limit for requests that may reach a provider. A fan with a bad connection may need some retries. */
const PER_MEMBER = {
  orders: { points: 100, seconds: 600 },
  payments: { points: 100, seconds: 600 },
} as const;

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
  /** Returns an order in the form for its member. */
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

export interface OrdersModule extends ApiModule, Orders {
  /** Expires orders and sends due refunds. The scheduled tasks run this, too. */
  work(): Promise<void>;
}

export interface OrdersModuleDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly logger: Logger;
  readonly idempotency: Idempotency;
  readonly wallet: Wallet;
  readonly coins: Coins;
  readonly slips: Slips;
  readonly spending: Pick<Spending, 'requireMayBuy' | 'requireNotExcluded'>;
  readonly members: MakeOrderDeps['members'];
  readonly hasParentsConsent: MakeOrderDeps['hasParentsConsent'];
  readonly switches: SwitchGate;
  readonly mail: Mail;
  readonly publicUrl: string;
  readonly providers: readonly PaymentProvider[];
  /** `null` if each node counts alone. */
  readonly counters: SharedCounters | null;
}

/** Finds an order of the bearer. @throws {ApiError} `order_not_found` */
async function findOwn(deps: PayDeps, memberId: MemberId, orderId: string): Promise<OrderRow> {
  const order = await deps.orders.find(orderId);
  if (order?.member_id !== memberId) throw new ApiError('order_not_found');
  return order;
}

/** Polls the provider of a pending order, unless it was polled very recently. */
async function pollOpenOrder(deps: PayDeps, order: OrderRow): Promise<void> {
  if (order.status !== 'pending') return;
  const latest = (await deps.attempts.findLatest([order.coin_order_id])).get(order.coin_order_id);
  const now = deps.clock();
  const before = new Date(now.getTime() - POLL_MS);
  if (
    latest === undefined ||
    !(await deps.attempts.claimPoll(latest.payment_attempt_id, before, now))
  ) {
    return;
  }
  // The member gets the order even if the provider does not respond. The reconciliation job polls again.
  await pollProvider(
    deps,
    attemptRefOf({ ...latest, number: order.number }),
    'poll',
    POLL_WAIT_MS,
  ).catch((err: unknown) => deps.logger.warn({ err }, 'payment provider did not answer'));
}

function createHandlers(deps: PayDeps, counters: SharedCounters | null): Handlers {
  const limitOf = (name: keyof typeof PER_MEMBER) =>
    createLimit(PER_MEMBER[name].points, PER_MEMBER[name].seconds, { name, counters });
  const [perOrder, perPayment] = [limitOf('orders'), limitOf('payments')];
  const answer = async (memberId: MemberId, orderId: string) => ({
    data: await presentOrder(deps, await findOwn(deps, memberId, orderId)),
  });
  return {
    'GET /payment/option': async () => {
      const options = paymentOptionsOf(deps).map(({ option }) => option);
      const order = PaymentMethod.options;
      return {
        data: options.sort((a, b) => order.indexOf(a.method) - order.indexOf(b.method)),
      };
    },
    'POST /order': async ({ body, bearer, idempotencyKey }) => {
      await perOrder.take(bearer.memberId);
      const orderId = await makeOrder(deps, bearer.memberId, idempotencyKey, body);
      return answer(bearer.memberId, orderId);
    },
    'GET /order': ({ query, bearer }) => listOrders(deps, bearer.memberId, query),
    'GET /order/{order_id}': async ({ params, bearer }) => {
      await pollOpenOrder(deps, await findOwn(deps, bearer.memberId, params.order_id));
      return answer(bearer.memberId, params.order_id);
    },
    'POST /order/{order_id}/pay': async ({ params, body, bearer, idempotencyKey }) => {
      await perPayment.take(bearer.memberId);
      const call = { orderId: params.order_id, request: body };
      await payOrder(deps, bearer.memberId, idempotencyKey, call);
      return answer(bearer.memberId, params.order_id);
    },
    'POST /order/{order_id}/cancel': async ({ params, bearer }) => {
      await perPayment.take(bearer.memberId);
      await cancelOrder(deps, bearer.memberId, params.order_id);
      return answer(bearer.memberId, params.order_id);
    },
  };
}

function createUseCases(deps: PayDeps): Orders {
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

/** Creates the module of coin orders, from making and paying them to expiry and refunds. */
export function createOrdersModule({ providers, ...options }: OrdersModuleDeps): OrdersModule {
  const { db } = options;
  const orders = new OrdersStore(db);
  const attempts = new AttemptsStore(db);
  const refunds = new RefundsStore(db);
  const metrics = createOrderMetrics(async () => ({
    orders: await orders.countOpenByMethod(),
    refunds: await refunds.countOpen(),
  }));
  const deps: PayDeps = {
    ...options,
    providers: new Map(providers.map((provider) => [provider.name, provider])),
    orders,
    attempts,
    refunds,
    metrics,
    receipts: createReceipts(options),
  };
  return {
    ...createUseCases(deps),
    work: async () => {
      await Promise.all([expireOrders(deps), sendRefunds(deps)]);
    },
    handlers: createHandlers(deps, options.counters),
    observe: (registry) => metrics.observe(registry),
    tasks: [
      { name: 'order_end', crontab: '* * * * *', run: (signal) => expireOrders(deps, signal) },
      { name: REFUND_TASK, crontab: '* * * * *', run: (signal) => sendRefunds(deps, signal) },
    ],
  };
}
