import type { Book, Shelf } from '../book.ts';
import { makePayPalId } from '../make-id.ts';
import { readAmount } from './paypal-amounts.ts';
import type { OrderInput, OrderUnit, PayPalRefundInput } from './paypal-inputs.ts';
import {
  type CaptureRecord,
  type Funding,
  type OrderRecord,
  type PayPalEventRecord,
  type PayPalRefundRecord,
  refundedOfCapture,
} from './paypal-records.ts';
import { noSuchResource, unprocessable } from './paypal-refusal.ts';
import {
  type PayPalAddresses,
  presentCapture,
  presentOrder,
  presentPayPalDispute,
  presentPayPalEvent,
  presentPayPalRefund,
} from './present-paypal.ts';

export const PAYPAL_LIMITS = {
  ordersKeptMax: 5_000,
  eventsKeptMax: 10_000,
  /** Lifetime of an unapproved order. */
  approvalHours: 3,
} as const;

const HOUR_MS = 3_600_000;

interface AccountOptions {
  readonly book: Book;
  readonly addresses: PayPalAddresses;
  readonly now: () => Date;
  readonly onEvent: (event: PayPalEventRecord) => void;
}

/** A capture with its order. */
interface Captured {
  readonly order: OrderRecord;
  readonly capture: CaptureRecord;
}

/** A merchant's account at PayPal: orders, approvals, captures and refunds. */
export class PayPalAccount {
  readonly #options: AccountOptions;
  readonly #orders: Shelf<OrderRecord>;
  readonly #events: Shelf<PayPalEventRecord>;

  constructor(options: AccountOptions) {
    this.#options = options;
    this.#orders = options.book.shelf('paypal_order', PAYPAL_LIMITS.ordersKeptMax);
    this.#events = options.book.shelf('paypal_event', PAYPAL_LIMITS.eventsKeptMax);
  }

  createOrder(input: OrderInput & { readonly unit: OrderUnit }): OrderRecord {
    const { unit, payment_source, application_context } = input;
    const context = payment_source?.paypal?.experience_context ?? application_context;
    const at = this.#at();
    const order: OrderRecord = {
      id: makePayPalId(),
      status: payment_source?.paypal === undefined ? 'CREATED' : 'PAYER_ACTION_REQUIRED',
      amount_satang: readAmount(unit.amount, '/purchase_units/0/amount'),
      reference_id: unit.reference_id,
      description: unit.description ?? null,
      custom_id: unit.custom_id ?? null,
      invoice_id: unit.invoice_id ?? null,
      return_url: context?.return_url ?? null,
      cancel_url: context?.cancel_url ?? null,
      payer_id: null,
      funding: 'pays',
      capture: null,
      dispute: null,
      create_time: at,
      update_time: at,
    };
    this.#orders.put(order.id, order);
    return order;
  }

  /** @throws {PayPalRefusal} for an unknown order */
  order(id: string): OrderRecord {
    const order = this.#orders.get(id);
    if (order === undefined) throw noSuchResource();
    const isOpen = order.status === 'CREATED' || order.status === 'PAYER_ACTION_REQUIRED';
    const over = Date.parse(order.create_time) + PAYPAL_LIMITS.approvalHours * HOUR_MS;
    return isOpen && over <= this.#options.now().getTime() ? this.void(id) : order;
  }

  /** The oldest first. */
  orders(): OrderRecord[] {
    return this.#orders.list();
  }

  events(): PayPalEventRecord[] {
    return this.#events.list();
  }

  captureOf(captureId: string): Captured {
    const order = this.#orders.list().find(({ capture }) => capture?.id === captureId);
    if (order?.capture == null) throw noSuchResource();
    return { order, capture: order.capture };
  }

  refundOf(refundId: string): Captured & { readonly refund: PayPalRefundRecord } {
    for (const order of this.#orders.list()) {
      const refund = order.capture?.refunds.find(({ id }) => id === refundId);
      if (order.capture !== null && refund !== undefined) {
        return { order, capture: order.capture, refund };
      }
    }
    throw noSuchResource();
  }

