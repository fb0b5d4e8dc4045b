import type { Order } from '@sangwian/contract/endpoints/orders';
import { PaymentMethod } from '@sangwian/contract/endpoints/orders';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import { every } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely, Transaction } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { ApiModule, Handlers } from '../../../platform/http/handler.ts';
import { createLimit } from '../../../platform/http/rate-limits.ts';
import type { Idempotency } from '../../../platform/idempotency/idempotency.module.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Coins } from '../coins/coins.module.ts';
import type { Slips } from '../slips/slips.module.ts';
import type { Wallet } from '../wallet/wallet.module.ts';
import { applyView, type ViewSource } from './apply-view.ts';
import { askProvider, refOf } from './ask-provider.ts';
import { AttemptsStore } from './attempts.store.ts';
import { cancelOrder, closeOrdersOf, endOrders } from './cancel-order.ts';
import {
  confirmOrder,
  findOrder,
  finishByHand,
  type OperatorDecision,
  receiveSlip,
  refundOrder,
  rejectOrder,
} from './decide-order.ts';
import { type MakeDeps, makeOrder } from './make-order.ts';
import { tell } from './move-order.ts';
import { createOrderMetrics } from './order-metrics.ts';
import { type OrderRow, OrdersStore } from './orders.store.ts';
import { accountOf, type PartnerPurchase, recordPartnerOrder } from './partner-orders.ts';
import { optionsOf, type PayDeps, payOrder } from './pay-order.ts';
import type {
  AttemptRef,
  PaymentProvider,
  ProviderName,
  ProviderView,
} from './payment-provider.ts';
import { listOrders, presentOrder } from './present-order.ts';
import { RefundsStore } from './refunds.store.ts';
import { returnBaht } from './return-baht.ts';
import { applySecondPayment } from './second-payment.ts';
import { exportOrders, type OrderForOperator, showOrder } from './show-order.ts';

export type { ViewSource } from './apply-view.ts';
export type { OperatorDecision } from './decide-order.ts';
export type { PartnerPurchase } from './partner-orders.ts';
export { addPastOrder, type PastOrder } from './past-orders.ts';
export type {
  AttemptRef,
  AttemptToBegin,
  PaymentProvider,
  ProviderName,
  ProviderView,
  RefundView,
  TransferAccount,
} from './payment-provider.ts';
export { CURRENCY, NO_VIEW, namedAtProvider } from './payment-provider.ts';
export type { OrderForOperator } from './show-order.ts';

const JOB_POLL_MS = 10_000;
/** A member who looks at an order that is being paid has its provider asked this often at the most. */
const POLL_MS = 5_000;
const POLL_WAIT_MS = 4_000;
/** Each may be a call to a provider. A fan needs a few; one whose line breaks repeats them. */
const PER_MEMBER = {
  orders: { points: 100, seconds: 600 },
  payments: { points: 100, seconds: 600 },
} as const;

/** What other modules may do with orders. */
export interface Orders {
  /**
   * The one door for whatever a provider says, in any order and as often as it likes: moves the order on and credits
   * its coins exactly once, in one transaction.
   */
  applyView(attemptId: string, view: ProviderView, source: ViewSource): Promise<void>;
  findAttempt(
    by:
      | { readonly attemptId: string }
      | { readonly provider: ProviderName; readonly providerRef: string },
  ): Promise<AttemptRef | undefined>;
  /** The ids of all attempts to pay that a member ever made; in a transaction where told. */
  attemptIdsOf(memberId: MemberId, trx?: Transaction<Database>): Promise<readonly string[]>;
  /**
   * Attempts that have waited since before then, each given to one caller alone for a minute, those first that were not
   * asked about for longest.
   */
  pendingAttempts(olderThan: Date, limit: number): Promise<readonly AttemptRef[]>;
  /** Asks the provider about an attempt, and applies what it says. */
  ask(attempt: AttemptRef, source: ViewSource): Promise<void>;
  /**
   * The same about another payment that the provider has of this attempt: it becomes an attempt of its own, and its
   * money goes back where the order is paid.
   */
  askSecond(attempt: AttemptRef, providerRef: string, source: ViewSource): Promise<void>;

