import { LIMITS } from '@sangwian/contract/limits';
import { createLogger } from '@sangwian/node-kit/logger';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type WatchingBrowser, WatchPresence } from './watch-presence.ts';

const browser = (watchToken: string) => ({ memberId: 'm', watchToken }) as WatchingBrowser;
const logger = createLogger('test', 'silent');
let reported: string[][];
let presence: WatchPresence;

beforeEach(() => {
  vi.useFakeTimers();
  reported = [];
  presence = new WatchPresence((gone) => {
    reported.push(gone.map(({ watchToken }) => watchToken));
  }, logger);
});
afterEach(() => vi.useRealTimers());

const advanceTime = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('reports browsers without sockets once, in one batch', async () => {
  const first = presence.addSocket(browser('a'));
  const second = presence.addSocket(browser('a'));
  const other = presence.addSocket(browser('b'));
  first();
  await advanceTime(LIMITS.watchGoneMs * 2);
  expect(reported).toEqual([]);
  second();
  other();
  await advanceTime(LIMITS.watchGoneMs - 1_000);
  expect(reported).toEqual([]);
  await advanceTime(2_000);
  expect(reported).toEqual([['a', 'b']]);
  await advanceTime(60_000);
  expect(reported).toHaveLength(1);
});

it('does not report a browser that reconnects in time', async () => {
  presence.addSocket(browser('a'))();
  await advanceTime(LIMITS.watchGoneMs - 1_000);
  const again = presence.addSocket(browser('a'));
  await advanceTime(60_000);
  expect(reported).toEqual([]);
  again();
  await advanceTime(LIMITS.watchGoneMs + 1_000);
  expect(reported).toEqual([['a']]);
});

it('reports nothing after close', async () => {
  presence.addSocket(browser('a'))();
  presence.close();
  await advanceTime(60_000);
  expect(reported).toEqual([]);
});
