import { z } from 'zod';
import { readWeather, type WebhookOutbox } from '../webhook-outbox.ts';
import { DeskRefusal, type PaymentDesk } from './desk.ts';

const satang = z.number().int().min(1).max(1_000_000_000);

/** Actions on a payment by name, with their inputs. */
const ACTIONS = {
  pay: z.object({ amount_satang: satang.optional(), late: z.boolean().default(false) }),
  fail: z.object({ code: z.string().max(60).optional() }),
  expire: z.object({}),
  refund: z.object({ amount_satang: satang.optional() }),
  dispute: z.object({}),
  dispute_close: z.object({ outcome: z.enum(['won', 'lost']) }),
  webhook: z.looseObject({ key: z.string().max(60).optional() }),
  forge: z.looseObject({}),
} as const;

export type ActionName = keyof typeof ACTIONS;

export const isAction = (name: string): name is ActionName => Object.hasOwn(ACTIONS, name);

type Act = (desk: PaymentDesk, outbox: WebhookOutbox, id: string, input: unknown) => void;

const ACTS: Readonly<Record<ActionName, Act>> = {
  pay: (desk, _outbox, id, input) => {
    const { amount_satang, late } = ACTIONS.pay.parse(input);
    desk.pay(id, { amountSatang: amount_satang, late });
  },
  fail: (desk, _outbox, id, input) => desk.fail(id, ACTIONS.fail.parse(input).code),
  expire: (desk, _outbox, id) => desk.expire(id),
  refund: (desk, _outbox, id, input) => desk.refund(id, ACTIONS.refund.parse(input).amount_satang),
  dispute: (desk, _outbox, id) => desk.openDispute(id),
  dispute_close: (desk, _outbox, id, input) =>
    desk.closeDispute(id, ACTIONS.dispute_close.parse(input).outcome),
  webhook: (desk, outbox, id, input) => {
    const { key, ...weather } = ACTIONS.webhook.parse(input);
    const sent = desk.webhooks(id).filter((each) => key === undefined || each.key === key);
    const newest = sent.at(-1);
    if (newest === undefined) throw new DeskRefusal('there is no such webhook to send again');
    outbox.send(newest, readWeather(weather));
  },
  forge: (desk, outbox, id, input) =>
    outbox.send(desk.forge(id), { signature: 'wrong', ...readWeather(ACTIONS.forge.parse(input)) }),
};

/**
 * Acts on a payment in place of a payer, a bank or the passing of time.
 *
 * @throws {DeskRefusal} if the payment's status does not allow it
 * @throws {z.ZodError} for an invalid input
 */
export function actOn(
  desks: readonly PaymentDesk[],
  outbox: WebhookOutbox,
  order: { readonly id: string; readonly action: ActionName; readonly input: unknown },
): void {
  const desk = desks.find((each) => each.list().some(({ payment_id }) => payment_id === order.id));
  if (desk === undefined) throw new DeskRefusal('there is no such payment');
  ACTS[order.action](desk, outbox, order.id, order.input);
}
