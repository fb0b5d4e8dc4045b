import type { Order } from '@sangwian/contract/endpoints/orders';
import type { MemberId } from '@sangwian/contract/ids';
import type { Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { AttemptRef, ProviderName, ProviderView } from './payment-provider.ts';

export type {
  AttemptRef,
  AttemptToBegin,
  PaymentProvider,
  ProviderName,
  ProviderView,
  RefundView,
  TransferAccount,
} from './payment-provider.ts';
export { CURRENCY } from './payment-provider.ts';

/** Who brought what a provider says. */
export type ViewSource = 'answer' | 'webhook' | 'poll' | 'reconciliation';

/** What an operator decides: who it is and why stand in the order's events for ever. */
export interface OperatorDecision {
  /** The order's id or its number for people. */
  readonly order: string;
  readonly by: string;
  readonly why: string;
}

/** An order as an operator sees it. */
export interface OrderForOperator {
  readonly orderId: string;
  readonly memberId: MemberId;
  readonly order: Order;
  readonly attempts: readonly (AttemptRef & {
    readonly paidSatang: number | null;
    readonly paidCurrency: string | null;
    readonly refundedSatang: number;
    readonly disputed: ProviderView['disputed'];
  })[];
  readonly refunds: readonly {
    readonly refundId: string;
    readonly kind: 'duplicate' | 'operator';
    /** `by_hand`: the provider cannot; somebody gives the baht back and says so with `refundDone`. */
    readonly status: 'created' | 'pending' | 'by_hand' | 'done' | 'failed';
    readonly satang: number;
    readonly by: string;
    readonly why: string;
    readonly createdAt: Date;
  }[];
  readonly events: readonly {
    readonly at: Date;
    readonly who: string;
    readonly what: string;
    readonly statusAfter: string;
    readonly reason: string | null;
    readonly details: unknown;
  }[];
}

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
  /**
   * Attempts that have waited since before then, each given to one caller alone for a minute, those first that were not
   * asked about for longest.
   */
  pendingAttempts(olderThan: Date, limit: number): Promise<readonly AttemptRef[]>;
  /** Asks the provider about an attempt, and applies what it says. */
  ask(attempt: AttemptRef, source: ViewSource): Promise<void>;

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
  recordPartnerOrder(
    trx: Transaction<Database>,
    purchase: {
      readonly memberId: MemberId;
      readonly mapSystemId: string;
      readonly packageId: number;
      readonly baseCoins: number;
      readonly bonusCoins: number;
      readonly satang: number;
    },
  ): Promise<string>;
  /** What was bought on a partner's account since then: by this member of it, or by all of them. */
  partnerSatangSince(
    trx: Transaction<Database>,
    spent: { readonly mapSystemId: string; readonly memberId?: MemberId; readonly since: Date },
  ): Promise<number>;

  /** Orders that wait for an operator (a slip, a wrong amount, a refund by hand), the oldest first. */
  listForOperator(limit: number): Promise<readonly OrderForOperator[]>;
  /** @throws {ApiError} `order_not_found` */
  findForOperator(order: string): Promise<OrderForOperator>;
  /**
   * The money is there: the order is paid and its coins are credited.
   *
   * @throws {ApiError} `order_not_found`, `order_closed`, `order_paid`
   */
  confirm(decision: OperatorDecision): Promise<void>;
  /**
   * The money is not there.
   *
   * @throws {ApiError} `order_not_found`, `order_closed`, `order_paid`
   */
  reject(decision: OperatorDecision): Promise<void>;
  /**
   * Gives the baht of a paid order back and takes its coins back; what was spent of them is owed. Also the baht of an
   * order that awaits confirmation, whose coins were never credited.
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
}
