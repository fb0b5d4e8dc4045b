import { DeskRefusal, type PaymentDesk, type PaymentView } from '../control/desk.ts';
import { makePayPalId } from '../make-id.ts';
import type { Webhook } from '../webhook-outbox.ts';
import type { PayPalAccount } from './paypal-account.ts';
import { CURRENCY, toAmount } from './paypal-amounts.ts';
import { type OrderRecord, type PayPalEventRecord, refundedOfCapture } from './paypal-records.ts';
import { PayPalRefusal } from './paypal-refusal.ts';
import { type PayPalAddresses, presentCapture, presentPayPalEvent } from './present-paypal.ts';

/** Converts an event to its webhook. */
export const toPayPalWebhook = (event: PayPalEventRecord): Webhook => ({
  provider: 'paypal',
  payment_id: event.order_id,
  event_id: event.id,
  key: event.event_type,
  body: event.body,
});

/** Converts refusals of the account to those of the control page. */
function refusing<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof PayPalRefusal) throw new DeskRefusal(error.message);
    throw error;
  }
}

/** Creates the webhook of a capture that never happened. */
function forge(order: OrderRecord, addresses: PayPalAddresses): Webhook {
  const at = new Date().toISOString();
  const id = `WH-${makePayPalId()}-${makePayPalId()}`;
  const capture = {
    id: makePayPalId(),
    status: 'COMPLETED' as const,
    amount_satang: order.amount_satang,
    refunds: [],
    create_time: at,
    update_time: at,
  };
  const event_type = 'PAYMENT.CAPTURE.COMPLETED';
  const about = {
    id,
    event_type,
    resource_type: 'capture',
    summary: 'Payment completed',
    create_time: at,
  };
  const resource = presentCapture(order, order.capture ?? capture, addresses);
  const body = presentPayPalEvent(about, { ...resource, status: 'COMPLETED' }, addresses);
  return toPayPalWebhook({ id, event_type, order_id: order.id, create_time: at, body });
}

function toView(order: OrderRecord, { site }: PayPalAddresses): PaymentView {
  const { capture, dispute } = order;
  return {
    payment_id: order.id,
    provider: 'paypal',
    method: 'paypal',
    status: capture?.status ?? order.status,
    amount_satang: capture?.amount_satang ?? order.amount_satang,
    refunded_satang: capture === null ? 0 : refundedOfCapture(capture),
    currency: CURRENCY,
    description: order.description,
    metadata: {
      ...(order.custom_id === null ? {} : { custom_id: order.custom_id }),
      ...(order.invoice_id === null ? {} : { invoice_id: order.invoice_id }),
      ...(capture === null ? {} : { capture_id: capture.id }),
    },
    failure_code: order.funding === 'declines' ? 'INSTRUMENT_DECLINED' : null,
    dispute: dispute === null ? null : (dispute.outcome_code ?? dispute.status),
    qr_payload: null,
    page: `${site}/checkoutnow?token=${order.id}`,
    created_at: order.create_time,
    expires_at: null,
  };
}

export function createPayPalDesk(account: PayPalAccount, addresses: PayPalAddresses): PaymentDesk {
  return {
    provider: 'paypal',
    list: () =>
      account
        .orders()
        .map((order) => toView(order, addresses))
        .reverse(),
    pay: (id, { amountSatang, late }) => {
      refusing(() => {
        const order = account.order(id);
        if (order.capture !== null) return account.settle(id, 'COMPLETED');
        if (order.status === 'VOIDED' && !late) throw new DeskRefusal('the order is void');
        return account.approve(id, 'pays', amountSatang);
      });
    },
    fail: (id) => {
      refusing(() =>
        account.order(id).capture === null ? account.decline(id) : account.settle(id, 'DECLINED'),
      );
    },
    expire: (id) => {
      refusing(() => account.void(id));
    },
    refund: (id, amountSatang) => {
      refusing(() => {
        const { capture } = account.order(id);
        if (capture === null) throw new DeskRefusal('nothing was captured');
        const amount = amountSatang === undefined ? {} : { amount: toAmount(amountSatang) };
        return account.refund(capture.id, amount);
      });
    },
    openDispute: (id) => {
      refusing(() => account.openDispute(id));
    },
    closeDispute: (id, outcome) => {
      refusing(() => account.closeDispute(id, outcome));
    },
    webhooks: (id) =>
      account
        .events()
        .filter(({ order_id }) => order_id === id)
        .map(toPayPalWebhook),
    forge: (id) => refusing(() => forge(account.order(id), addresses)),
  };
}
