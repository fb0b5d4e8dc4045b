import type { SlipCase } from '@sangwian/contract/endpoints/operator/orders';
import type { OrderStatus } from '@sangwian/contract/endpoints/orders';
import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { ApiError } from '@sangwian/node-kit/api-error';
import { z } from 'zod';
import { openCursor, pageOf } from '../../../platform/http/cursor.ts';
import type { Handlers, Staff } from '../../../platform/http/handler.ts';
import type { SlipRow } from '../../money/slips/slips.module.ts';
import type { DeskParts } from './desk-parts.ts';
import { presentLine, presentSlip } from './present-orders.ts';

const Position = z.tuple([z.iso.datetime(), z.uuid()]);

/** Presents slips with their orders, earlier uses and buyers. */
async function presentCases(
  { slips, search }: DeskParts,
  rows: readonly SlipRow[],
): Promise<SlipCase[]> {
  const firsts = new Map(
    (await slips.findByIds(rows.flatMap((row) => row.first_slip_id ?? []))).map((row) => [
      row.payment_slip_id,
      row,
    ]),
  );
  const members = [...new Set(rows.map((row) => row.member_id))];
  const orderIds = [...rows, ...firsts.values()].map((row) => row.coin_order_id);
  const [lines, orders, rejected] = await Promise.all([
    search.findLines([...new Set(orderIds)]),
    search.countOrders(members),
    slips.countRejected(members),
  ]);
  const withOrder = (row: SlipRow) => {
    const line = lines.get(row.coin_order_id);
    // A foreign key guarantees that the order exists.
    if (line === undefined) throw new Error(`the slip ${row.payment_slip_id} has no order`);
    return { ...presentSlip(row), order: presentLine(line) };
  };
  return rows.map((row) => {
    const first = row.first_slip_id === null ? undefined : firsts.get(row.first_slip_id);
    return {
      ...withOrder(row),
      first_use: first === undefined ? null : withOrder(first),
      buyer: {
        orders: orders.get(row.member_id) ?? 0,
        rejected_slips: rejected.get(row.member_id) ?? 0,
      },
    };
  });
}

type Decision =
  | { readonly action: 'approve'; readonly slip_id: string; readonly reason: string }
  | {
      readonly action: 'reject';
      readonly slip_id: string;
      readonly because: string;
      readonly note?: string | undefined;
    };

/** Decides on one slip. @throws {ApiError} as `orders.confirm` and `orders.reject`; `not_found` */
async function decideSlip(
  { orders, slips }: DeskParts,
  decision: Decision,
  { name, role }: Staff,
): Promise<OrderStatus> {
  const slipId = decision.slip_id;
  const [row] = await slips.findByIds([slipId]);
  if (row === undefined) throw new ApiError('not_found');
  if (row.status !== 'sent') throw new ApiError('slip_decided');
  const order = row.coin_order_id;
  try {
    if (decision.action === 'approve') {
      await orders.confirm({
        ...{ order, slip: slipId, actor: name, reason: decision.reason },
        allowsUsedTransfer: role === 'owner',
      });
    } else {
      const { because, note } = decision;
      const reason = note === undefined ? because : `${because}: ${note}`;
      await orders.reject({ order, slip: slipId, actor: name, reason });
    }
  } catch (error) {
    const [now] = await slips.findByIds([slipId]);
    // Another operator has decided in the meantime.
    if (error instanceof ApiError && now?.status !== 'sent') throw new ApiError('slip_decided');
    throw error;
  }
  return (await orders.findForOperator(order)).order.status;
}

/** Creates the handlers of the slips' queue for the console. */
export function createSlipHandlers(deps: DeskParts): Handlers {
  const { slips } = deps;
  return {
    'GET /operator/slip': async ({ query: { state, limit, cursor } }) => {
      const position = openCursor(cursor, Position);
      const after = position === null ? null : { at: new Date(position[0]), slipId: position[1] };
      const rows = await slips.findPage({ state, after, limit: limit + 1 });
      const { shown, next_cursor } = pageOf(rows, limit, (last) => [
        state === 'waiting' ? last.sent_at : last.decided_at,
        last.payment_slip_id,
      ]);
      return { data: await presentCases(deps, shown), next_cursor };
    },
    'GET /operator/slip/{slip_id}/picture': async ({ params }) => {
      const picture = await slips.readPicture(params.slip_id);
      if (picture === null) throw new ApiError('not_found');
      return { data: { type: 'image/webp', base64: picture.toString('base64') } };
    },
    'POST /operator/slip/decision': async ({ body, staff, log, audit }) => {
      audit?.note({ subjectType: 'slips' });
      const results: {
        slip_id: string;
        order_status: OrderStatus | null;
        error: ErrorCode | null;
      }[] = [];
      // Slips are decided one after the other, so that each row succeeds or fails separately.
      for (const decision of body.decisions) {
        const { slip_id } = decision;
        try {
          const order_status = await decideSlip(deps, decision, staff);
          results.push({ slip_id, order_status, error: null });
        } catch (err) {
          if (!(err instanceof ApiError)) log.error({ err, slip_id }, 'slip decision failed');
          const error = err instanceof ApiError ? err.code : 'error_occurred';
          results.push({ slip_id, order_status: null, error });
        }
      }
      const actions = new Map(body.decisions.map(({ slip_id, action }) => [slip_id, action]));
      const after = results.map((row) => ({ ...row, action: actions.get(row.slip_id) }));
      audit?.note({ after: { slips: after } });
      return { data: { results } };
    },
  };
}
