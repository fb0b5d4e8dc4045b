import { randomBytes, randomUUID } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { startTestApi, type TestAnswer, type TestApi } from '@sangwian/testkit/start-test-api';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { drawSlip, slipText } from '../slips/testing/draw-slip.ts';

const INTERNAL = `/internal/${encodeURIComponent('the internal secret of a test')}`;
const ACCOUNT = {
  bank_code: '999',
  bank_name_th: 'ธนาคารทุ่งทอง',
  bank_name_en: 'Thung Thong Bank',
  account_number: '123-4-56789-0',
  account_name_th: 'สังเวียน',
  account_name_en: 'Sangwian',
};
const SATANG = 4_900;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({
    config: {
      transfers: { accounts: [ACCOUNT], promptPay: { kind: 'phone', id: '0812345678' } },
    },
  });
});
afterAll(() => api.close());

interface Buyer {
  readonly memberId: MemberId;
  readonly token: string;
  readonly orderId: string;
  readonly number: string;
}

const key = () => ({ 'idempotency-key': randomUUID() });

/** Somebody with an order that waits for a transfer. */
async function makeBuyer(method = 'bank_transfer'): Promise<Buyer & { paid: TestAnswer }> {
  const fan = await api.makeFan({ birthDate: '1990-05-05' });
  const token = await api.signIn(fan);
  const made = await api.call('POST /order', {
    token,
    headers: key(),
    body: { package_id: 2, expected_satang: SATANG },
  });
  expect(made.status, made.text).toBe(201);
  const { order_id: orderId, number } = made.body.data;
  const paid = await api.call(`POST /order/${orderId}/pay`, {
    token,
    headers: key(),
    body: { method, return_path: '/wallet', expected_satang: SATANG },
  });
  expect(paid.status, paid.text).toBe(200);
  return { memberId: fan.memberId, token, orderId, number, paid };
}

const send = (
  { token, orderId }: Pick<Buyer, 'token' | 'orderId'>,
  picture: Buffer,
  headers: Record<string, string> = key(),
) =>
  api.call(`POST /order/${orderId}/slip`, {
    token,
    body: picture,
    headers: { 'content-type': 'image/png', ...headers },
  });

let references = 0;
function freshReference(): string {
  references += 1;
  return `2026112119${String(references).padStart(8, '0')}`;
}
const freshSlip = () => drawSlip(slipText(freshReference()));

const readOrder = async ({ token, orderId }: Buyer) =>
  (await api.call(`GET /order/${orderId}`, { token })).body.data;

const slipsOf = ({ orderId }: Buyer) =>
  api.db.selectFrom('payment_slip').selectAll().where('order_id', '=', orderId).execute();

const balanceOf = async ({ token, memberId }: Buyer) =>
  (await api.call(`GET /auth/member/wallet?member_id=${memberId}`, { token })).body.data.balance;

/** As an operator's command asks. */
async function ask(path: string, payload?: object) {
  const response = await api.api.internal.inject(
    payload === undefined
      ? { method: 'GET', url: `${INTERNAL}${path}` }
      : { method: 'POST', url: `${INTERNAL}${path}`, payload },
  );
  return { status: response.statusCode, body: response.json() };
}
const decide = (action: string, { number }: Buyer) =>
  ask('/orders/decision', { action, order: number, by: 'somsri', why: 'looked at the bank' });

describe('what a transfer shows', () => {
  it('is the account, until the order ends', async () => {
    const { paid, number } = await makeBuyer();
    const { attempt, status } = paid.body.data;
    expect(status).toBe('pending');
    expect(attempt).toMatchObject({ accounts: [ACCOUNT], qr_payload: null, reference: number });
  });

  it('is a PromptPay code with the amount and the order', async () => {
    const { paid, number } = await makeBuyer('promptpay_slip');
    const { qr_payload: payload } = paid.body.data.attempt;
    for (const part of ['01130066812345678', '540549.00', number]) expect(payload).toContain(part);
  });
});

