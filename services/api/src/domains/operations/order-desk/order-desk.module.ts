import { toBahtText } from '@sangwian/money/satang';
import { findThaiBank } from '@sangwian/money/thai-banks';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { parseValue } from '../../../platform/http/parse-value.ts';
import type { OrderForOperator, Orders } from '../../money/orders/orders.module.ts';
import type { SlipRow, Slips } from '../../money/slips/slips.module.ts';

const LISTED_MAX = 200;

const Which = z.string().trim().min(1).max(64);
/** Who asks, and why: both stand in the order's events for ever. */
const who = {
  by: z.string().trim().min(1).max(100),
  why: z.string().trim().min(1).max(500),
};
const Show = z.object({ order: Which });
const ShowSlip = z.object({ slip: z.uuid() });
const Decision = z.strictObject({
  action: z.enum(['confirm', 'reject', 'refund']),
  order: Which,
  /** Which slip was looked at, where several wait. */
  slip: z.uuid().toLowerCase().optional(),
  ...who,
});
const RefundDone = z.strictObject({ refund_id: z.uuid(), ...who });

export interface OrderDeskDeps {
  readonly orders: Pick<
    Orders,
    'listForOperator' | 'findForOperator' | 'confirm' | 'reject' | 'refund' | 'refundDone'
  >;
  readonly slips: Pick<Slips, 'list' | 'findLast' | 'findUndecided' | 'readPicture'>;
}

function presentSlip(slip: SlipRow) {
  const { bank_code: code } = slip;
  return {
    sent_at: slip.sent_at,
    status: slip.status,
    /** What the small QR code says; `null`: it could not be read, so the picture has to be. */
    bank: code === null ? null : `${code} ${findThaiBank(code)?.en ?? ''}`.trim(),
    reference: slip.reference,
    slip_id: slip.payment_slip_id,
  };
}

/** An order in a few lines. */
const presentLine = ({ order, memberId, refunds, attempts }: OrderForOperator) => ({
  number: order.number,
  status: order.status,
  reason: order.reason,
  baht: toBahtText(order.satang),
  coins: order.base_coins + order.bonus_coins,
  method: order.method,
  member_id: memberId,
  created_at: order.created_at,
  refunds_by_hand: refunds
    .filter(({ status }) => status === 'by_hand')
    .map(({ refundId, satang }) => ({ refund_id: refundId, baht: toBahtText(satang) })),
  second_payments: attempts
    .filter(({ secondOf }) => secondOf != null)
    .map(({ attemptId, provider, providerRef, status, paidSatang, refundedSatang }) => ({
      attempt_id: attemptId,
      provider,
      provider_ref: providerRef,
      status,
      paid_baht: toBahtText(paidSatang ?? 0),
      refunded_baht: toBahtText(refundedSatang),
    })),
});

/** The orders that wait for an operator, each with the slip that waits, else its latest. */
async function listWaiting({ orders, slips }: OrderDeskDeps) {
  const waiting = await orders.listForOperator(LISTED_MAX, await slips.findUndecided(LISTED_MAX));
  const last = await slips.findLast(waiting.map(({ orderId }) => orderId));
  return {
    waiting: waiting.map((one) => {
      const slip = last.get(one.orderId);
      return { ...presentLine(one), slip: slip === undefined ? null : presentSlip(slip) };
    }),
  };
}

/** An order with all that is known of it. */
async function showOrder({ orders, slips }: OrderDeskDeps, which: string) {
  const found = await orders.findForOperator(which);
  const sent = await slips.list(found.orderId);
  return {
    ...presentLine(found),
    order_id: found.orderId,
    paid_at: found.order.paid_at,
    slips: sent.map(presentSlip),
    attempts: found.attempts.map((attempt) => ({
      attempt_id: attempt.attemptId,
      provider: attempt.provider,
      method: attempt.method,
      status: attempt.status,
      provider_ref: attempt.providerRef,
      baht: toBahtText(attempt.satang),
      paid:
        attempt.paidSatang === null
          ? null
          : `${toBahtText(attempt.paidSatang)} ${attempt.paidCurrency}`,
      refunded_baht: toBahtText(attempt.refundedSatang),
      disputed: attempt.disputed,
      created_at: attempt.createdAt,
    })),
    refunds: found.refunds.map((refund) => ({
      refund_id: refund.refundId,
      kind: refund.kind,
      status: refund.status,
      baht: toBahtText(refund.satang),
      by: refund.by,
      why: refund.why,
      created_at: refund.createdAt,
    })),
    events: found.events.map(({ at, who: by, what, statusAfter, reason, details }) => ({
      at,
      who: by,
      what,
      status_after: statusAfter,
      reason,
      details,
    })),
  };
}

/** A slip's picture. @throws {ApiError} `not_found` */
async function readSlipPicture({ slips }: OrderDeskDeps, slipId: string) {
  const picture = await slips.readPicture(slipId);
  if (picture === null) throw new ApiError('not_found');
  return { type: 'image/webp', base64: picture.toString('base64') };
}

function registerRoutes(app: FastifyInstance, deps: OrderDeskDeps): void {
  const { orders } = deps;
  app.get('/orders/slip', (request) =>
    readSlipPicture(deps, parseValue(ShowSlip, request.query).slip),
  );
  app.get('/orders', () => listWaiting(deps));
  app.get('/orders/one', (request) => showOrder(deps, parseValue(Show, request.query).order));
  app.post('/orders/decision', async (request) => {
    const { action, ...decision } = parseValue(Decision, request.body);
    const done =
      action === 'refund' ? await orders.refund(decision) : await orders[action](decision);
    const shown = await showOrder(deps, decision.order);
    return done === undefined ? shown : { refund: done, ...shown };
  });
  app.post('/orders/refund-done', async (request) => {
    const { refund_id: refundId, ...rest } = parseValue(RefundDone, request.body);
    await orders.refundDone({ refundId, ...rest });
    return { refund_id: refundId, status: 'done' };
  });
}

/** What an operator sees of orders and decides about them, on the internal listener, until there is a console. */
export const createOrderDeskModule = (deps: OrderDeskDeps): ApiModule => ({
  registerInternal: (app) => registerRoutes(app, deps),
});
