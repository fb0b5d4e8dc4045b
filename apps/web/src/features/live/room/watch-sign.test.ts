import { LIMITS } from '@sangwian/contract/limits';
import type { Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SocketHold } from '../../../shared/session/event-socket.ts';
import { signWatching } from './watch-sign.ts';

/** A held socket that notes what is sent, and connects when the test says so. */
function createSocket() {
  const sent: unknown[] = [];
  const listeners = new Set<() => void>();
  const socket = {
    connected: false,
    on: (_event: string, listener: () => void) => listeners.add(listener),
    off: (_event: string, listener: () => void) => listeners.delete(listener),
    volatile: {
      emit: (...event: unknown[]) => {
        if (socket.connected) sent.push(event);
      },
    },
  };
  const arrive = () => {
    socket.connected = true;
    for (const listener of listeners) listener();
  };
  const release = vi.fn();
  const hold = async (): Promise<SocketHold> => ({
    socket: socket as unknown as Socket,
    enterRoom: () => () => {},
    release,
  });
  return { sent, arrive, release, hold };
}

const BEAT = ['watch:beat', { watch_token: 'a token' }];
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('a page that watches says so with each connection and every 15 seconds, until it ends', async () => {
  const { sent, arrive, release, hold } = createSocket();
  const end = signWatching('a token', hold);
  await settle();
  expect(sent).toEqual([]);
  arrive();
  expect(sent).toEqual([BEAT]);
  await vi.advanceTimersByTimeAsync(LIMITS.watchBeatMs * 2);
  expect(sent).toEqual([BEAT, BEAT, BEAT]);
  arrive();
  expect(sent).toHaveLength(4);
  end();
  expect(sent.at(-1)).toEqual(['watch:beat', { watch_token: null }]);
  expect(release).toHaveBeenCalledOnce();
  arrive();
  await vi.advanceTimersByTimeAsync(LIMITS.watchBeatMs * 2);
  expect(sent).toHaveLength(5);
});

it('a library that could not be fetched is asked for again', async () => {
  const { sent, arrive, hold } = createSocket();
  let tries = 0;
  const end = signWatching('a token', () => {
    tries += 1;
    return tries < 3 ? Promise.reject(new Error('no network')) : hold();
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(tries).toBe(3);
  arrive();
  expect(sent).toEqual([BEAT]);
  end();
});
