import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { drawSlip, slipText } from '../slips/testing/draw-slip.ts';
import { startTransferStage } from './testing/transfer-stage.ts';

const {
  api,
  makeBuyer,
  send,
  freshReference,
  freshSlip,
  readOrder,
  slipsOf,
  balanceOf,
  operate,
  readFile,
  decide,
} = await startTransferStage();
afterAll(() => api.close());

/** Returns the undecided slip of a buyer's order, as listed in the operators' queue. */
const slipCaseOf = async ({ number }: { readonly number: string }) =>
  (await operate('GET /slip?limit=100')).body.find(
    (one: { order: { number: string } }) => one.order.number === number,
  );
const repay = (refundId: string) =>
  operate(`POST /refund/${refundId}/done`, { reason: 'transferred back' });

describe('an operator', () => {
  it('lists waiting orders with the slip’s bank, reference and image', async () => {
    const buyer = await makeBuyer();
    const reference = freshReference();
    await send(buyer, await drawSlip(slipText(reference)));
    const line = await slipCaseOf(buyer);
    expect(line).toMatchObject({
      bank: { code: '014', name_en: 'Siam Commercial Bank' },
      reference,
      status: 'sent',
      order: { status: 'awaiting_confirmation', satang: 4_900, base_coins: 49 },
    });
  });

  it('confirms an order once and credits its coins', async () => {
    const buyer = await makeBuyer();
    const picture = await freshSlip();
    await send(buyer, picture);
    const confirmed = await decide('confirm', buyer);
    expect([confirmed.status, confirmed.body.status]).toEqual([200, 'paid']);
    expect((await readOrder(buyer)).slip.status).toBe('accepted');
    expect(await balanceOf(buyer)).toBe(49);
    expect((await decide('confirm', buyer)).body.status).toBe('order_paid');
    expect(await balanceOf(buyer)).toBe(49);
    // The slip stays with its order. Sending it again returns the order's current state.
    expect((await send(buyer, picture)).body.data.status).toBe('paid');
    expect((await send(buyer, await freshSlip())).body.status).toBe('order_paid');
    const { name } = (await operate('GET /me')).body;
    const by = confirmed.body.events.map((event: { by: string }) => event.by);
    expect(by.some((actor: string) => actor.includes(name))).toBe(true);
  });

  it('decides on a slip of an order that was paid otherwise: the transfer is refunded or rejected', async () => {
    for (const action of ['confirm', 'reject'] as const) {
      const buyer = await makeBuyer();
      await send(buyer, await freshSlip());
      // The order is paid by a card attempt that was begun before the transfer.
      await api.db
        .updateTable('coin_order')
        .set({ status: 'paid', reason: null, paid_at: new Date() })
        .where('coin_order_id', '=', buyer.orderId)
        .execute();
      expect(await slipCaseOf(buyer)).toMatchObject({ status: 'sent', order: { status: 'paid' } });
      const decided = await decide(action, buyer);
      expect(decided.body).toMatchObject({ status: 'paid' });
      expect(await balanceOf(buyer)).toBe(0);
      expect(decided.body.refunds.map((one: { status: string }) => one.status)).toEqual(
        action === 'confirm' ? ['by_hand'] : [],
      );
      expect(await slipCaseOf(buyer)).toBeUndefined();
      const [slip] = (await readFile(buyer)).body.slips;
      expect(slip.status).toBe(action === 'confirm' ? 'accepted' : 'rejected');
      expect((await decide(action, buyer)).body.status).toBe('order_paid');
    }
  });

  it('decides on several slips one by one, and refunds a second transfer but not a slip without a transfer', async () => {
    const buyer = await makeBuyer();
    for (let sent = 0; sent < 3; sent += 1) await send(buyer, await freshSlip());
    const unnamed = await decide('confirm', buyer);
    expect([unnamed.status, unnamed.body.status]).toEqual([400, 'request_invalid']);
    const [first, second, third] = (await slipsOf(buyer)).map((slip) => slip.payment_slip_id);
    const stranger = await decide('confirm', buyer, randomUUID());
    expect(stranger.body.status).toBe('request_invalid');
    expect((await decide('reject', buyer, third)).body).toMatchObject({
      status: 'awaiting_confirmation',
      reason: 'slip_sent',
    });
    expect((await decide('confirm', buyer, second)).body.status).toBe('paid');
    const again = await decide('confirm', buyer);
    expect(again.body).toMatchObject({ status: 'paid', refunds: [{ status: 'by_hand' }] });
    expect((await decide('confirm', buyer)).body.status).toBe('order_paid');
    const slips = await slipsOf(buyer);
    expect(slips.find((slip) => slip.payment_slip_id === third)?.status).toBe('rejected');
    expect(slips.filter(({ status }) => status === 'accepted')).toHaveLength(2);
    expect(slips.find((slip) => slip.payment_slip_id === first)?.status).toBe('accepted');
    // The first transfer paid the order, so the second is refunded.
    expect((await repay(again.body.refunds[0].refund_id)).status).toBe(200);
    const { attempts, status } = (await readFile(buyer)).body;
    const ends = attempts.map((attempt: { status: string }) => attempt.status).sort();
    expect([ends, status]).toEqual([['refunded', 'succeeded'], 'paid']);
    expect(await balanceOf(buyer)).toBe(49);
  });

  it('rejects an order, whose slip cannot be sent again', async () => {
    const buyer = await makeBuyer();
    const picture = await freshSlip();
    await send(buyer, picture);
    expect((await decide('reject', buyer)).body).toMatchObject({
      status: 'failed',
      reason: 'slip_rejected',
    });
    expect((await readOrder(buyer)).slip.status).toBe('rejected');
    expect((await send(buyer, picture)).body.status).toBe('slip_used');
    expect((await readOrder(buyer)).status).toBe('failed');
    expect((await send(buyer, await freshSlip())).body.data.status).toBe('awaiting_confirmation');
  });

  it('records a manual refund of a transfer', async () => {
    const buyer = await makeBuyer();
    await send(buyer, await freshSlip());
    await decide('confirm', buyer);
    const refunded = await decide('refund', buyer);
    expect(refunded.body.refunds).toMatchObject([{ status: 'by_hand' }]);
    expect(await balanceOf(buyer)).toBe(0);
    const [{ refund_id: id }] = refunded.body.refunds;
    expect((await repay(id)).status).toBe(200);
    const shown = await readFile(buyer);
    expect(shown.body).toMatchObject({ status: 'refunded', refunds: [{ status: 'done' }] });
    expect((await repay(id)).body.status).toBe('order_not_found');
  });

  it('cannot make invalid decisions', async () => {
    const path = `/order/${randomUUID()}`;
    expect((await operate(`GET ${path}`)).body.status).toBe('order_not_found');
    const unknown = await operate(`POST ${path}/confirm`, { reason: 'x' });
    expect(unknown.body.status).toBe('order_not_found');
    for (const odd of [{}, { reason: ' ' }, { reason: 'x', slip_id: 'the first' }]) {
      const answer = await operate(`POST ${path}/confirm`, odd);
      expect(answer.body.status, JSON.stringify(odd)).toBe('request_invalid');
    }
  });
});
