import { toAmount } from './paypal-amounts.ts';
import {
  type CaptureRecord,
  type OrderRecord,
  type PayPalDisputeRecord,
  type PayPalRefundRecord,
  refundedOfCapture,
} from './paypal-records.ts';

/** Addresses in PayPal's wire format: `api` of its API, `site` of its pages for browsers. */
export interface PayPalAddresses {
  readonly api: string;
  readonly site: string;
}

const FEE_PER_MILLE = 44;

const link = (href: string, rel: string, method = 'GET'): object => ({ href, rel, method });

const PAYER = {
  name: { given_name: 'Somying', surname: 'Sandbox' },
  email_address: 'somying@example.com',
  address: { country_code: 'TH' },
} as const;

function captureStatus(capture: CaptureRecord): string {
  const refunded = refundedOfCapture(capture);
  if (refunded === 0) return capture.status;
  return refunded >= capture.amount_satang ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
}

export function presentCapture(
  order: OrderRecord,
  capture: CaptureRecord,
  { api }: PayPalAddresses,
): object {
  const { amount_satang } = capture;
  const fee = Math.floor((amount_satang * FEE_PER_MILLE) / 1000);
  const self = `${api}/v2/payments/captures/${capture.id}`;
  return {
    id: capture.id,
    status: captureStatus(capture),
    ...(capture.status === 'PENDING' ? { status_details: { reason: 'PENDING_REVIEW' } } : {}),
    amount: toAmount(amount_satang),
    final_capture: true,
    disbursement_mode: 'INSTANT',
    seller_protection: {
      status: 'ELIGIBLE',
      dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
    },
    ...(capture.status === 'COMPLETED'
      ? {
          seller_receivable_breakdown: {
            gross_amount: toAmount(amount_satang),
            paypal_fee: toAmount(fee),
            net_amount: toAmount(amount_satang - fee),
          },
        }
      : {}),
    ...(order.custom_id === null ? {} : { custom_id: order.custom_id }),
    ...(order.invoice_id === null ? {} : { invoice_id: order.invoice_id }),
    supplementary_data: { related_ids: { order_id: order.id } },
    links: [
      link(self, 'self'),
      link(`${self}/refund`, 'refund', 'POST'),
      link(`${api}/v2/checkout/orders/${order.id}`, 'up'),
    ],
    create_time: capture.create_time,
    update_time: capture.update_time,
  };
}

function orderLinks(order: OrderRecord, { api, site }: PayPalAddresses): object[] {
  const self = `${api}/v2/checkout/orders/${order.id}`;
  const page = `${site}/checkoutnow?token=${order.id}`;
  switch (order.status) {
    case 'PAYER_ACTION_REQUIRED':
      return [link(self, 'self'), link(page, 'payer-action')];
    case 'CREATED':
      return [
        link(self, 'self'),
        link(page, 'approve'),
        link(self, 'update', 'PATCH'),
        link(`${self}/capture`, 'capture', 'POST'),
      ];
    case 'APPROVED':
      return [
        link(self, 'self'),
        link(self, 'update', 'PATCH'),
        link(`${self}/capture`, 'capture', 'POST'),
      ];
    default:
      return [link(self, 'self')];
  }
}

/** Formats an order in the default minimal representation. */
export const presentOrderMinimal = (order: OrderRecord, addresses: PayPalAddresses): object => ({
  id: order.id,
  status: order.status,
  links: orderLinks(order, addresses),
});

