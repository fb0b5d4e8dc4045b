import { EventEmitter } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';

const me = '0199a0b0-0000-7000-8000-000000000009';
const ORDER = { order_id: '0193f0aa-1111-7000-8000-000000000001' };

class FakeSocket extends EventEmitter {
  connected = false;
  attempts = 0;
  /** On its way, for whichever part of the page asked. */
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

/** A signed-in browser that follows its wallet, and what it heard of orders and asked of the API. */
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
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json({ data: { member_id: me, wallet: { balance: 7 } } });
  });
  const socket = new FakeSocket();
  socket.active = active;
  vi.doMock('../session/sockets.ts', () => ({ openNamespace: async () => socket }));
  const session = await import('../session/session.ts');
  session.startSession();
  const events = await import('./wallet-events.ts');
  const heard: unknown[] = [];
  events.onOrderChanged((event) => heard.push(event));
  await (await import('./follow-wallet.ts')).followWallet();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  return { items, socket, session, events, heard, asked };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.doUnmock('../session/sockets.ts');
});

test('a balance that the server tells is in the session, and orders that went on are told on', async () => {
  const { socket, session, events, heard } = await follow();
  socket.succeed();
  socket.emit('wallet:balance', { balance: 515, owed: 3 });
  socket.emit('order:changed', ORDER);
  expect(session.getSession().member?.wallet.balance).toBe(515);
  expect(events.owedStore.get()).toBe(3);
  expect(events.walletConnected.get()).toBe(true);
  expect(heard).toEqual([ORDER]);
});

test('after a gap everything is asked for again, since nobody was told meanwhile', async () => {
  const { socket, heard, asked } = await follow();
  socket.succeed();
  socket.connected = false;
  socket.emit('disconnect', 'transport close');
  socket.succeed();
  expect(heard).toEqual([null]);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
});

test('another user of the event socket that ends leaves the wallet connected; signing out does not', async () => {
  const { items, socket, session, events } = await follow();
  socket.succeed();
  const other = await (await import('../session/event-socket.ts')).holdEventSocket();
  other.release();
  expect(socket.connected).toBe(true);
  items.delete('access_token');
  session.clearSession();
  expect(socket.connected).toBe(false);
  expect(events.walletConnected.get()).toBe(false);
});

test('a connection that another part of the page is opening is not asked for twice', async () => {
  const { socket, session } = await follow({ active: true });
  expect(socket.attempts).toBe(0);
  socket.succeed();
  socket.emit('wallet:balance', { balance: 9, owed: 0 });
  expect(session.getSession().member?.wallet.balance).toBe(9);
});

test('a connection that ended for good is tried again, and one that is on its way is waited for', async () => {
  const { socket } = await follow();
  expect(socket.attempts).toBe(1);
  socket.active = true;
  vi.advanceTimersByTime(9_000);
  expect(socket.attempts).toBe(1);
  socket.active = false;
  vi.advanceTimersByTime(3_000);
  expect(socket.attempts).toBe(2);
});
