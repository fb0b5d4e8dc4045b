import { randomUUID } from 'node:crypto';
import type { Order } from '@sangwian/contract/endpoints/orders';
import type { MemberId } from '@sangwian/contract/ids';
import type { Idempotency } from '../../../platform/idempotency/idempotency.module.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Orders } from '../orders/orders.module.ts';
import type { SentSlip, Slips } from '../slips/slips.module.ts';

export interface SendSlipDeps {
  readonly clock: Clock;
  readonly orders: Pick<Orders, 'markSlipSent' | 'present' | 'publish'>;
  readonly slips: Pick<Slips, 'read' | 'isSent' | 'add'>;
  readonly idempotency: Idempotency;
}

export interface SendSlip {
  readonly memberId: MemberId;
  readonly orderId: string;
  readonly idempotencyKey: string;
  readonly bytes: Uint8Array;
}

/** A stored slip with its order afterwards. */
export interface StoredSlip {
  readonly order: Order;
  readonly slip: SentSlip;
}

/**
 * Stores the slip of a transfer and sets its order to await confirmation. Idempotent for the same slip and order.
 *
 * @throws {ApiError} `picture_invalid`; `order_not_found`, `order_closed`, `order_paid`; `slip_used`; `rate_limited`
 */
export async function sendSlip(deps: SendSlipDeps, call: SendSlip): Promise<StoredSlip> {
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
        await orders.markSlipSent(trx, { memberId, orderId, details });
        await slips.add(trx, sent);
      }
      return orders.present(orderId, trx);
    },
  );
  await orders.publish(orderId);
  return { order, slip };
}
