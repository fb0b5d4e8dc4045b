import type { OrderFile, WebhookLine } from '@sangwian/contract/endpoints/operator/orders';
import { ApiError } from '@sangwian/node-kit/api-error';
import { z } from 'zod';
import type { AuditNotes } from '../../../platform/http/audit-notes.ts';
import { csvFile } from '../../../platform/http/csv-file.ts';
import { openCursor, pageOf } from '../../../platform/http/cursor.ts';
import type { Handlers, Staff } from '../../../platform/http/handler.ts';
import { readPages } from '../../../platform/http/read-pages.ts';
import { endOfBangkokDay, startOfBangkokDay } from '../../../platform/time/bangkok-day.ts';
import type { OrderForOperator } from '../../money/orders/orders.module.ts';
import type { DeskParts } from './desk-parts.ts';
import type { OrderFilter, OrderLineRow } from './order-search.store.ts';
import { writeOrdersCsv } from './orders-csv.ts';
import { presentLine, presentSlip } from './present-orders.ts';
import { presentWebhook } from './webhook-handlers.ts';

const Position = z.tuple([z.iso.datetime(), z.uuid()]);
const RefundPosition = z.tuple([z.uuid()]);
/** Maximum number of rows in one CSV file: about a year of orders. */
const CSV_ROWS_MAX = 200_000;
/** Maximum number of webhooks shown with an order. A payment normally has a few. */
const WEBHOOKS_SHOWN_MAX = 50;

const REFUND_STATUSES = {
  by_hand: ['by_hand'],
  open: ['created', 'pending'],
  done: ['done'],
} as const;

interface FilterQuery extends Pick<OrderFilter, 'status' | 'method' | 'provider' | 'number'> {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly member_id?: string | undefined;
  readonly satang_min?: number | undefined;
  readonly satang_max?: number | undefined;
  readonly attention?: boolean | undefined;
  readonly second_payment?: boolean | undefined;
}

const filterOf = (query: FilterQuery): OrderFilter => ({
  status: query.status,
  method: query.method,
  provider: query.provider,
  from: query.from === undefined ? undefined : startOfBangkokDay(query.from),
  before: query.to === undefined ? undefined : endOfBangkokDay(query.to),
  memberId: query.member_id,
  number: query.number?.toUpperCase().replace(/[\s-]/g, ''),
  satangMin: query.satang_min,
  satangMax: query.satang_max,
  needsAttention: query.attention,
  hasSecondPayment: query.second_payment,
});

const positionOf = (row: OrderLineRow) => ({ at: row.created_at, orderId: row.order_id });

/** Returns the operator's reason of an event. */
function whyOf(details: unknown): string | null {
  const why: unknown =
    typeof details === 'object' && details !== null ? Reflect.get(details, 'why') : undefined;
  return typeof why === 'string' ? why : null;
}

const presentFile = (
  line: OrderLineRow,
  found: OrderForOperator,
  slips: OrderFile['slips'],
  webhooks: WebhookLine[],
): OrderFile => ({
  ...presentLine(line),
  expires_at: found.order.expires_at,
  attempts: found.attempts.map((attempt) => ({
    attempt_id: attempt.attemptId,
    provider: attempt.provider,
    method: attempt.method,
    status: attempt.status,
    provider_ref: attempt.providerRef,
    satang: attempt.satang,
    paid_satang: attempt.paidSatang,
    paid_currency: attempt.paidCurrency,
    refunded_satang: attempt.refundedSatang,
    disputed: attempt.disputed,
    second: attempt.secondOf != null,
    created_at: attempt.createdAt.toISOString(),
  })),
  refunds: found.refunds.map((refund) => ({
    refund_id: refund.refundId,
    kind: refund.kind,
    status: refund.status,
    satang: refund.satang,
    by: refund.actor,
    reason: refund.reason,
    created_at: refund.createdAt.toISOString(),
  })),
  slips,
  webhooks,
  events: found.events.map((event) => ({
    at: event.at.toISOString(),
    by: event.actor,
    what: event.what,
    status_after: event.statusAfter,
    reason: event.reason,
    why: whyOf(event.details),
  })),
});

