import { createHash } from 'node:crypto';
import type { Book, Shelf } from '../book.ts';
import { makeOmiseId } from '../make-id.ts';
import { newCharge } from './new-charge.ts';
import {
  type CardInput,
  type ChargeInput,
  checkAmount,
  checkSource,
  type RefundInput,
  type SourceInput,
} from './omise-inputs.ts';
import {
  type CardRecord,
  type ChargeRecord,
  type EventRecord,
  type RefundRecord,
  refundedOf,
  type SourceRecord,
  type TokenRecord,
} from './omise-records.ts';
import { notFound, OmiseRefusal } from './omise-refusal.ts';
import { presentCharge, presentDispute, presentRefund } from './present-omise.ts';
import { refundsOf, SOURCE_TYPES } from './source-types.ts';
import { behaviourOf } from './test-cards.ts';

export const OMISE_LIMITS = {
  chargesKeptMax: 5_000,
  eventsKeptMax: 10_000,
  tokensKeptMax: 2_000,
  refundsMax: 15,
} as const;

interface AccountOptions {
  readonly book: Book;
  /** Address of the account's pages and pictures for browsers. */
  readonly base: string;
  readonly now: () => Date;
  readonly onEvent: (event: EventRecord) => void;
}

/** Result of a payment. */
interface Payment {
  /** The paid amount, if it differs from the requested one. */
  readonly amountSatang?: number;
  /** Whether the payment arrives after the charge has failed or expired. */
  readonly late?: boolean;
}

/** A merchant's account at Omise with the actions of merchant and payers. Each change emits an event. */
export class OmiseAccount {
  readonly #options: AccountOptions;
  readonly #tokens: Shelf<TokenRecord>;
  readonly #sources: Shelf<SourceRecord>;
  readonly #charges: Shelf<ChargeRecord>;
  readonly #events: Shelf<EventRecord>;

  constructor(options: AccountOptions) {
    this.#options = options;
    const { book } = options;
    this.#tokens = book.shelf('omise_token', OMISE_LIMITS.tokensKeptMax);
    this.#sources = book.shelf('omise_source', OMISE_LIMITS.tokensKeptMax);
    this.#charges = book.shelf('omise_charge', OMISE_LIMITS.chargesKeptMax);
    this.#events = book.shelf('omise_event', OMISE_LIMITS.eventsKeptMax);
  }

  createToken(input: CardInput): TokenRecord {
    const created_at = this.#at();
    const card: CardRecord = {
      id: makeOmiseId('card'),
      brand: input.brand,
      last_digits: input.number.slice(-4),
      name: input.name,
      expiration_month: input.expiration_month,
      expiration_year: input.expiration_year,
      fingerprint: createHash('sha256').update(input.number).digest('base64'),
      behaviour: behaviourOf(input.number),
      created_at,
    };
    const token = { id: makeOmiseId('tokn'), card, used: false, created_at };
    this.#tokens.put(token.id, token);
    return token;
  }

  token(id: string): TokenRecord {
    const token = this.#tokens.get(id);
    if (token === undefined) throw notFound('token', id);
    return token;
  }

  createSource(input: SourceInput, used = false): SourceRecord {
    checkSource(input);
    const source: SourceRecord = {
      id: makeOmiseId('src'),
      type: input.type,
      flow: SOURCE_TYPES[input.type]?.flow ?? 'redirect',
      amount: checkAmount(input.amount, input.currency, input.type),
      currency: 'THB',
      phone_number: input.phone_number ?? null,
      used,
      created_at: this.#at(),
    };
    this.#sources.put(source.id, source);
    return source;
  }

  source(id: string): SourceRecord {
    const source = this.#sources.get(id);
    if (source === undefined) throw notFound('source', id);
    return source;
  }

