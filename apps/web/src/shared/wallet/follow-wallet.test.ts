import { EventEmitter } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';

const me = '0199a0b0-0000-7000-8000-000000000009';
const ORDER = { order_id: '0193f0aa-1111-7000-8000-000000000001' };

class FakeSocket extends EventEmitter {
  connected = false;
  attempts = 0;
  /** Whether the socket is connecting or connected. */
  active = false;
  connect(): void {
    this.attempts += 1;
  }
  disconnect(): void {
    if (!this.connected) return;
    this.connected = false;
    this.emit('disconnect', 'io client disconnect');
  }
  succeed(): void {
    this.connected = true;
    this.emit('connect');
  }
}

/** Starts `followWallet` in a stubbed browser. Returns the received order events and the API requests. */
async function follow({ active } = { active: false }) {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const items = new Map([
    ['member_id', me],
    ['access_token', 'a'],
    ['member', JSON.stringify({ member_id: me, wallet: { balance: 5 } })],
  ]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (...keys: string[]) => keys.map((key) => items.delete(key)),
  });
  vi.stubGlobal('window', { addEventListener: () => {}, location: { pathname: '/', search: '' } });
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url);
    return Response.json({ data: { member_id: me, wallet: { balance: 7 } } });
  });
  const socket = new FakeSocket();
  socket.active = active;
  vi.doMock('../session/sockets.ts', () => ({ openNamespace: async () => socket }));
  const session = await import('../session/session.ts');
  session.startSession();
  const events = await import('./wallet-events.ts');
  const received: unknown[] = [];
  events.onOrderChanged((event) => received.push(event));
  await (await import('./follow-wallet.ts')).followWallet();
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  return { items, socket, session, events, received, requests };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.doUnmock('../session/sockets.ts');
});

test('a balance event updates the session, and an order event notifies its listeners', async () => {
  const { socket, session, events, received } = await follow();
  socket.succeed();
  socket.emit('wallet:balance', { balance: 515, owed: 3 });
  socket.emit('order:changed', ORDER);
  expect(session.getSession().member?.wallet.balance).toBe(515);
  expect(events.owedStore.get()).toBe(3);
  expect(events.walletConnected.get()).toBe(true);
  expect(received).toEqual([ORDER]);
});

test('everything is refetched after a reconnect, because events were lost', async () => {
  const { socket, received, requests } = await follow();
  socket.succeed();
  socket.connected = false;
  socket.emit('disconnect', 'transport close');
  socket.succeed();
  expect(received).toEqual([null]);
  await vi.waitFor(() => expect(requests).toHaveLength(2));
});

test('the wallet stays connected when another user releases the socket, and disconnects on sign-out', async () => {
  const { items, socket, session, events } = await follow();
  socket.succeed();
  const other = await (await import('../session/event-socket.ts')).acquireEventSocket();
  other.release();
  expect(socket.connected).toBe(true);
  items.delete('access_token');
  session.clearSession();
  expect(socket.connected).toBe(false);
  expect(events.walletConnected.get()).toBe(false);
});

test('a socket that is already connecting is not connected twice', async () => {
  const { socket, session } = await follow({ active: true });
  expect(socket.attempts).toBe(0);
  socket.succeed();
  socket.emit('wallet:balance', { balance: 9, owed: 0 });
  expect(session.getSession().member?.wallet.balance).toBe(9);
});

test('a closed socket is reconnected, and a connecting socket is left unchanged', async () => {
  const { socket } = await follow();
  expect(socket.attempts).toBe(1);
  socket.active = true;
  vi.advanceTimersByTime(9_000);
  expect(socket.attempts).toBe(1);
  socket.active = false;
  vi.advanceTimersByTime(3_000);
  expect(socket.attempts).toBe(2);
});
