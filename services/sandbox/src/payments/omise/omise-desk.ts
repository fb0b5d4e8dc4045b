import { DeskRefusal, type PaymentDesk, type PaymentView } from '../control/desk.ts';
import { makeOmiseId } from '../make-id.ts';
import type { Webhook } from '../webhook-outbox.ts';
import type { OmiseAccount } from './omise-account.ts';
import { type ChargeRecord, type EventRecord, refundedOf } from './omise-records.ts';
import { OmiseRefusal } from './omise-refusal.ts';
import { presentCharge, presentEvent } from './present-omise.ts';

/** Converts an event to its webhook. */
export const toWebhook = (event: EventRecord): Webhook => ({
  provider: 'omise',
  payment_id: event.charge_id,
  event_id: event.id,
  key: event.key,
  body: presentEvent(event),
});

/** Converts refusals of the account to those of the control page. */
function refusing<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof OmiseRefusal) throw new DeskRefusal(error.message);
    throw error;
  }
}

export function createOmiseDesk(account: OmiseAccount, base: string): PaymentDesk {
  const view = (charge: ChargeRecord): PaymentView => ({
    payment_id: charge.id,
    provider: 'omise',
    method: charge.source?.type ?? 'card',
    status: charge.status,
    amount_satang: charge.amount,
    refunded_satang: refundedOf(charge),
    currency: charge.currency,
    description: charge.description,
    metadata: charge.metadata,
    failure_code: charge.failure_code,
    dispute: charge.dispute?.status ?? null,
    qr_payload: charge.qr?.payload ?? null,
    page: `${base}/payments/${charge.payment_id}/authorize`,
    created_at: charge.created_at,
    expires_at: charge.expires_at,
  });
  return {
    provider: 'omise',
    list: () => account.charges().map(view).reverse(),
    pay: (id, { amountSatang, late }) => {
      refusing(() =>
        account.pay(id, { late, ...(amountSatang === undefined ? {} : { amountSatang }) }),
      );
    },
    fail: (id, code = 'failed_processing') => {
      refusing(() => account.fail(id, code));
    },
    expire: (id) => {
      refusing(() => account.expire(id));
    },
    refund: (id, amountSatang) => {
      refusing(() => {
        const charge = account.charge(id);
        const amount = amountSatang ?? charge.amount - refundedOf(charge);
        return account.refund(id, { amount, metadata: {}, void: false });
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
        .filter(({ charge_id }) => charge_id === id)
        .map(toWebhook),
    forge: (id) => {
      const charge = refusing(() => account.charge(id));
      const paid_at = new Date().toISOString();
      const lie: ChargeRecord = {
        ...charge,
        status: 'successful',
        authorized: true,
        paid: true,
        paid_at,
        failure_code: null,
        transaction: makeOmiseId('trxn'),
      };
      return toWebhook({
        id: makeOmiseId('evnt'),
        key: 'charge.complete',
        charge_id: id,
        data: presentCharge(lie, base),
        created_at: paid_at,
      });
    },
  };
}
