import { toBahtText } from '@sangwian/money/satang';
import { findThaiBank } from '@sangwian/money/thai-banks';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { OperatorName, OperatorReason } from '../../../platform/http/audit-note.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { parseValue } from '../../../platform/http/parse-value.ts';
import type { Database } from '../../../schema/database.ts';
import type { OrderForOperator } from '../../money/orders/orders.module.ts';
import type { SlipRow } from '../../money/slips/slips.module.ts';
import type { DeskParts } from './desk-parts.ts';
import { createOrderHandlers } from './order-handlers.ts';
import { OrderSearchStore } from './order-search.store.ts';
import { createReportHandlers } from './report-handlers.ts';
import { createSlipHandlers } from './slip-handlers.ts';
import { createWebhookHandlers } from './webhook-handlers.ts';
import { WebhookLogStore } from './webhook-log.store.ts';

const LISTED_MAX = 200;

const OrderName = z.string().trim().min(1).max(64);
const auditNote = { by: OperatorName, why: OperatorReason };
const Show = z.object({ order: OrderName });
const ShowSlip = z.object({ slip: z.uuid() });
const Decision = z.strictObject({
  action: z.enum(['confirm', 'reject', 'refund']),
  order: OrderName,
  /** The checked slip; required if several are undecided. */
  slip: z.uuid().toLowerCase().optional(),
  ...auditNote,
});
const RefundDone = z.strictObject({ refund_id: z.uuid(), ...auditNote });

type Desk = Pick<DeskParts, 'orders' | 'slips'>;

function presentSlip(slip: SlipRow) {
  const { bank_code: code } = slip;
  return {
    sent_at: slip.sent_at,
    status: slip.status,
    /** Bank of the slip's QR code; `null` if it is unreadable, so that the operator reads the picture. */
    bank: code === null ? null : `${code} ${findThaiBank(code)?.en ?? ''}`.trim(),
    reference: slip.reference,
    slip_id: slip.payment_slip_id,
  };
}

/** Presents an order in a list. */
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

/** Lists the orders that need an operator, each with its undecided slip, else its latest. */
async function listWaiting({ orders, slips }: Desk) {
  const waiting = await orders.listForOperator(LISTED_MAX, await slips.findUndecided(LISTED_MAX));
  const last = await slips.findLast(waiting.map(({ orderId }) => orderId));
  return {
    waiting: waiting.map((one) => {
      const slip = last.get(one.orderId);
      return { ...presentLine(one), slip: slip === undefined ? null : presentSlip(slip) };
    }),
  };
}

/** Presents an order with its attempts, refunds, slips and events. */
async function showOrder({ orders, slips }: Desk, order: string) {
  const found = await orders.findForOperator(order);
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
      by: refund.actor,
      why: refund.reason,
      created_at: refund.createdAt,
    })),
    events: found.events.map(({ at, actor, what, statusAfter, reason, details }) => ({
      at,
      who: actor,
      what,
      status_after: statusAfter,
      reason,
      details,
    })),
  };
}

/** Reads a slip's picture. @throws {ApiError} `not_found` */
async function readSlipPicture({ slips }: Desk, slipId: string) {
  const picture = await slips.readPicture(slipId);
  if (picture === null) throw new ApiError('not_found');
  return { type: 'image/webp', base64: picture.toString('base64') };
}

function registerRoutes(app: FastifyInstance, deps: Desk): void {
  const { orders } = deps;
  app.get('/orders/slip', (request) =>
    readSlipPicture(deps, parseValue(ShowSlip, request.query).slip),
  );
  app.get('/orders', () => listWaiting(deps));
  app.get('/orders/one', (request) => showOrder(deps, parseValue(Show, request.query).order));
  app.post('/orders/decision', async (request) => {
    const { action, by, why, ...rest } = parseValue(Decision, request.body);
    // Who has the machine's secret decides as an owner.
    const decision = { ...rest, actor: by, reason: why, allowsUsedTransfer: true };
    const done =
      action === 'refund' ? await orders.refund(decision) : await orders[action](decision);
    const shown = await showOrder(deps, decision.order);
    return done === undefined ? shown : { refund: done, ...shown };
  });
  app.post('/orders/refund-done', async (request) => {
    const { refund_id: refundId, by, why } = parseValue(RefundDone, request.body);
    await orders.completeManualRefund({ refundId, actor: by, reason: why });
    return { refund_id: refundId, status: 'done' };
  });
}

export interface OrderDeskDeps extends Omit<DeskParts, 'search' | 'webhooks'> {
  readonly db: Kysely<Database>;
}

/** Creates the orders, slips, webhooks and reports of the console, and the internal endpoints of `npm run order`. */
export function createOrderDeskModule({ db, ...deps }: OrderDeskDeps): ApiModule {
  const parts: DeskParts = {
    ...deps,
    search: new OrderSearchStore(db),
    webhooks: new WebhookLogStore(db),
  };
  return {
    handlers: {
      ...createOrderHandlers(parts),
      ...createSlipHandlers(parts),
      ...createWebhookHandlers(parts),
      ...createReportHandlers(parts),
    },
    registerInternal: (app) => registerRoutes(app, parts),
  };
}
