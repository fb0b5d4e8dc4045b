import { randomUUID } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { startTestApi, TEST_APP_KEY, type TestApi } from '@sangwian/testkit/start-test-api';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createWallet } from '../../money/wallet/wallet.module.ts';

let api: TestApi;
const open: Socket[] = [];
beforeAll(async () => {
  api = await startTestApi();
  await api.api.start();
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});
afterAll(() => api.close());

/** A member's socket on `/event`, and the events that it receives. */
async function connectMember(): Promise<{ memberId: MemberId; received: unknown[] }> {
  const fan = await api.makeFan();
  const socket = io(`${api.url}/event`, {
    transports: ['websocket'],
    forceNew: true,
    auth: { app_key: TEST_APP_KEY, access_token: await api.signIn(fan) },
  });
  open.push(socket);
  const received: unknown[] = [];
  socket.on('wallet:balance', (payload) => received.push(payload));
  socket.on('order:changed', (payload) => received.push(payload));
  await new Promise<void>((done) => socket.once('connect', done));
  return { memberId: fan.memberId, received };
}

const grant = (memberId: MemberId, coins: number) =>
  api.db.transaction().execute((trx) =>
    createWallet(api.db).grantCoins(trx, {
      memberId,
      coins,
      kind: 'grant',
      idempotencyKey: randomUUID(),
    }),
  );

test('sends a member’s balance only to that member’s sockets, the latest balance last', async () => {
  const [owner, stranger] = [await connectMember(), await connectMember()];
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      await grant(owner.memberId, 5);
      api.bus.publish('wallet:changed', { memberId: owner.memberId });
    }),
  );
  await expect.poll(() => owner.received.at(-1)).toEqual({ balance: 100, owed: 0 });
  expect(stranger.received).toEqual([]);
});

test('notifies a member of a changed order', async () => {
  const { memberId, received } = await connectMember();
  const order = { order_id: randomUUID(), status: 'paid' as const, reason: null };
  api.bus.publish('order:changed', { memberId, ...order });
  await expect.poll(() => received).toEqual([order]);
});
