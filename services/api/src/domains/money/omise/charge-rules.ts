import type { OrderReason, PaymentMethod } from '@sangwian/contract/endpoints/orders';
import type { AttemptToBegin, ProviderSnapshot } from '../orders/orders.module.ts';
import { CURRENCY, EMPTY_SNAPSHOT } from '../orders/orders.module.ts';
import type { NewCharge, OmiseCharge, OmiseRefund } from './omise-client.ts';

/** A payment method at Omise: the source type (`null` for cards) and the limits of a charge. */
interface OmiseMethod {
  readonly source: string | null;
  readonly satangMin: number;
  readonly satangMax: number;
  /** Whether charges of this method can have an expiry. */
  readonly expires: boolean;
}

/**
 * TrueMoney uses the app flow, because the flow with phone number and OTP is legacy at Omise.
 *
 * @see https://docs.omise.co/limits (Thailand)
 */
export const OMISE_METHODS = {
  card: { source: null, satangMin: 2_000, satangMax: 15_000_000, expires: false },
  promptpay: { source: 'promptpay', satangMin: 2_000, satangMax: 15_000_000, expires: true },
  truemoney: {
    source: 'truemoney_jumpapp',
    satangMin: 2_000,
    satangMax: 5_000_000,
    expires: false,
  },
  alipay: { source: 'alipay', satangMin: 2_000, satangMax: 10_000_000, expires: false },
  wechat_pay: { source: 'wechat_pay', satangMin: 2_000, satangMax: 10_000_000, expires: false },
} as const satisfies Partial<Record<PaymentMethod, OmiseMethod>>;

const isOmiseMethod = (method: PaymentMethod): method is keyof typeof OMISE_METHODS =>
  Object.hasOwn(OMISE_METHODS, method);

/** Failure codes with a more specific reason than `declined`. */
const REASONS: Readonly<Record<string, OrderReason>> = {
  insufficient_fund: 'insufficient_funds',
  insufficient_balance: 'insufficient_funds',
  payment_cancelled: 'not_authorised',
  payment_expired: 'not_authorised',
  timeout: 'not_authorised',
  failed_3ds_authentication: 'not_authorised',
  expired_charge: 'not_authorised',
};

/** Returns the charge to create; `null` for a card without a token or a method of another provider. */
export function chargeFor(attempt: AttemptToBegin): NewCharge | null {
  const { method, cardToken } = attempt;
  if (!isOmiseMethod(method)) return null;
  const { source, expires } = OMISE_METHODS[method];
  const paidWith =
    source !== null
      ? { source: { type: source } }
      : cardToken === null
        ? null
        : { card: cardToken };
  if (paidWith === null) return null;
  return {
    amount: attempt.satang,
    currency: CURRENCY,
    description: `Sangwian ${attempt.orderNumber}`,
    metadata: { order_id: attempt.orderId, attempt_id: attempt.attemptId },
    return_uri: attempt.returnUrl,
    ...paidWith,
    ...(expires ? { expires_at: attempt.orderExpiresAt.toISOString() } : {}),
  };
}

const STATES = {
  pending: 'pending',
  successful: 'succeeded',
  failed: 'failed',
  expired: 'expired',
  reversed: 'failed',
} as const satisfies Record<OmiseCharge['status'], ProviderSnapshot['state']>;

function reasonOf({ status, failure_code }: OmiseCharge): OrderReason | null {
  if (status === 'reversed') return 'closed_by_provider';
  if (status !== 'failed') return null;
  return REASONS[failure_code ?? ''] ?? 'declined';
}

function disputeOf({ dispute }: OmiseCharge): ProviderSnapshot['disputed'] {
  if (dispute == null) return null;
  return dispute.status === 'won' || dispute.status === 'lost' ? dispute.status : 'open';
}

export function snapshotOf(charge: OmiseCharge, qrPayload: string | null): ProviderSnapshot {
  const isPaid = charge.status === 'successful';
  return {
    ...EMPTY_SNAPSHOT,
    state: STATES[charge.status],
    providerRef: charge.id,
    satang: isPaid ? charge.amount : null,
    currency: isPaid ? charge.currency : null,
    reason: reasonOf(charge),
    authorizeUrl: charge.status === 'pending' ? (charge.authorize_uri ?? null) : null,
    qrPayload,
    expiresAt: charge.expires_at == null ? null : new Date(charge.expires_at),
    refundedSatang: charge.refunded_amount,
    disputed: disputeOf(charge),
  };
}

/** Returns whether a charge belongs to the attempt. Other systems may use the same Omise account. */
export const isChargeOf = (charge: OmiseCharge, attemptId: string): boolean =>
  charge.metadata.attempt_id === attemptId;

/** Returns the state of a refund. A refund can fail after Omise has accepted it, if the bank refuses it. */
export function refundStateOf({ status }: OmiseRefund): 'done' | 'pending' | 'failed' {
  if (status === 'pending') return 'pending';
  return status === 'failed' ? 'failed' : 'done';
}
