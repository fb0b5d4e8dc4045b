import { STAFF_TOPICS } from '@sangwian/contract/sockets/operator-namespace';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChangeFeed } from './change-feed.ts';

let sent: string[];
let feed: ChangeFeed;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  feed = new ChangeFeed((topic, id) => sent.push(`${topic} ${id ?? 'any'}`));
});
afterEach(() => {
  feed.close();
  vi.useRealTimers();
});

test('sends the first change at once and coalesces the changes of the next half second', () => {
  feed.add('show', 'a');
  feed.add('show', 'a');
  feed.add('show', 'a');
  feed.add('orders', 'x');
  expect(sent).toEqual(['show a', 'orders x']);
  vi.advanceTimersByTime(500);
  expect(sent).toEqual(['show a', 'orders x', 'show a']);
  vi.advanceTimersByTime(5_000);
  expect(sent).toHaveLength(3);
});

test('contains no id if several objects changed', () => {
  feed.add('show', 'a');
  feed.add('show', 'a');
  feed.add('show', 'b');
  vi.advanceTimersByTime(500);
  expect(sent).toEqual(['show a', 'show any']);
});

test('notifies of every topic after missed events', () => {
  feed.addAll();
  expect(sent).toEqual(STAFF_TOPICS.map((topic) => `${topic} any`));
});