  /** Returns the disputed orders that match. */
  disputed(fits: (order: OrderRecord) => boolean): OrderRecord[] {
    return this.#orders.list().filter((order) => order.dispute !== null && fits(order));
  }

  /** Approves an order; `funding` determines the result of the capture. */
  approve(id: string, funding: Funding, amountSatang?: number): OrderRecord {
    const order = this.#orders.get(id);
    if (order === undefined || order.capture !== null || order.status === 'APPROVED') {
      throw unprocessable('ORDER_ALREADY_COMPLETED', 'The order cannot be approved any more.');
    }
    const approved = this.#change(order, {
      status: 'APPROVED',
      payer_id: makePayPalId(13),
      funding,
      amount_satang: amountSatang ?? order.amount_satang,
    });
    this.#emitOrder(approved);
    return approved;
  }

  /** Declines the funding of an order. */
  decline(id: string): OrderRecord {
    return this.#change(this.order(id), { funding: 'declines' });
  }

  /** Voids an order, as PayPal does when it expires. */
  void(id: string): OrderRecord {
    const order = this.#orders.get(id);
    if (order === undefined || order.capture !== null) {
      throw unprocessable('ORDER_CANNOT_BE_VOIDED', 'The order has been captured.');
    }
    return this.#change(order, { status: 'VOIDED' });
  }

  capture(id: string): OrderRecord {
    const order = this.order(id);
    const { status, funding } = order;
    if (order.capture !== null) {
      throw unprocessable(
        'ORDER_ALREADY_CAPTURED',
        "Order already captured. If 'intent=CAPTURE' only one capture per order is allowed.",
      );
    }
    if (status === 'VOIDED') throw unprocessable('ORDER_EXPIRED', 'The order is expired.');
    if (status !== 'APPROVED') {
      throw unprocessable(
        'ORDER_NOT_APPROVED',
        'Payer has not yet approved the Order for payment.',
      );
    }
    if (funding === 'declines') throw this.#declined(order);
    const at = this.#at();
    const capture: CaptureRecord = {
      id: makePayPalId(),
      status: funding === 'holds' ? 'PENDING' : 'COMPLETED',
      amount_satang: order.amount_satang,
      refunds: [],
      create_time: at,
      update_time: at,
    };
    return this.#emitCapture(this.#change(order, { status: 'COMPLETED', capture }));
  }

  /** Completes or declines a capture that PayPal held for review. */
  settle(id: string, status: 'COMPLETED' | 'DECLINED'): OrderRecord {
    const order = this.order(id);
    if (order.capture?.status !== 'PENDING') {
      throw unprocessable('CAPTURE_STATUS_NOT_VALID', 'The capture is not held for review.');
    }
    const capture = { ...order.capture, status, update_time: this.#at() };
    return this.#emitCapture(this.#change(order, { capture }));
  }

  refund(captureId: string, input: PayPalRefundInput): PayPalRefundRecord {
    const { order, capture } = this.captureOf(captureId);
    const refundable = capture.amount_satang - refundedOfCapture(capture);
    if (capture.status !== 'COMPLETED') {
      throw unprocessable('REFUND_CAPTURE_STATUS_NOT_VALID', 'The capture is not completed.');
    }
    if (refundable === 0) {
      throw unprocessable('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded.');
    }
    if (order.dispute !== null && order.dispute.outcome_code !== 'RESOLVED_SELLER_FAVOUR') {
      throw unprocessable(
        'CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED',
        'The capture is disputed.',
      );
    }
    const amount_satang =
      input.amount === undefined ? refundable : readAmount(input.amount, '/amount');
    if (amount_satang > refundable) {
      throw unprocessable(
        'REFUND_AMOUNT_EXCEEDED',
        'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
      );
    }
    const refund: PayPalRefundRecord = {
      id: makePayPalId(),
      amount_satang,
      note_to_payer: input.note_to_payer ?? null,
      custom_id: input.custom_id ?? null,
      create_time: this.#at(),
    };
    const refunded = { ...capture, refunds: [...capture.refunds, refund] };
    const changed = this.#change(order, { capture: refunded });
    this.#emit(changed, {
      event_type: 'PAYMENT.CAPTURE.REFUNDED',
      resource_type: 'refund',
      summary: 'A refund was made',
      resource: presentPayPalRefund(refunded, refund, this.#options.addresses),
    });
    return refund;
  }

  openDispute(id: string): OrderRecord {
    const order = this.order(id);
    if (order.capture?.status !== 'COMPLETED' || order.dispute !== null) {
      throw unprocessable('DISPUTE_NOT_POSSIBLE', 'The order cannot be disputed.');
    }
    const at = this.#at();
    return this.#emitDispute(
      this.#change(order, {
        dispute: {
          id: `PP-R-${makePayPalId(3)}-${makePayPalId(8)}`,
          status: 'OPEN',
          outcome_code: null,
          create_time: at,
          update_time: at,
        },
      }),
      'CUSTOMER.DISPUTE.CREATED',
    );
  }

  closeDispute(id: string, outcome: 'won' | 'lost'): OrderRecord {
    const order = this.order(id);
    if (order.dispute?.status !== 'OPEN') {
      throw unprocessable('DISPUTE_NOT_POSSIBLE', 'The order has no open dispute.');
    }
    const outcome_code = outcome === 'won' ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR';
    const dispute = {
      ...order.dispute,
      status: 'RESOLVED' as const,
      outcome_code: outcome_code as typeof outcome_code,
      update_time: this.#at(),
    };
    return this.#emitDispute(this.#change(order, { dispute }), 'CUSTOMER.DISPUTE.RESOLVED');
  }

  #at(): string {
    return this.#options
      .now()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z');
  }

  #declined(order: OrderRecord) {
    const href = `${this.#options.addresses.site}/checkoutnow?token=${order.id}`;
    return unprocessable(
      'INSTRUMENT_DECLINED',
      'The instrument presented was either declined by the processor or bank, or it cannot be used for this payment.',
      { links: [{ href, rel: 'redirect', method: 'GET' }] },
    );
  }

  #change(order: OrderRecord, to: Partial<OrderRecord>): OrderRecord {
    const changed = { ...order, ...to, update_time: this.#at() };
    this.#orders.put(order.id, changed);
    return changed;
  }

  #emit(
    order: OrderRecord,
    content: {
      readonly event_type: string;
      readonly resource_type: string;
      readonly summary: string;
      readonly resource: object;
    },
  ): void {
    const { resource, ...about } = content;
    const id = `WH-${makePayPalId()}-${makePayPalId()}`;
    const create_time = this.#options.now().toISOString();
    const event: PayPalEventRecord = {
      id,
      event_type: content.event_type,
      order_id: order.id,
      create_time,
      body: presentPayPalEvent({ id, create_time, ...about }, resource, this.#options.addresses),
    };
    this.#events.put(id, event);
    this.#options.onEvent(event);
  }

  #emitOrder(order: OrderRecord): void {
    this.#emit(order, {
      event_type: 'CHECKOUT.ORDER.APPROVED',
      resource_type: 'checkout-order',
      summary: 'An order has been approved by buyer',
      resource: presentOrder(order, this.#options.addresses),
    });
  }

  #emitCapture(order: OrderRecord): OrderRecord {
    const { capture } = order;
    if (capture === null) return order;
    const result = capture.status === 'DECLINED' ? 'DENIED' : capture.status;
    this.#emit(order, {
      event_type: `PAYMENT.CAPTURE.${result}`,
      resource_type: 'capture',
      summary: `Payment ${result.toLowerCase()}`,
      resource: presentCapture(order, capture, this.#options.addresses),
    });
    return order;
  }

  #emitDispute(order: OrderRecord, event_type: string): OrderRecord {
    if (order.dispute === null) return order;
    this.#emit(order, {
      event_type,
      resource_type: 'dispute',
      summary: `Dispute ${order.dispute.id}`,
      resource: presentPayPalDispute(order, order.dispute, this.#options.addresses),
    });
    return order;
  }
}
