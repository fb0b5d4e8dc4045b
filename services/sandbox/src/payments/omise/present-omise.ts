import {
  type CardRecord,
  type ChargeRecord,
  type DisputeRecord,
  type EventRecord,
  type RefundRecord,
  refundedOf,
  type SourceRecord,
  type TokenRecord,
} from './omise-records.ts';
import { refundsOf } from './source-types.ts';
import { failureMessage } from './test-cards.ts';

/** Wire formats of Omise, version 2019-05-29. Addresses for browsers are below `base`. */
const FEE_PER_MILLE = 36;
const VAT_PERCENT = 7;

const EPOCH = '1970-01-01T00:00:00Z';

/** Formats a time as Omise does: ISO 8601 without fractions. */
const toSecond = (at: string): string => at.replace(/\.\d+Z$/, 'Z');
const toSecondOrNull = (at: string | null): string | null => (at === null ? null : toSecond(at));

/** Formats a page of a list. */
export function presentList(
  data: readonly object[],
  about: {
    readonly location: string;
    readonly total: number;
    readonly limit: number;
    readonly offset: number;
    readonly order?: string;
    readonly from?: string;
    readonly to: string;
  },
): object {
  const { location, total, limit, offset, order = 'chronological', from = EPOCH, to } = about;
  return {
    object: 'list',
    data,
    limit,
    offset,
    total,
    location,
    order,
    from: toSecond(from),
    to: toSecond(to),
  };
}

function presentCard(card: CardRecord): object {
  return {
    object: 'card',
    id: card.id,
    livemode: false,
    location: null,
    deleted: false,
    street1: null,
    street2: null,
    city: null,
    state: null,
    phone_number: null,
    postal_code: null,
    country: 'th',
    financing: 'credit',
    bank: 'Sandbox Bank',
    brand: card.brand,
    fingerprint: card.fingerprint,
    first_digits: null,
    last_digits: card.last_digits,
    name: card.name,
    expiration_month: card.expiration_month,
    expiration_year: card.expiration_year,
    security_code_check: card.behaviour?.code !== 'invalid_security_code',
    tokenization_method: null,
    created_at: toSecond(card.created_at),
  };
}

export function presentToken(token: TokenRecord): object {
  return {
    object: 'token',
    id: token.id,
    livemode: false,
    location: `/tokens/${token.id}`,
    used: token.used,
    charge_status: 'unknown',
    card: presentCard(token.card),
    created_at: toSecond(token.created_at),
  };
}

function presentCode(base: string, charge: ChargeRecord): object | null {
  if (charge.qr === null) return null;
  const { document_id } = charge.qr;
  return {
    object: 'barcode',
    type: 'qr',
    image: {
      object: 'document',
      livemode: false,
      id: document_id,
      deleted: false,
      filename: 'qrcode_test.svg',
      location: `/charges/${charge.id}/documents/${document_id}`,
      kind: 'qr',
      download_uri: `${base}/charges/${charge.id}/documents/${document_id}/downloads/${document_id.slice(-16).toUpperCase()}`,
      created_at: toSecond(charge.created_at),
    },
  };
}

export function presentSource(source: SourceRecord, charge: ChargeRecord | null, base: string) {
  return {
    object: 'source',
    id: source.id,
    livemode: false,
    location: `/sources/${source.id}`,
    amount: source.amount,
    barcode: null,
    bank: null,
    created_at: toSecond(source.created_at),
    currency: source.currency,
    email: null,
    flow: source.flow,
    installment_term: null,
    absorption_type: null,
    name: null,
    mobile_number: null,
    phone_number: source.phone_number,
    platform_type: null,
    scannable_code: charge === null ? null : presentCode(base, charge),
    references: null,
    store_id: null,
    store_name: null,
    terminal_id: null,
    type: source.type,
    zero_interest_installments: null,
    charge_status: charge?.status ?? 'unknown',
    receipt_amount: null,
    discounts: [],
  };
}

export function presentRefund(charge: ChargeRecord, refund: RefundRecord): object {
  return {
    object: 'refund',
    id: refund.id,
    location: `/charges/${charge.id}/refunds/${refund.id}`,
    livemode: false,
    voided: refund.voided,
    currency: refund.currency,
    amount: refund.amount,
    metadata: refund.metadata,
    charge: charge.id,
    terminal: null,
    transaction: refund.transaction,
    status: refund.voided ? 'voided' : 'closed',
    funding_amount: refund.amount,
    funding_currency: refund.currency,
    created_at: toSecond(refund.created_at),
  };
}

