import { randomUUID } from 'node:crypto';
import type { Order } from '@sangwian/contract/endpoints/orders';
import type { MemberId } from '@sangwian/contract/ids';
import type { Idempotency } from '../../../platform/idempotency/idempotency.module.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Orders } from '../orders/orders.module.ts';
import type { SentSlip, Slips } from '../slips/slips.module.ts';

export interface SendSlipDeps {
  readonly clock: Clock;
  readonly orders: Pick<Orders, 'slipSent' | 'present' | 'publish'>;
  readonly slips: Pick<Slips, 'read' | 'isSent' | 'add'>;
  readonly idempotency: Idempotency;
}

export interface SendSlip {
  readonly memberId: MemberId;
  readonly orderId: string;
  readonly idempotencyKey: string;
  readonly bytes: Uint8Array;
}

/** A slip that was taken, and its order after it. */
export interface TakenSlip {
  readonly order: Order;
  readonly slip: SentSlip;
}

/**
 * Takes the slip of a transfer for an order, which then awaits somebody's confirmation. The same slip for the same
 * order again changes nothing.
 *
 * @throws {ApiError} `picture_invalid`; `order_not_found`, `order_closed`, `order_paid`; `slip_used`; `rate_limited`
 */
export async function sendSlip(deps: SendSlipDeps, call: SendSlip): Promise<TakenSlip> {
  const { clock, orders, slips, idempotency } = deps;
  const { memberId, orderId, idempotencyKey, bytes } = call;
  const slip = await slips.read(bytes);
  const order = await idempotency.once(
    {
      memberId,
      operation: 'POST /order/{order_id}/slip',
      idempotencyKey,
      request: { orderId, bytes },
    },
    async (trx) => {
      const sent = { slipId: randomUUID(), orderId, memberId, slip, sentAt: clock() };
      if (!(await slips.isSent(trx, sent))) {
        const { bankCode = null, reference = null } = slip.qr ?? {};
        const details = { payment_slip_id: sent.slipId, bank_code: bankCode, reference };
        await orders.slipSent(trx, { memberId, orderId, details });
        await slips.add(trx, sent);
      }
      return orders.present(orderId, trx);
    },
  );
  await orders.publish(orderId);
  return { order, slip };
}
