import { LIMITS } from '@sangwian/contract/limits';
import type { Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SocketHandle } from '../../../shared/session/event-socket.ts';
import { startWatchHeartbeat, WatchHeartbeat } from './watch-heartbeat.ts';

/** A socket that records the sent events and connects on `connect()`. */
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
  const connect = () => {
    socket.connected = true;
    for (const listener of listeners) listener();
  };
  const release = vi.fn();
  const acquire = async (): Promise<SocketHandle> => ({
    socket: socket as unknown as Socket,
    enterRoom: () => () => {},
    release,
  });
  return { sent, connect, release, acquire };
}

const BEAT = ['watch:beat', { watch_token: 'a token' }];
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('startWatchHeartbeat', () => {
  it('sends a heartbeat after each connection and every 15 seconds, until it is stopped', async () => {
    const { sent, connect, release, acquire } = createSocket();
    const stop = startWatchHeartbeat('a token', acquire);
    await settle();
    expect(sent).toEqual([]);
    connect();
    expect(sent).toEqual([BEAT]);
    await vi.advanceTimersByTimeAsync(LIMITS.watchBeatMs * 2);
    expect(sent).toEqual([BEAT, BEAT, BEAT]);
    connect();
    expect(sent).toHaveLength(4);
    stop();
    expect(sent.at(-1)).toEqual(['watch:beat', { watch_token: null }]);
    expect(release).toHaveBeenCalledOnce();
    connect();
    await vi.advanceTimersByTimeAsync(LIMITS.watchBeatMs * 2);
    expect(sent).toHaveLength(5);
  });

  it('retries when the socket library could not be fetched', async () => {
    const { sent, connect, acquire } = createSocket();
    let tries = 0;
    const stop = startWatchHeartbeat('a token', () => {
      tries += 1;
      return tries < 3 ? Promise.reject(new Error('no network')) : acquire();
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(tries).toBe(3);
    connect();
    expect(sent).toEqual([BEAT]);
    stop();
  });
});

it('WatchHeartbeat sends a token once even if it is set twice, and repeats it at an interval until the token is null', () => {
  const emit = vi.fn();
  const heartbeat = new WatchHeartbeat(emit);
  heartbeat.set('token');
  vi.advanceTimersByTime(LIMITS.watchBeatMs / 2);
  heartbeat.set('token');
  expect(emit).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(LIMITS.watchBeatMs / 2);
  expect(emit.mock.calls).toEqual([['token'], ['token']]);
  heartbeat.set(null);
  vi.advanceTimersByTime(LIMITS.watchBeatMs * 2);
  expect(emit.mock.calls).toEqual([['token'], ['token'], [null]]);
  heartbeat.set('another');
  expect(emit).toHaveBeenLastCalledWith('another');
});
