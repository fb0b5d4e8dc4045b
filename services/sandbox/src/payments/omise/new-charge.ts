import { billPayment } from 'promptparse/generate';
import { makeDigits, makeOmiseId } from '../make-id.ts';
import type { ChargeInput } from './omise-inputs.ts';
import type { CardRecord, ChargeRecord, SourceRecord } from './omise-records.ts';
import { OmiseRefusal } from './omise-refusal.ts';
import { CARD_MINUTES, SOURCE_TYPES } from './source-types.ts';

/** Biller ID of an invented merchant: a tax ID and a suffix. */
const BILLER_ID = '010555609115201';
const REFERENCE_DIGITS = 18;
const MINUTE_MS = 60_000;

interface NewCharge {
  readonly input: ChargeInput;
  readonly amount: number;
  readonly card: CardRecord | null;
  readonly source: SourceRecord | null;
  readonly now: Date;
}

/** Returns an unpaid charge. */
export function newCharge({ input, amount, card, source, now }: NewCharge): ChargeRecord {
  const minutes = source === null ? CARD_MINUTES : (SOURCE_TYPES[source.type]?.minutes ?? 60);
  return {
    id: makeOmiseId('chrg'),
    payment_id: makeOmiseId(card === null ? 'ofsp' : 'paym'),
    status: 'pending',
    amount,
    currency: 'THB',
    description: input.description ?? null,
    metadata: input.metadata,
    capture: input.capture,
    authorized: false,
    paid: false,
    return_uri: input.return_uri ?? null,
    ip: input.ip ?? null,
    card,
    source,
    qr: source?.type === 'promptpay' ? makeBillPaymentQr(amount) : null,
    transaction: null,
    failure_code: null,
    refunds: [],
    dispute: null,
    created_at: now.toISOString(),
    paid_at: null,
    expires_at: readExpiry(input.expires_at, now, minutes),
    expired_at: null,
    reversed_at: null,
  };
}

/** Creates a PromptPay bill payment code (EMVCo) with the amount and new references. */
function makeBillPaymentQr(amountSatang: number): ChargeRecord['qr'] {
  const payload = billPayment({
    billerId: BILLER_ID,
    // The library writes two decimals, which represent satang exactly.
    amount: amountSatang / 100,
    ref1: makeDigits(REFERENCE_DIGITS),
    ref2: makeDigits(REFERENCE_DIGITS),
  });
  return { payload, document_id: makeOmiseId('docu') };
}

/**
 * Returns the requested expiry in ISO 8601, or the default of the payment method.
 *
 * @throws {OmiseRefusal} for a past or invalid time
 */
function readExpiry(text: string | undefined, now: Date, minutes: number): string {
  if (text === undefined) return new Date(now.getTime() + minutes * MINUTE_MS).toISOString();
  const at = Date.parse(text);
  if (!(at > now.getTime())) {
    throw new OmiseRefusal(400, 'bad_request', 'expires_at must be in the future');
  }
  return new Date(at).toISOString();
}
