import { LIMITS } from '@sangwian/contract/limits';
import { createLogger } from '@sangwian/node-kit/logger';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type WatchingBrowser, WatchPresence } from './watch-presence.ts';

const browser = (watchToken: string) => ({ memberId: 'm', watchToken }) as WatchingBrowser;
const logger = createLogger('test', 'silent');
let told: string[][];
let presence: WatchPresence;

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  presence = new WatchPresence(async (gone) => {
    told.push(gone.map(({ watchToken }) => watchToken));
  }, logger);
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('a browser whose last socket is gone is told once, with all that went with it', async () => {
  const first = presence.hold(browser('a'));
  const second = presence.hold(browser('a'));
  const other = presence.hold(browser('b'));
  first();
  await pass(LIMITS.watchGoneMs * 2);
  expect(told).toEqual([]);
  second();
  other();
  await pass(LIMITS.watchGoneMs - 1_000);
  expect(told).toEqual([]);
  await pass(2_000);
  expect(told).toEqual([['a', 'b']]);
  await pass(60_000);
  expect(told).toHaveLength(1);
});

it('one that comes back in time was never gone', async () => {
  presence.hold(browser('a'))();
  await pass(LIMITS.watchGoneMs - 1_000);
  const again = presence.hold(browser('a'));
  await pass(60_000);
  expect(told).toEqual([]);
  again();
  await pass(LIMITS.watchGoneMs + 1_000);
  expect(told).toEqual([['a']]);
});

it('a node that ends tells of nobody', async () => {
  presence.hold(browser('a'))();
  presence.close();
  await pass(60_000);
  expect(told).toEqual([]);
});