/** Reads one order with its history. @throws {ApiError} `order_not_found` */
async function readFile(deps: DeskParts, orderId: string): Promise<OrderFile> {
  const line = (await deps.search.findLines([orderId])).get(orderId);
  if (line === undefined) throw new ApiError('order_not_found');
  const [found, slips, webhooks] = await Promise.all([
    deps.orders.findForOperator(orderId),
    deps.slips.list(orderId),
    deps.webhooks.findPage({ orderId, before: null, limit: WEBHOOKS_SHOWN_MAX }),
  ]);
  return presentFile(line, found, slips.map(presentSlip), webhooks.map(presentWebhook));
}

/** A request that contains a decision on an order. */
interface DecisionCall {
  readonly body: { readonly reason: string; readonly slip_id?: string | undefined };
  readonly staff: Staff;
  readonly audit: AuditNotes | null;
}

/** Returns the decision of a staff member on an order. */
const decisionOf = (
  orderId: string,
  { name, role }: Staff,
  { reason, slip_id: slip }: { readonly reason: string; readonly slip_id?: string | undefined },
) => ({
  order: orderId,
  slip,
  actor: name,
  reason,
  allowsUsedTransfer: role === 'owner',
});

function createListHandlers(deps: DeskParts): Handlers {
  const { search, clock } = deps;
  return {
    'GET /operator/order': async ({ query }) => {
      const cursor = openCursor(query.cursor, Position);
      const after = cursor === null ? null : { at: new Date(cursor[0]), orderId: cursor[1] };
      const rows = await search.findPage(filterOf(query), after, query.limit + 1);
      const { shown, next_cursor } = pageOf(rows, query.limit, (last) => [
        last.created_at,
        last.order_id,
      ]);
      return { data: shown.map(presentLine), next_cursor };
    },
    'GET /operator/order/csv': async ({ query, language }) => {
      const pages = readPages<OrderLineRow>(
        (last, limit) =>
          search.findPage(filterOf(query), last === undefined ? null : positionOf(last), limit),
        CSV_ROWS_MAX,
      );
      return { data: csvFile('orders', clock(), writeOrdersCsv(pages, language)) };
    },
    'GET /operator/refund': async ({ query }) => {
      const before = openCursor(query.cursor, RefundPosition)?.[0] ?? null;
      const statuses = REFUND_STATUSES[query.state];
      const rows = await search.findRefunds(statuses, before, query.limit + 1);
      const { shown, next_cursor } = pageOf(rows, query.limit, (last) => [last.refund_id]);
      const lines = await search.findLines(shown.map((row) => row.order_id));
      return {
        data: shown.flatMap(({ order_id: orderId, created_at: at, ...refund }) => {
          const line = lines.get(orderId);
          return line === undefined
            ? []
            : [{ ...refund, created_at: at.toISOString(), order: presentLine(line) }];
        }),
        next_cursor,
      };
    },
  };
}

/** Creates the handlers of orders and refunds for the console. */
export function createOrderHandlers(deps: DeskParts): Handlers {
  const { orders } = deps;
  /** Decides on an order, and records the status before and after the decision for the audit. */
  const decide = async (
    orderId: string,
    { body, staff, audit }: DecisionCall,
    act: (decision: ReturnType<typeof decisionOf>) => Promise<unknown>,
  ): Promise<{ data: OrderFile }> => {
    const { reason } = body;
    audit?.note({ subjectType: 'order', subjectId: orderId, reason });
    const { order } = await orders.findForOperator(orderId);
    audit?.note({ before: { status: order.status } });
    await act(decisionOf(orderId, staff, body));
    const data = await readFile(deps, orderId);
    audit?.note({ after: { status: data.status } });
    return { data };
  };
  return {
    ...createListHandlers(deps),
    'GET /operator/order/{order_id}': async ({ params }) => ({
      data: await readFile(deps, params.order_id),
    }),
    'POST /operator/order/{order_id}/confirm': ({ params, ...call }) =>
      decide(params.order_id, call, orders.confirm),
    'POST /operator/order/{order_id}/reject': ({ params, ...call }) =>
      decide(params.order_id, call, orders.reject),
    'POST /operator/order/{order_id}/refund': ({ params, ...call }) =>
      decide(params.order_id, call, orders.refund),
    'POST /operator/refund/{refund_id}/done': async ({ params, body, staff, audit }) => {
      const { refund_id: refundId } = params;
      audit?.note({ subjectType: 'refund', subjectId: refundId, reason: body.reason });
      await orders.completeManualRefund({ refundId, actor: staff.name, reason: body.reason });
      audit?.note({ after: { done: true } });
      return { data: { refund_id: refundId } };
    },
  };
}
