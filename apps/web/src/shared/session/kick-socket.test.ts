import { EventEmitter } from 'node:events';
import type { MemberId, WatchToken } from '@sangwian/contract/ids';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { banOf, isEjected } from './kick-socket.ts';

const me = '0199a0b0-0000-7000-8000-000000000009' as MemberId;
const token = '0199a0b0-0000-7000-8000-000000000077' as WatchToken;

test('a ban or suspension of the stored member signs out', () => {
  expect(banOf({ member_status: 'ban', member_id: me }, me)).toBe('ban');
  expect(banOf({ member_status: 'suspend', member_id: me }, me)).toBe('suspend');
});

test('a ban of another member, or without a stored member, does nothing', () => {
  expect(banOf({ member_status: 'ban', member_id: me }, 'another')).toBeNull();
  expect(banOf({ member_status: 'ban', member_id: me }, null)).toBeNull();
});

test('only this browser’s watch token is ejected', () => {
  expect(isEjected({ old_watch_token: token }, token)).toBe(true);
  expect(isEjected({ old_watch_token: token }, 'another')).toBe(false);
  expect(isEjected({ old_watch_token: token }, null)).toBe(false);
  expect(isEjected({ old_watch_token: '' as WatchToken }, '')).toBe(false);
});

class FakeSocket extends EventEmitter {
  connected = false;
  readonly attempts: number[] = [];
  connect(): void {
    this.attempts.push(Date.now());
  }
  disconnect(): void {
    this.connected = false;
    this.emit('disconnect');
  }
  succeed(): void {
    this.connected = true;
    this.emit('connect');
  }
  refuse(status: string, message: string): void {
    this.emit('connect_error', Object.assign(new Error(message), { data: { status, message } }));
  }
}

/** Stubs a browser with a signed-in member and starts its kick socket. */
async function start(stored: Record<string, string> = {}) {
  vi.resetModules();
  vi.useFakeTimers({ now: 0 });
  const items = new Map(Object.entries({ member_id: me, access_token: 'a', ...stored }));
  const visited: string[] = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {} });
  const changed: ((event: { key: string }) => void)[] = [];
  vi.stubGlobal('window', {
    addEventListener: (type: string, listener: (event: { key: string }) => void) => {
      if (type === 'storage') changed.push(listener);
    },
    location: { pathname: '/live/abc', search: '' },
  });
  vi.stubGlobal('fetch', async () => Response.json({ data: { member_id: me } }));
  const socket = new FakeSocket();
  const opened: string[] = [];
  vi.doMock('./sockets.ts', () => ({
    openNamespace: async (namespace: string) => {
      opened.push(namespace);
      if (opened.length === 1) throw new Error('no network');
      return socket;
    },
  }));
  const followWallet = vi.fn(async () => {});
  vi.doMock('../wallet/follow-wallet.ts', () => ({ followWallet }));
  (await import('../navigation/navigation.ts')).setNavigator((to) => visited.push(to));
  (await import('../api/call-api.ts')).configureApi('key', () => {});
  const session = await import('./session.ts');
  session.startSession();
  (await import('./kick-socket.ts')).startKickSocket();
  /** Simulates a sign-out in another tab of this browser. */
  const signOutElsewhere = () => {
    for (const key of ['member', 'member_id', 'access_token']) {
      items.delete(key);
      for (const listener of changed) listener({ key });
    }
  };
  return { items, visited, socket, opened, session, followWallet, signOutElsewhere };
}