export function presentDispute(charge: ChargeRecord, dispute: DisputeRecord): object {
  return {
    object: 'dispute',
    id: dispute.id,
    livemode: false,
    location: `/disputes/${dispute.id}`,
    currency: charge.currency,
    amount: charge.amount,
    funding_amount: charge.amount,
    funding_currency: charge.currency,
    metadata: {},
    charge: charge.id,
    documents: presentList([], {
      location: `/disputes/${dispute.id}/documents`,
      total: 0,
      limit: 20,
      offset: 0,
      to: dispute.created_at,
    }),
    transactions: [],
    admin_message: null,
    message: null,
    reason_code: dispute.reason_code,
    reason_message: dispute.reason_message,
    status: dispute.status,
    closed_at: toSecondOrNull(dispute.closed_at),
    created_at: toSecond(dispute.created_at),
  };
}

/** Returns the merchant's fees in satang. */
function feesOf({ amount }: ChargeRecord): { fee: number; vat: number; net: number } {
  const fee = Math.floor((amount * FEE_PER_MILLE) / 1000);
  const vat = Math.floor((fee * VAT_PERCENT) / 100);
  return { fee, vat, net: amount - fee - vat };
}

export function presentCharge(charge: ChargeRecord, base: string): object {
  const { fee, vat, net } = feesOf(charge);
  const refunded = refundedOf(charge);
  const isCaptured = charge.status === 'successful' && charge.paid;
  const refunds = refundsOf(charge.source?.type);
  const isRefundable =
    isCaptured && charge.dispute === null && refunded < charge.amount && refunds !== 'none';
  const needsPayer = charge.card !== null || charge.source?.flow !== 'offline';
  return {
    object: 'charge',
    id: charge.id,
    location: `/charges/${charge.id}`,
    amount: charge.amount,
    net,
    fee,
    fee_vat: vat,
    interest: 0,
    interest_vat: 0,
    funding_amount: charge.amount,
    refunded_amount: refunded,
    transaction_fees: { fee_flat: '0.0', fee_rate: '3.65', vat_rate: '7.0' },
    platform_fee: { fixed: null, amount: null, percentage: null },
    currency: charge.currency,
    funding_currency: charge.currency,
    ip: charge.ip,
    refunds: presentList(
      charge.refunds.map((refund) => presentRefund(charge, refund)),
      {
        location: `/charges/${charge.id}/refunds`,
        total: charge.refunds.length,
        limit: 20,
        offset: 0,
        to: charge.created_at,
      },
    ),
    link: null,
    description: charge.description,
    metadata: charge.metadata,
    card: charge.card === null ? null : presentCard(charge.card),
    source: charge.source === null ? null : presentSource(charge.source, charge, base),
    schedule: null,
    customer: null,
    dispute: charge.dispute === null ? null : presentDispute(charge, charge.dispute),
    transaction: charge.transaction,
    failure_code: charge.failure_code,
    failure_message: charge.failure_code === null ? null : failureMessage(charge.failure_code),
    status: charge.status,
    authorize_uri:
      needsPayer && charge.return_uri !== null
        ? `${base}/payments/${charge.payment_id}/authorize`
        : null,
    return_uri: charge.return_uri,
    created_at: toSecond(charge.created_at),
    paid_at: toSecondOrNull(charge.paid_at),
    expires_at: toSecond(charge.expires_at),
    expired_at: toSecondOrNull(charge.expired_at),
    reversed_at: toSecondOrNull(charge.reversed_at),
    zero_interest_installments: false,
    branch: null,
    terminal: null,
    device: null,
    authorized: charge.authorized,
    capturable: charge.status === 'pending' && charge.authorized && !charge.paid,
    capture: charge.capture,
    disputable: isCaptured && charge.card !== null && charge.dispute === null,
    livemode: false,
    refundable: isRefundable,
    partially_refundable: isRefundable && refunds === 'any',
    reversed: charge.status === 'reversed',
    reversible: charge.status === 'pending' && charge.authorized && !charge.paid,
    voided: charge.refunds.some(({ voided }) => voided),
    paid: charge.paid,
    expired: charge.status === 'expired',
  };
}

export function presentEvent(event: EventRecord): object {
  return {
    object: 'event',
    id: event.id,
    livemode: false,
    location: `/events/${event.id}`,
    webhook_deliveries: [],
    data: event.data,
    key: event.key,
    created_at: toSecond(event.created_at),
  };
}