  /**
   * A slip was sent for an order: in the caller's transaction, which adds the slip itself after it. The order is locked
   * until it ends.
   *
   * @throws {ApiError} `order_not_found`, `order_closed`, `order_paid`
   */
  slipSent(
    trx: Transaction<Database>,
    slip: { readonly memberId: MemberId; readonly orderId: string; readonly details: unknown },
  ): Promise<void>;
  /** An order as its member sees it. Call it in the transaction that changed it, or without one. */
  present(orderId: string, trx?: Transaction<Database>): Promise<Order>;
  /** Tells sockets that an order, and perhaps a wallet, changed: after the commit. */
  publish(orderId: string): Promise<void>;

  /**
   * Coins that a partner's member bought on the partner's account: the order is made and paid at once, in the caller's
   * transaction. Publish it after the commit.
   *
   * @returns its id
   */
  recordPartnerOrder(trx: Transaction<Database>, purchase: PartnerPurchase): Promise<string>;
  /** What was bought on a partner's account since then: by this member of it, or by all of them. */
  partnerSatangSince(
    trx: Transaction<Database>,
    spent: { readonly mapSystemId: string; readonly memberId?: MemberId; readonly since: Date },
  ): Promise<number>;

  /** Orders that wait for an operator (a slip, a wrong amount, a refund by hand), and these, the oldest first. */
  listForOperator(limit: number, orderIds: readonly string[]): Promise<readonly OrderForOperator[]>;
  /** @throws {ApiError} `order_not_found` */
  findForOperator(order: string): Promise<OrderForOperator>;
  /**
   * The money is there: the order is paid and its coins are credited. Of one that was paid before somebody looked at its
   * slip, the money of the slip is queued to go back.
   *
   * @throws {ApiError} `order_not_found`, `order_paid`; `request_invalid` where several slips wait and none is named
   */
  confirm(decision: OperatorDecision): Promise<void>;
  /**
   * The money is not there, or not the right one: what came in goes back. Of one that was paid before somebody looked at
   * its slip, or that has another slip that waits, nothing but the slip is rejected.
   *
   * @throws {ApiError} `order_not_found`, `order_closed`, `order_paid`; `request_invalid` where the slip that is named
   *   does not wait
   */
  reject(decision: OperatorDecision): Promise<void>;
  /**
   * Gives the baht of a paid order back and takes its coins back; what was spent of them is owed. Also the baht of an
   * order of a wrong amount, whose coins were never credited.
   *
   * @returns whether the provider does it, or the operator has to do it by hand
   * @throws {ApiError} `order_not_found`, `order_closed`
   */
  refund(decision: OperatorDecision): Promise<'provider' | 'by_hand'>;
  /**
   * An operator gave the baht of a refund back by hand.
   *
   * @throws {ApiError} `order_not_found` where there is no such refund to do by hand
   */
  refundDone(done: {
    readonly refundId: string;
    readonly by: string;
    readonly why: string;
  }): Promise<void>;

  /**
   * Ends what a member whose account is being deleted has not begun to pay, in the transaction that deletes it.
   *
   * @throws {ApiError} `order_open` where baht may be on their way
   */
  closeOrdersOf(trx: Transaction<Database>, memberId: MemberId): Promise<void>;
  /** What is held of a member here, for its export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
}

export interface OrdersModule extends ApiModule, Orders {
  /** Ends orders whose time is over, and has baht given back that are due: what it does by itself every few seconds. */
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
  readonly members: MakeDeps['members'];
  readonly hasParentsConsent: MakeDeps['hasParentsConsent'];
  readonly publicUrl: string;
  readonly providers: readonly PaymentProvider[];
}

/** The bearer's own order. @throws {ApiError} `order_not_found` */
async function findOwn(deps: PayDeps, memberId: MemberId, orderId: string): Promise<OrderRow> {
  const order = await deps.orders.find(orderId);
  if (order?.member_id !== memberId) throw new ApiError('order_not_found');
  return order;
}

/** Asks the provider of an order that its member is waiting for, unless that was just done. */
async function pollProvider(deps: PayDeps, order: OrderRow): Promise<void> {
  if (order.status !== 'pending') return;
  const latest = (await deps.attempts.findLatest([order.coin_order_id])).get(order.coin_order_id);
  const now = deps.clock();
  const before = new Date(now.getTime() - POLL_MS);
  if (
    latest === undefined ||
    !(await deps.attempts.claimLook(latest.payment_attempt_id, before, now))
  ) {
    return;
  }
  // Whatever it says the member is told how the order stands; the job asks again.
  await askProvider(deps, refOf({ ...latest, number: order.number }), 'poll', POLL_WAIT_MS).catch(
    (err: unknown) => deps.logger.warn({ err }, 'a provider did not answer'),
  );
}