  createCharge(input: ChargeInput): ChargeRecord {
    const amount = checkAmount(input.amount, input.currency);
    const card = this.#takeCard(input.card);
    const source = card === null ? this.#takeSource(input, amount) : null;
    if (card === null && source === null) {
      throw new OmiseRefusal(400, 'missing_card', 'request contains no card parameters');
    }
    if (source !== null && source.flow !== 'offline' && input.return_uri === undefined) {
      throw new OmiseRefusal(400, 'invalid_charge', 'return_uri is required');
    }
    const created = newCharge({ input, amount, card, source, now: this.#options.now() });
    const charge = this.#completeWithoutPayer(created);
    this.#charges.put(charge.id, charge);
    this.#emit('charge.create', charge, presentCharge(charge, this.#options.base));
    return charge;
  }

  /** Returns the current state; an overdue charge expires now. */
  charge(id: string): ChargeRecord {
    const charge = this.#charges.get(id);
    if (charge === undefined) throw notFound('charge', id);
    return this.#isOver(charge) ? this.#expire(charge) : charge;
  }

  /** Returns the charge of a payer's page. */
  chargeOfPayment(paymentId: string): ChargeRecord | undefined {
    const charge = this.#charges.list().find(({ payment_id }) => payment_id === paymentId);
    return charge === undefined ? undefined : this.charge(charge.id);
  }

  /** The oldest first. */
  charges(): ChargeRecord[] {
    return this.#charges.list();
  }

  events(): EventRecord[] {
    return this.#events.list();
  }

  /** Expires overdue charges. */
  expireOld(): void {
    for (const charge of this.#charges.list()) if (this.#isOver(charge)) this.#expire(charge);
  }

  /** Pays a charge; a card may still be declined by its bank. */
  pay(id: string, { amountSatang, late = false }: Payment = {}): ChargeRecord {
    const charge = this.#open(id, late);
    const behaviour = charge.card?.behaviour ?? null;
    if (behaviour !== null && !late) return this.fail(id, behaviour.code);
    const amount = amountSatang ?? charge.amount;
    return this.#complete({ ...charge, ...this.#settled(charge.capture), amount });
  }

  fail(id: string, code: string): ChargeRecord {
    return this.#complete({ ...this.#open(id), status: 'failed', failure_code: code });
  }

  /** Expires a charge for the merchant: only for some wallets and only while unpaid. */
  expireByMerchant(id: string): ChargeRecord {
    const charge = this.charge(id);
    const isExpirable = SOURCE_TYPES[charge.source?.type ?? '']?.expirable ?? false;
    if (charge.status !== 'pending' || charge.authorized || !isExpirable) {
      throw new OmiseRefusal(422, 'failed_expire', 'charge cannot be expired');
    }
    return this.#expire(charge);
  }

  /** Expires a charge as if its time had passed. */
  expire(id: string): ChargeRecord {
    return this.#expire(this.#open(id));
  }

  capture(id: string): ChargeRecord {
    const charge = this.charge(id);
    if (charge.status !== 'pending' || !charge.authorized) {
      throw new OmiseRefusal(422, 'failed_capture', 'charge is not authorized or already captured');
    }
    const captured = { ...charge, ...this.#settled(true) };
    this.#change('charge.capture', captured);
    return captured;
  }

  reverse(id: string): ChargeRecord {
    const charge = this.charge(id);
    if (charge.status !== 'pending' || !charge.authorized) {
      throw new OmiseRefusal(422, 'failed_reverse', 'charge cannot be reversed');
    }
    const reversed: ChargeRecord = { ...charge, status: 'reversed', reversed_at: this.#at() };
    this.#change('charge.reverse', reversed);
    return reversed;
  }

  refund(id: string, input: RefundInput): RefundRecord {
    const charge = this.charge(id);
    const refundable = charge.amount - refundedOf(charge);
    if (charge.status !== 'successful' || !charge.paid) {
      throw new OmiseRefusal(422, 'failed_refund', 'charge is not paid');
    }
    if (charge.dispute !== null && charge.dispute.status !== 'won') {
      throw new OmiseRefusal(422, 'failed_refund', 'charge is disputed');
    }
    const amount = input.amount ?? 0;
    const refunds = refundsOf(charge.source?.type);
    if (refunds === 'none' || (refunds === 'full' && amount !== charge.amount)) {
      throw new OmiseRefusal(
        422,
        'failed_refund',
        'the payment method does not support the refund',
      );
    }
    if (amount < 1 || amount > refundable || charge.refunds.length >= OMISE_LIMITS.refundsMax) {
      throw new OmiseRefusal(422, 'failed_refund', 'amount exceeds the refundable amount');
    }
    const refund: RefundRecord = {
      id: makeOmiseId('rfnd'),
      amount,
      currency: charge.currency,
      // A full refund before settlement voids the charge.
      voided: amount === charge.amount,
      metadata: input.metadata,
      transaction: makeOmiseId('trxn'),
      created_at: this.#at(),
    };
    const refunded = { ...charge, refunds: [...charge.refunds, refund] };
    this.#charges.put(id, refunded);
    this.#emit('refund.create', refunded, presentRefund(refunded, refund));
    return refund;
  }

  /** Opens a dispute, as a card holder does at the bank. */
  openDispute(id: string): ChargeRecord {
    const charge = this.charge(id);
    if (charge.status !== 'successful' || charge.dispute !== null) {
      throw new OmiseRefusal(422, 'bad_request', 'charge cannot be disputed');
    }
    const dispute = {
      id: makeOmiseId('dspt'),
      status: 'open' as const,
      reason_code: 'goods_or_services_not_provided',
      reason_message: 'Services not provided or Merchandise not received',
      created_at: this.#at(),
      closed_at: null,
    };
    const disputed: ChargeRecord = { ...charge, dispute };
    this.#charges.put(id, disputed);
    this.#emit('dispute.create', disputed, presentDispute(disputed, dispute));
    return disputed;
  }

  /** Closes a dispute: `lost` returns the money to the payer. */
  closeDispute(id: string, status: 'won' | 'lost'): ChargeRecord {
    const charge = this.charge(id);
    if (charge.dispute === null || charge.dispute.closed_at !== null) {
      throw new OmiseRefusal(422, 'bad_request', 'charge has no open dispute');
    }
    const dispute = { ...charge.dispute, status, closed_at: this.#at() };
    const closed: ChargeRecord = { ...charge, dispute };
    this.#charges.put(id, closed);
    this.#emit('dispute.close', closed, presentDispute(closed, dispute));
    return closed;
  }

  #at(): string {
    return this.#options.now().toISOString();
  }

  /** Returns a charge that is still open. */
  #open(id: string, late = false): ChargeRecord {
    const charge = this.charge(id);
    const isLate = late && (charge.status === 'expired' || charge.status === 'failed');
    if ((charge.status !== 'pending' || charge.authorized) && !isLate) {
      throw new OmiseRefusal(422, 'expired_charge', `charge is already ${charge.status}`);
    }
    return isLate ? { ...charge, failure_code: null, expired_at: null } : charge;
  }

  /**
   * Completes charges that need no action of the payer: cards that cannot enrol in 3-D Secure, and cards without a
   * page.
   */
  #completeWithoutPayer(charge: ChargeRecord): ChargeRecord {
    if (charge.card === null) return charge;
    const { behaviour } = charge.card;
    if (charge.return_uri !== null && behaviour?.fails !== 'enrolment') return charge;
    return behaviour === null
      ? { ...charge, ...this.#settled(charge.capture) }
      : { ...charge, status: 'failed', failure_code: behaviour.code };
  }

  #settled(isCaptured: boolean): Partial<ChargeRecord> {
    if (!isCaptured) return { authorized: true };
    return {
      status: 'successful',
      authorized: true,
      paid: true,
      paid_at: this.#at(),
      transaction: makeOmiseId('trxn'),
    };
  }

  #isOver(charge: ChargeRecord): boolean {
    return charge.status === 'pending' && charge.expires_at <= this.#at();
  }

  #expire(charge: ChargeRecord): ChargeRecord {
    const expired: ChargeRecord = { ...charge, status: 'expired', expired_at: this.#at() };
    this.#change('charge.expire', expired);
    return expired;
  }

  #complete(charge: ChargeRecord): ChargeRecord {
    this.#change('charge.complete', charge);
    return charge;
  }

  #change(key: string, charge: ChargeRecord): void {
    this.#charges.put(charge.id, charge);
    this.#emit(key, charge, presentCharge(charge, this.#options.base));
  }

  #emit(key: string, charge: ChargeRecord, data: object): void {
    const event = {
      id: makeOmiseId('evnt'),
      key,
      charge_id: charge.id,
      data,
      created_at: this.#at(),
    };
    this.#events.put(event.id, event);
    this.#options.onEvent(event);
  }

  #takeCard(id: string | undefined): CardRecord | null {
    if (id === undefined) return null;
    const token = this.token(id);
    if (token.used) throw new OmiseRefusal(400, 'used_token', 'token was already used');
    this.#tokens.put(id, { ...token, used: true });
    return token.card;
  }

  #takeSource({ source, currency }: ChargeInput, amount: number): SourceRecord | null {
    if (source === undefined) return null;
    if (typeof source === 'object') {
      return this.createSource({ ...source, amount, currency }, true);
    }
    const known = this.source(source);
    if (known.used) throw new OmiseRefusal(400, 'bad_request', 'source was already used');
    if (known.amount !== amount) {
      throw new OmiseRefusal(400, 'invalid_charge', 'amount does not match the source');
    }
    this.#sources.put(known.id, { ...known, used: true });
    return known;
  }
}