describe('the kick socket', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.doUnmock('./sockets.ts');
  });

  test('retries every 3 seconds until it is connected, and again after a disconnect', async () => {
    const { socket, opened, session, followWallet } = await start();
    await vi.advanceTimersByTimeAsync(9_000);
    await vi.waitFor(() => expect(followWallet).toHaveBeenCalledOnce());
    // The first attempt has failed to load the library.
    expect(opened).toEqual(['/kick', '/kick']);
    expect(socket.attempts).toEqual([3_000, 6_000, 9_000]);
    expect(session.getSession().socketKickConnected).toBe(false);
    socket.succeed();
    expect(session.getSession().socketKickConnected).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(socket.attempts).toHaveLength(3);
    socket.disconnect();
    expect(session.getSession().socketKickConnected).toBe(false);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(socket.attempts).toHaveLength(4);
  });

  test('does not connect for a visitor', async () => {
    const { opened } = await start({ access_token: '' });
    await vi.advanceTimersByTimeAsync(9_000);
    expect(opened).toEqual([]);
  });

  test.each(['ban', 'suspend'])('BAN_MEMBER with %s signs its member out', async (status) => {
    const { socket, items, visited } = await start();
    await vi.advanceTimersByTimeAsync(3_000);
    socket.succeed();
    socket.emit('BAN_MEMBER', { member_status: status, member_id: 'another' });
    expect(visited).toEqual([]);
    socket.emit('BAN_MEMBER', { member_status: status, member_id: me });
    expect(visited).toEqual([`/sign-in?status=${status}`]);
    expect(items.has('access_token')).toBe(false);
    expect(items.has('member')).toBe(false);
    const { length } = socket.attempts;
    await vi.advanceTimersByTimeAsync(9_000);
    expect(socket.attempts).toHaveLength(length);
  });

  test('a ban is handled in this tab even if another tab has handled it first', async () => {
    const { socket, visited, signOutElsewhere } = await start();
    await vi.advanceTimersByTimeAsync(3_000);
    socket.succeed();
    signOutElsewhere();
    await vi.advanceTimersByTimeAsync(500);
    expect(socket.connected).toBe(true);
    socket.emit('BAN_MEMBER', { member_status: 'suspend', member_id: me });
    expect(visited).toEqual(['/sign-in?status=suspend']);
    // Without a signed-in member a refusal has no effect.
    socket.refuse('token_invalid', 'Your session has ended. Please log in again.');
    expect(visited).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(500);
    expect(socket.connected).toBe(false);
  });

  test('a ban that a refused call has already reported is not handled twice', async () => {
    const { socket, visited, session } = await start();
    await vi.advanceTimersByTimeAsync(3_000);
    socket.succeed();
    void session.signOut({ status: 'ban' });
    socket.emit('BAN_MEMBER', { member_status: 'suspend', member_id: me });
    expect(visited).toEqual(['/sign-in?status=ban']);
  });

  test('EXIT_WATCHED_STREAM for the stored watch token redirects to /?status=ejected', async () => {
    const { socket, visited } = await start({ WATCH_TOKEN: token });
    await vi.advanceTimersByTimeAsync(3_000);
    socket.emit('EXIT_WATCHED_STREAM', { old_watch_token: me });
    expect(visited).toEqual([]);
    socket.emit('EXIT_WATCHED_STREAM', { old_watch_token: token });
    expect(visited).toEqual(['/?status=ejected']);
  });

  test('a ban redirects to /banuser/ in external mode', async () => {
    const { socket, visited } = await start({ external: 'true' });
    await vi.advanceTimersByTimeAsync(3_000);
    socket.emit('BAN_MEMBER', { member_status: 'ban', member_id: me });
    expect(visited).toEqual(['/banuser/']);
  });

  test.each([
    ['member_banned', 'Your account has been banned.'],
    ['member_suspended', 'Your account has been suspended.'],
  ])(
    'a connection that is refused with %s signs out, for an event missed while offline',
    async (status, words) => {
      const { socket, visited, items } = await start();
      await vi.advanceTimersByTimeAsync(3_000);
      socket.refuse(status, words);
      expect(visited).toEqual(['/sign-in?status=ban']);
      expect(items.has('access_token')).toBe(false);
    },
  );

  test('an invalid token signs out with the page to return to; a network error does not', async () => {
    const { socket, visited, items } = await start();
    await vi.advanceTimersByTimeAsync(3_000);
    socket.emit('connect_error', new Error('websocket error'));
    socket.refuse('unavailable', 'System error. Please try again.');
    expect(visited).toEqual([]);
    socket.refuse('token_invalid', 'Your session has ended. Please log in again.');
    expect(visited).toHaveLength(1);
    expect(visited[0]).toMatch(/^\/sign-in\?/);
    expect(items.has('access_token')).toBe(false);
  });
});
