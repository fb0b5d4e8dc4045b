import { startTestS3, type TestS3 } from '@sangwian/testkit/s3-server';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawSlip, slipText } from '../slips/testing/draw-slip.ts';
import { startTransferStage } from './testing/transfer-stage.ts';

let s3: TestS3;
let stage: Awaited<ReturnType<typeof startTransferStage>>;
beforeAll(async () => {
  s3 = await startTestS3();
  stage = await startTransferStage(s3.settings);
});
afterAll(async () => {
  await stage.api.close();
  await s3.close();
});

const storedSlips = (): string[] =>
  s3.calls.filter((call) => call.startsWith('PUT /ringside/site/slips/'));

test('stores a slip’s image in the bucket and serves it to operators only', async () => {
  const { makeBuyer, send, freshReference, freshSlip, slipsOf, api } = stage;
  const buyer = await makeBuyer();
  const slip = await drawSlip(slipText(freshReference()));
  expect((await send(buyer, slip)).status).toBe(200);
  const [row] = await slipsOf(buyer);
  const address = `/operator/slip/${row?.payment_slip_id}/picture`;
  expect((await api.call(`GET ${address}`)).status).toBe(401);
  const cashier = await api.makeStaff('cashier');
  const shown = await api.call(`GET ${address}`, { headers: cashier.headers });
  const { format } = await sharp(Buffer.from(shown.body.data.base64, 'base64')).metadata();
  expect(format).toBe('webp');
  expect(await api.db.selectFrom('payment_slip_picture').selectAll().execute()).toEqual([]);

  // The same slip for another order is refused, and its image is removed.
  const other = await makeBuyer();
  expect((await send(other, slip)).body.status).toBe('slip_used');
  expect(storedSlips()).toHaveLength(2);
  const removed = storedSlips()[1]?.replace('PUT', 'DELETE') ?? '';
  expect(s3.calls).toContain(removed);

  const { rawPayload: ready } = await api.api.app.inject('/health/ready');
  expect(JSON.parse(String(ready)).degraded).toBeUndefined();
  // If the storage is down, a slip is refused before its order is changed, and can be sent later.
  s3.denied.add('PUT');
  const late = await freshSlip();
  const refused = await send(other, late);
  expect([refused.status, refused.body.status]).toEqual([503, 'unavailable']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await slipsOf(other)).length).toBe(0);
  s3.denied.clear();
  expect((await send(other, late)).status).toBe(200);
});
