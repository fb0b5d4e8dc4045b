import { randomUUID } from 'node:crypto';
import type { Order } from '@sangwian/contract/endpoints/orders';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Idempotency } from '../../../platform/idempotency/idempotency.module.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Orders } from '../orders/orders.module.ts';
import type { SentSlip, Slips } from '../slips/slips.module.ts';

export interface SendSlipDeps {
  readonly clock: Clock;
  readonly orders: Pick<Orders, 'markSlipSent' | 'present' | 'publish'>;
  readonly slips: Pick<Slips, 'read' | 'storePicture' | 'removePicture' | 'isSent' | 'add'>;
  readonly idempotency: Idempotency;
}

export interface SendSlip {
  readonly memberId: MemberId;
  readonly orderId: string;
  readonly idempotencyKey: string;
  readonly bytes: Uint8Array;
}

/** A stored slip, with its order after the slip was added. */
export interface StoredSlip {
  readonly order: Order;
  readonly slip: SentSlip;
}

/**
 * Adds a slip to its order. The image is stored before the transaction, since the storage may be slow and the
 * transaction locks the order. The image is removed if the slip was not added.
 */
async function addSlip(
  { clock, orders, slips, idempotency }: SendSlipDeps,
  { memberId, orderId, idempotencyKey, bytes }: SendSlip,
  slip: SentSlip,
): Promise<Order> {
  const slipId = randomUUID();
  let isAdded = false;
  await slips.storePicture(slipId, slip.picture);
  try {
    const operation = 'POST /order/{order_id}/slip';
    const request = { orderId, bytes };
    return await idempotency.once({ memberId, operation, idempotencyKey, request }, async (trx) => {
      const sent = { slipId, orderId, memberId, slip, sentAt: clock() };
      if (!(await slips.isSent(trx, sent))) {
        const { bankCode = null, reference = null } = slip.qr ?? {};
        const details = { payment_slip_id: slipId, bank_code: bankCode, reference };
        await orders.markSlipSent(trx, { memberId, orderId, details });
        await slips.add(trx, sent);
        isAdded = true;
      }
      return orders.present(orderId, trx);
    });
  } catch (error) {
    // An `ApiError` has rolled the transaction back. After any other error the slip may have been added.
    if (error instanceof ApiError) isAdded = false;
    throw error;
  } finally {
    // An image that cannot be removed is never shown, because no row refers to it.
    if (!isAdded) await slips.removePicture(slipId).catch(() => undefined);
  }
}

/**
 * Stores the slip of a transfer and sets its order to await confirmation. Idempotent for the same slip and order.
 *
 * @throws {ApiError} `picture_invalid`; `order_not_found`, `order_closed`, `order_paid`; `slip_used`; `rate_limited`;
 *   `unavailable` while the object storage fails
 */
export async function sendSlip(deps: SendSlipDeps, call: SendSlip): Promise<StoredSlip> {
  const slip = await deps.slips.read(call.bytes);
  const order = await addSlip(deps, call, slip);
  await deps.orders.publish(call.orderId);
  return { order, slip };
}