describe('a slip', () => {
  it('lets its order await confirmation, and lies where nobody but the API reads it', async () => {
    const buyer = await makeBuyer();
    const reference = freshReference();
    const answer = await send(buyer, await drawSlip(slipText(reference)));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toMatchObject({
      order_id: buyer.orderId,
      status: 'awaiting_confirmation',
      reason: 'slip_sent',
      slip: { status: 'sent' },
    });
    const [slip] = await slipsOf(buyer);
    expect(slip).toMatchObject({ bank_code: '014', reference, member_id: buyer.memberId });
    const shown = await ask(`/orders/one?order=${buyer.number}`);
    const picture = await ask(`/orders/slip?slip=${shown.body.slips[0].slip_id}`);
    expect(picture.body.type).toBe('image/webp');
    const { format } = await sharp(Buffer.from(picture.body.base64, 'base64')).metadata();
    expect(format).toBe('webp');
    expect((await ask(`/orders/slip?slip=${randomUUID()}`)).status).toBe(404);
  });

  it('sent twice for its order is taken once, with the same key and with another', async () => {
    const buyer = await makeBuyer();
    const picture = await freshSlip();
    const headers = key();
    const first = await send(buyer, picture, headers);
    const again = await send(buyer, picture, headers);
    const anew = await send(buyer, picture);
    expect([first.status, again.status, anew.status]).toEqual([200, 200, 200]);
    expect(again.body.data).toEqual(first.body.data);
    expect(anew.body.data).toMatchObject({ status: 'awaiting_confirmation' });
    expect(await slipsOf(buyer)).toHaveLength(1);
    const { body } = await ask(`/orders/one?order=${buyer.number}`);
    const events = body.events.filter((event: { what: string }) => event.what === 'slip_sent');
    expect(events).toHaveLength(1);
  });

  it('of two members at once pays for one of them', async () => {
    const picture = await freshSlip();
    const buyers = [await makeBuyer(), await makeBuyer()];
    const answers = await Promise.all(buyers.map((buyer) => send(buyer, picture)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = answers.findIndex(({ status }) => status === 409);
    expect(answers[lost]?.body.status).toBe('slip_used');
    expect((await readOrder(buyers[lost] as Buyer)).status).toBe('pending');
    expect((await Promise.all(buyers.map(slipsOf))).flat()).toHaveLength(1);
  });

  it('is known in another picture of the same transfer', async () => {
    const picture = await freshSlip();
    expect((await send(await makeBuyer(), picture)).status).toBe(200);
    const photograph = await sharp(picture).rotate(90).blur(1).jpeg({ quality: 60 }).toBuffer();
    const second = await makeBuyer();
    const answer = await send(second, photograph, { ...key(), 'content-type': 'image/jpeg' });
    expect([answer.status, answer.body.status]).toEqual([409, 'slip_used']);
    expect(await slipsOf(second)).toEqual([]);
  });

  it('without a readable code is taken for an operator, and its file only once', async () => {
    const picture = await sharp(await drawSlip())
      .resize(500 + references)
      .png()
      .toBuffer();
    const buyer = await makeBuyer();
    expect((await send(buyer, picture)).body.data.status).toBe('awaiting_confirmation');
    expect(await slipsOf(buyer)).toMatchObject([{ bank_code: null, reference: null }]);
    expect((await send(await makeBuyer(), picture)).body.status).toBe('slip_used');
  });

  it('is for the owner’s own order, while that waits for a transfer', async () => {
    const buyer = await makeBuyer();
    const stranger = await makeBuyer();
    const picture = await freshSlip();
    const theirs = await send({ token: stranger.token, orderId: buyer.orderId }, picture);
    expect([theirs.status, theirs.body.status]).toEqual([404, 'order_not_found']);
    const none = await send({ ...buyer, orderId: randomUUID() }, picture);
    expect(none.body.status).toBe('order_not_found');
    const made = await api.call('POST /order', {
      token: buyer.token,
      headers: key(),
      body: { package_id: 2, expected_satang: SATANG },
    });
    const untold = { ...buyer, orderId: made.body.data.order_id };
    expect((await send(untold, picture)).body.status).toBe('order_closed');
    // Nothing of it was kept, so the slip is still good for the order that it was made for.
    expect((await send(buyer, picture)).status).toBe(200);
  });

  it('may come late: the transfer was made in time, and the coins are still owed for it', async () => {
    const buyer = await makeBuyer();
    const cancelled = await api.call(`POST /order/${buyer.orderId}/cancel`, {
      token: buyer.token,
      headers: key(),
      body: {},
    });
    expect(cancelled.body.data.status).toBe('cancelled');
    expect((await send(buyer, await freshSlip())).body.data.status).toBe('awaiting_confirmation');
    expect((await decide('confirm', buyer)).body.status).toBe('paid');
    expect(await balanceOf(buyer)).toBe(49);
  });

  it('is a picture, and not a large one', async () => {
    const buyer = await makeBuyer();
    const bodies = [Buffer.from('not a picture'), Buffer.alloc(6 * 1024 * 1024, 1)];
    const answers = await Promise.all(bodies.map((body) => send(buyer, body)));
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual([
      [400, 'picture_invalid'],
      [413, 'body_too_large'],
    ]);
    expect((await readOrder(buyer)).slip).toBeNull();
  });

  it('needs a sign-in and a key', async () => {
    const buyer = await makeBuyer();
    const picture = await freshSlip();
    const anonymous = await api.call(`POST /order/${buyer.orderId}/slip`, {
      body: picture,
      headers: { 'content-type': 'image/png', ...key() },
    });
    expect(anonymous.status).toBe(401);
    const keyless = await send(buyer, picture, { 'idempotency-key': 'mine' });
    expect(keyless.body.status).toBe('idempotency_key_invalid');
  });

  it('comes at most five times for an order', async () => {
    const buyer = await makeBuyer();
    const sent = Array.from({ length: 4 }, () => ({
      payment_slip_id: randomUUID(),
      order_id: buyer.orderId,
      member_id: buyer.memberId,
      file_hash: randomBytes(32),
      bank_code: null,
      reference: null,
      sent_at: new Date(),
      status: 'sent' as const,
      decided_at: null,
    }));
    await api.db.insertInto('payment_slip').values(sent).execute();
    expect((await send(buyer, await freshSlip())).status).toBe(200);
    expect((await send(buyer, await freshSlip())).body.status).toBe('rate_limited');
  });
});

describe('an operator', () => {
  it('sees what waits, with bank, reference and file', async () => {
    const buyer = await makeBuyer();
    const reference = freshReference();
    await send(buyer, await drawSlip(slipText(reference)));
    const { body } = await ask('/orders');
    const line = body.waiting.find((one: { number: string }) => one.number === buyer.number);
    expect(line).toMatchObject({
      status: 'awaiting_confirmation',
      baht: '49.00',
      coins: 49,
      slip: { bank: '014 Siam Commercial Bank', reference, status: 'sent' },
    });
  });

  it('confirms once, and the coins are there', async () => {
    const buyer = await makeBuyer();
    const picture = await freshSlip();
    await send(buyer, picture);
    const confirmed = await decide('confirm', buyer);
    expect([confirmed.status, confirmed.body.status]).toEqual([200, 'paid']);
    expect((await readOrder(buyer)).slip.status).toBe('accepted');
    expect(await balanceOf(buyer)).toBe(49);
    expect((await decide('confirm', buyer)).body.status).toBe('order_paid');
    expect(await balanceOf(buyer)).toBe(49);
    // It stays with its order: who sends it again is told how that stands.
    expect((await send(buyer, picture)).body.data.status).toBe('paid');
    expect((await send(buyer, await freshSlip())).body.status).toBe('order_paid');
    const by = confirmed.body.events.map((event: { who: string }) => event.who);
    expect(by.some((name: string) => name.includes('somsri'))).toBe(true);
  });

  it('is told of a slip whose order was paid in another way: its money goes back, or there is none', async () => {
    for (const action of ['confirm', 'reject'] as const) {
      const buyer = await makeBuyer();
      await send(buyer, await freshSlip());
      // As a card that was begun before the transfer does.
      await api.db
        .updateTable('coin_order')
        .set({ status: 'paid', reason: null, paid_at: new Date() })
        .where('order_id', '=', buyer.orderId)
        .execute();
      const listed = async () =>
        (await ask('/orders')).body.waiting.find(
          (one: { number: string }) => one.number === buyer.number,
        );
      expect(await listed()).toMatchObject({ status: 'paid', slip: { status: 'sent' } });
      const decided = await decide(action, buyer);
      expect(decided.body).toMatchObject({ status: 'paid' });
      expect(await balanceOf(buyer)).toBe(0);
      expect(decided.body.refunds.map((one: { status: string }) => one.status)).toEqual(
        action === 'confirm' ? ['by_hand'] : [],
      );
      expect((await listed())?.slip.status).toBe(action === 'confirm' ? 'accepted' : undefined);
      expect((await decide(action, buyer)).body.status).toBe('order_paid');
    }
  });

  it('rejects: the order failed, and the slip does not come back', async () => {
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

  it('gives the baht of a transfer back by hand, and says so', async () => {
    const buyer = await makeBuyer();
    await send(buyer, await freshSlip());
    await decide('confirm', buyer);
    const refunded = await decide('refund', buyer);
    expect(refunded.body).toMatchObject({ refund: 'by_hand' });
    expect(await balanceOf(buyer)).toBe(0);
    const [refund] = refunded.body.refunds_by_hand;
    const done = { refund_id: refund.refund_id, by: 'somsri', why: 'transferred back' };
    expect((await ask('/orders/refund-done', done)).status).toBe(200);
    const shown = await ask(`/orders/one?order=${buyer.orderId}`);
    expect(shown.body).toMatchObject({ status: 'refunded', refunds_by_hand: [] });
    expect((await ask('/orders/refund-done', done)).body.status).toBe('order_not_found');
  });

  it('is told what is wrong', async () => {
    expect((await ask('/orders/one?order=NONE')).body.status).toBe('order_not_found');
    const decision = { action: 'confirm', order: 'NONE', by: 'somsri', why: 'x' };
    expect((await ask('/orders/decision', decision)).body.status).toBe('order_not_found');
    for (const odd of [{ by: '' }, { why: undefined }, { action: 'pay' }]) {
      const answer = await ask('/orders/decision', { ...decision, ...odd });
      expect(answer.body.status, JSON.stringify(odd)).toBe('request_invalid');
    }
  });
});

test('a member’s export names the slips, and nothing of them is served', async () => {
  const buyer = await makeBuyer();
  await send(buyer, await freshSlip());
  const [slip] = await slipsOf(buyer);
  const exported = await api.call('GET /auth/member/export', { token: buyer.token });
  expect(exported.body.data.payment_slips).toMatchObject([{ reference: slip?.reference }]);
  const name = `${slip?.payment_slip_id}.webp`;
  for (const path of [
    `/slips/${name}`,
    `/pictures/${name}`,
    `/slips/${name.slice(-7, -5)}/${name}`,
  ]) {
    const { statusCode } = await api.api.app.inject(path);
    expect(statusCode, path).toBe(404);
  }
});