function createHandlers(deps: PayDeps): Handlers {
  const perOrder = createLimit(PER_MEMBER.orders.points, PER_MEMBER.orders.seconds);
  const perPayment = createLimit(PER_MEMBER.payments.points, PER_MEMBER.payments.seconds);
  const answer = async (memberId: MemberId, orderId: string) => ({
    data: await presentOrder(deps, await findOwn(deps, memberId, orderId)),
  });
  return {
    'GET /payment/option': async () => {
      const options = optionsOf(deps).map(({ option }) => option);
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
      await pollProvider(deps, await findOwn(deps, bearer.memberId, params.order_id));
      return answer(bearer.memberId, params.order_id);
    },
    'POST /order/{order_id}/pay': async ({ params, body, bearer, idempotencyKey }) => {
      await perPayment.take(bearer.memberId);
      const call = { orderId: params.order_id, wish: body };
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

/** What other modules may do, on these dependencies. */
function createUseCases(deps: PayDeps): Orders {
  const { orders, attempts } = deps;
  const findRow = async (orderId: string, on?: Kysely<Database>): Promise<OrderRow> => {
    const row = await orders.find(orderId, on);
    if (row === undefined) throw new ApiError('order_not_found');
    return row;
  };
  return {
    applyView: (attemptId, view, source) => applyView(deps, attemptId, view, source),
    findAttempt: async (by) => {
      const row = await attempts.find(by);
      return row === undefined ? undefined : refOf(row);
    },
    attemptIdsOf: (memberId, trx) => attempts.findIdsOfMember(memberId, trx),
    pendingAttempts: async (olderThan, limit) =>
      (await attempts.claimWaiting(olderThan, deps.clock(), limit)).map(refOf),
    ask: (attempt, source) => askProvider(deps, attempt, source),
    askSecond: (attempt, providerRef, source) =>
      applySecondPayment(deps, attempt, providerRef, source),
    slipSent: (trx, slip) => receiveSlip(deps, trx, slip),
    present: async (orderId, trx) => presentOrder(deps, await findRow(orderId, trx), trx),
    publish: async (orderId) => {
      const row = await findRow(orderId);
      tell(deps, { before: row, after: row, coinsMoved: row.status === 'paid' });
    },
    recordPartnerOrder: (trx, purchase) => recordPartnerOrder(deps, trx, purchase),
    partnerSatangSince: (trx, { mapSystemId, memberId, since }) =>
      orders.sumOfAccount(trx, accountOf(mapSystemId), since, memberId),
    listForOperator: async (limit, orderIds) => {
      const rows = await orders.findForOperator(limit, orderIds);
      return Promise.all(rows.map((row) => showOrder(deps, row)));
    },
    findForOperator: async (order) => showOrder(deps, await findOrder(deps, order)),
    confirm: (decision) => confirmOrder(deps, decision),
    reject: (decision) => rejectOrder(deps, decision),
    refund: (decision) => refundOrder(deps, decision),
    refundDone: (done) => finishByHand(deps, done),
    closeOrdersOf: (trx, memberId) => closeOrdersOf(deps, trx, memberId),
    exportOf: (memberId) => exportOrders(deps, memberId),
  };
}

/** Orders of coins: how they are made, paid, ended, refunded and taken back. */
export function createOrdersModule({ providers, ...options }: OrdersModuleDeps): OrdersModule {
  const { db, logger } = options;
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
  };
  const polls = [
    every(JOB_POLL_MS, (signal) => endOrders(deps, signal), { name: 'order_end', logger }),
    every(JOB_POLL_MS, (signal) => returnBaht(deps, signal), { name: 'order_refund', logger }),
  ];
  return {
    ...createUseCases(deps),
    work: async () => {
      await Promise.all(polls.map((poll) => poll.runSoon()));
    },
    handlers: createHandlers(deps),
    observe: (registry) => metrics.observe(registry),
    start: () => {
      for (const poll of polls) poll.start();
    },
    stop: async () => {
      await Promise.all(polls.map((poll) => poll.stop()));
    },
  };
}
