import { EventEmitter } from 'node:events';
import type { Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const LIVE = '019aa000-0000-7000-8000-000000000001';

/** A socket that connects at once and records the sent events. */
class FakeSocket extends EventEmitter {
  connected = false;
  active = false;
  connects = 0;
  readonly sent: unknown[] = [];
  connect(): void {
    this.connects += 1;
    this.connected = true;
    this.active = true;
  }
  disconnect(): void {
    this.connected = false;
    this.active = false;
  }
  override emit(...event: [string, ...unknown[]]): boolean {
    this.sent.push(event);
    return true;
  }
}

let items: Map<string, string>;
beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  items = new Map([['access_token', 'a']]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function create() {
  const { EventSocket } = await import('./event-socket.ts');
  const session = await import('./session.ts');
  const socket = new FakeSocket();
  return { socket, session, owner: new EventSocket(async () => socket as unknown as Socket) };
}

test('the socket connects once for all users and closes after the last release', async () => {
  const { socket, owner } = await create();
  const wallet = await owner.acquire();
  const chat = await owner.acquire();
  expect(socket.connects).toBe(1);
  chat.release();
  // A repeated release has no effect.
  chat.release();
  expect(socket.connected).toBe(true);
  wallet.release();
  expect(socket.connected).toBe(false);
  await owner.acquire();
  expect(socket.connects).toBe(2);
});

test('a room is left after its last user has left', async () => {
  const { socket, owner } = await create();
  const handle = await owner.acquire();
  const leaveFirst = handle.enterRoom(LIVE);
  const leaveSecond = (await owner.acquire()).enterRoom(LIVE);
  leaveFirst();
  leaveFirst();
  expect(socket.sent).toEqual([]);
  leaveSecond();
  expect(socket.sent).toEqual([['live:leave', { program_live_id: LIVE }]]);
});

test('a socket that the server closed reconnects after three seconds while it has users', async () => {
  const { socket, owner } = await create();
  const handle = await owner.acquire();
  socket.disconnect();
  vi.advanceTimersByTime(3_000);
  expect(socket.connects).toBe(2);
  handle.release();
  vi.advanceTimersByTime(30_000);
  expect(socket.connects).toBe(2);
});

test('another member gets a new connection', async () => {
  const { socket, session, owner } = await create();
  await owner.acquire();
  items.set('access_token', 'b');
  session.setKickConnected(true);
  expect(socket.connected).toBe(false);
  await Promise.resolve();
  expect(socket.connects).toBe(2);
  session.setKickConnected(false);
  await Promise.resolve();
  expect(socket.connects).toBe(2);
});