export function presentOrder(order: OrderRecord, addresses: PayPalAddresses): object {
  const { capture, payer_id } = order;
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    ...(payer_id === null
      ? {}
      : {
          payer: { ...PAYER, payer_id },
          payment_source: {
            paypal: {
              account_id: payer_id,
              account_status: 'VERIFIED',
              name: PAYER.name,
              email_address: PAYER.email_address,
              address: PAYER.address,
            },
          },
        }),
    purchase_units: [
      {
        reference_id: order.reference_id,
        amount: toAmount(order.amount_satang),
        payee: { email_address: 'merchant@example.com', merchant_id: 'SANDBOXMERCHANT' },
        ...(order.description === null ? {} : { description: order.description }),
        ...(order.custom_id === null ? {} : { custom_id: order.custom_id }),
        ...(order.invoice_id === null ? {} : { invoice_id: order.invoice_id }),
        ...(capture === null
          ? {}
          : {
              payments: {
                captures: [presentCapture(order, capture, addresses)],
                refunds: capture.refunds.map((refund) =>
                  presentPayPalRefund(capture, refund, addresses),
                ),
              },
            }),
      },
    ],
    create_time: order.create_time,
    update_time: order.update_time,
    links: orderLinks(order, addresses),
  };
}

export function presentPayPalRefund(
  capture: CaptureRecord,
  refund: PayPalRefundRecord,
  { api }: PayPalAddresses,
): object {
  return {
    id: refund.id,
    amount: toAmount(refund.amount_satang),
    ...(refund.note_to_payer === null ? {} : { note_to_payer: refund.note_to_payer }),
    ...(refund.custom_id === null ? {} : { custom_id: refund.custom_id }),
    seller_payable_breakdown: {
      gross_amount: toAmount(refund.amount_satang),
      paypal_fee: toAmount(0),
      net_amount: toAmount(refund.amount_satang),
      total_refunded_amount: toAmount(refundedOfCapture(capture)),
    },
    status: 'COMPLETED',
    create_time: refund.create_time,
    update_time: refund.create_time,
    links: [
      link(`${api}/v2/payments/refunds/${refund.id}`, 'self'),
      link(`${api}/v2/payments/captures/${capture.id}`, 'up'),
    ],
  };
}

export function presentPayPalDispute(
  order: OrderRecord,
  dispute: PayPalDisputeRecord,
  { api }: PayPalAddresses,
): object {
  const amount = toAmount(order.capture?.amount_satang ?? order.amount_satang);
  return {
    dispute_id: dispute.id,
    create_time: dispute.create_time,
    update_time: dispute.update_time,
    disputed_transactions: [
      {
        seller_transaction_id: order.capture?.id ?? '',
        transaction_status: 'COMPLETED',
        gross_amount: amount,
        ...(order.custom_id === null ? {} : { custom: order.custom_id }),
        ...(order.invoice_id === null ? {} : { invoice_number: order.invoice_id }),
        seller: { merchant_id: 'SANDBOXMERCHANT', name: 'Sangwian' },
        items: [],
      },
    ],
    reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    status: dispute.status,
    dispute_state: dispute.status === 'RESOLVED' ? 'RESOLVED' : 'REQUIRED_ACTION',
    dispute_amount: amount,
    ...(dispute.outcome_code === null
      ? {}
      : { dispute_outcome: { outcome_code: dispute.outcome_code, amount_refunded: amount } }),
    dispute_life_cycle_stage: 'CHARGEBACK',
    dispute_channel: 'INTERNAL',
    messages: [],
    links: [link(`${api}/v1/customer/disputes/${dispute.id}`, 'self')],
  };
}

/** Formats the envelope of a webhook. */
export function presentPayPalEvent(
  event: {
    readonly id: string;
    readonly event_type: string;
    readonly resource_type: string;
    readonly summary: string;
    readonly create_time: string;
  },
  resource: object,
  { api }: PayPalAddresses,
): object {
  const self = `${api}/v1/notifications/webhooks-events/${event.id}`;
  return {
    id: event.id,
    event_version: '1.0',
    create_time: event.create_time,
    resource_type: event.resource_type,
    resource_version: '2.0',
    event_type: event.event_type,
    summary: event.summary,
    resource,
    links: [link(self, 'self'), link(`${self}/resend`, 'resend', 'POST')],
  };
}
