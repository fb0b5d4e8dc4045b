import { randomBytes, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, describe, expect, it, test } from 'vitest';
import { drawSlip, slipText } from '../slips/testing/draw-slip.ts';
import { ACCOUNT, type Buyer, SATANG, startTransferStage } from './testing/transfer-stage.ts';

const {
  api,
  key,
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

describe('a transfer', () => {
  it('shows the account until the order ends', async () => {
    const { paid, number } = await makeBuyer();
    const { attempt, status } = paid.body.data;
    expect(status).toBe('pending');
    expect(attempt).toMatchObject({ accounts: [ACCOUNT], qr_payload: null, reference: number });
  });

  it('shows a PromptPay code with the amount and the order', async () => {
    const { paid, number } = await makeBuyer('promptpay_slip');
    const { qr_payload: payload } = paid.body.data.attempt;
    for (const part of ['01130066812345678', '540549.00', number]) expect(payload).toContain(part);
  });
});

describe('a slip', () => {
  it('sets its order to await confirmation, and its image file is only readable by the API', async () => {
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
    const shown = await readFile(buyer);
    const picture = await operate(`GET /slip/${shown.body.slips[0].slip_id}/picture`);
    expect(picture.body.type).toBe('image/webp');
    const { format } = await sharp(Buffer.from(picture.body.base64, 'base64')).metadata();
    expect(format).toBe('webp');
    expect((await operate(`GET /slip/${randomUUID()}/picture`)).status).toBe(404);
  });

  it('sent twice for its order is stored once, with the same key or with another key', async () => {
    const buyer = await makeBuyer();
    const picture = await freshSlip();
    const headers = key();
    const first = await send(buyer, picture, headers);
    const again = await send(buyer, picture, headers);
    const repeated = await send(buyer, picture);
    expect([first.status, again.status, repeated.status]).toEqual([200, 200, 200]);
    expect(again.body.data).toEqual(first.body.data);
    expect(repeated.body.data).toMatchObject({ status: 'awaiting_confirmation' });
    expect(await slipsOf(buyer)).toHaveLength(1);
    const { body } = await readFile(buyer);
    const events = body.events.filter((event: { what: string }) => event.what === 'slip_sent');
    expect(events).toHaveLength(1);
  });

  it('sent by two members concurrently counts for one of them', async () => {
    const picture = await freshSlip();
    const buyers = [await makeBuyer(), await makeBuyer()];
    const answers = await Promise.all(buyers.map((buyer) => send(buyer, picture)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = answers.findIndex(({ status }) => status === 409);
    expect(answers[lost]?.body.status).toBe('slip_used');
    expect((await readOrder(buyers[lost] as Buyer)).status).toBe('pending');
    expect((await Promise.all(buyers.map(slipsOf))).flat()).toHaveLength(1);
  });

  it('in another image of a used transfer is left to an operator, with the first use', async () => {
    const picture = await freshSlip();
    const first = await makeBuyer();
    expect((await send(first, picture)).status).toBe(200);
    const photograph = await sharp(picture).rotate(90).blur(1).jpeg({ quality: 60 }).toBuffer();
    const second = await makeBuyer();
    const jpeg = () => ({ ...key(), 'content-type': 'image/jpeg' });
    const answers = [
      await send(second, photograph, jpeg()),
      await send(second, photograph, jpeg()),
      await send(first, photograph, jpeg()),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [slip] = await slipsOf(first);
    expect(await slipsOf(second)).toMatchObject([{ first_slip_id: slip?.payment_slip_id }]);
    // The slip of the member's own order already shows this transfer.
    expect(await slipsOf(first)).toHaveLength(1);
    expect((await send(await makeBuyer(), photograph, jpeg())).body.status).toBe('slip_used');
  });

  it('without a readable code is left to an operator, and its file counts once', async () => {
    const picture = await sharp(await drawSlip())
      .resize(500)
      .png()
      .toBuffer();
    const buyer = await makeBuyer();
    expect((await send(buyer, picture)).body.data.status).toBe('awaiting_confirmation');
    expect(await slipsOf(buyer)).toMatchObject([{ bank_code: null, reference: null }]);
    expect((await send(await makeBuyer(), picture)).body.status).toBe('slip_used');
  });

  it('is accepted only for the member’s own order that waits for a transfer', async () => {
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
    const missed = { ...buyer, orderId: made.body.data.order_id };
    expect((await send(missed, picture)).body.status).toBe('order_closed');
    // The refused slip was not stored, so it can still be used for its own order.
    expect((await send(buyer, picture)).status).toBe(200);
  });

  it('is accepted late for a transfer made in time', async () => {
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

  it('must be an image of limited size', async () => {
    const buyer = await makeBuyer();
    const bodies = [Buffer.from('not a picture'), Buffer.alloc(6 * 1024 * 1024, 1)];
    const answers = await Promise.all(bodies.map((body) => send(buyer, body)));
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual([
      [400, 'picture_invalid'],
      [413, 'body_too_large'],
    ]);
    expect((await readOrder(buyer)).slip).toBeNull();
  });

  it('requires a sign-in and an idempotency key', async () => {
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

  it('is accepted at most five times per order', async () => {
    const buyer = await makeBuyer();
    const sent = Array.from({ length: 4 }, () => ({
      payment_slip_id: randomUUID(),
      coin_order_id: buyer.orderId,
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

test('lists slips in a member’s data export without serving their images', async () => {
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
