import type { Reaction } from '@sangwian/contract/sockets/event-namespace';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from '../../shared/store.ts';
import type { LiveRoom, RoomListener } from '../live/room/live-room.ts';
import { holdFeed, ReactionFeed, WORDS_MAX } from './reaction-feed.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A room that records what is sent, with a video that reaches `reachedMs`. */
function makeRoom(reachedMs = Number.POSITIVE_INFINITY) {
  const sent: Reaction[] = [];
  const listeners = new Set<RoomListener>();
  const clock = { reachedMs: createStore(reachedMs) };
  const room = {
    clock,
    snapshot: createStore({ connection: 'joined' }),
    subscribe: (listener: RoomListener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    react: (reaction: Reaction) => sent.push(reaction),
  } as unknown as LiveRoom;
  const receive = (counts: Partial<Record<Reaction, number>>, at = '2026-11-29T12:00:00Z') => {
    for (const listener of listeners) listener.onReactions?.({ counts, at });
  };
  return { room, sent, listeners, clock, receive };
}
const shown = (feed: ReactionFeed) =>
  feed.words.get().map(({ reaction, count, isOwn }) => [reaction, count, isOwn]);

test('shows an own reaction at the press, and not a second time with the sum of all', () => {
  const { room, sent, receive } = makeRoom();
  const feed = new ReactionFeed(room);
  feed.send('knee', 1_000);
  expect(sent).toEqual(['knee']);
  expect(shown(feed)).toEqual([['knee', 1, true]]);
  receive({ knee: 1 });
  expect(shown(feed)).toEqual([['knee', 1, true]]);
  receive({ knee: 12, kick: 3 });
  expect(shown(feed)).toEqual([
    ['knee', 1, true],
    ['knee', 12, false],
    ['kick', 3, false],
  ]);
  vi.advanceTimersByTime(2_000);
  expect(shown(feed)).toEqual([]);
});

test('shows the reactions of others after an own reaction was lost', () => {
  const { room, receive } = makeRoom();
  const feed = new ReactionFeed(room);
  feed.send('knee', performance.now());
  vi.advanceTimersByTime(6_000);
  receive({ knee: 1 });
  expect(shown(feed)).toEqual([['knee', 1, false]]);
});

test('sends no more than the server counts', () => {
  const { room, sent } = makeRoom();
  const feed = new ReactionFeed(room);
  for (let press = 0; press < 20; press += 1) feed.send('kick', 1_000);
  expect(sent).toHaveLength(6);
  feed.send('kick', 1_340);
  expect(sent).toHaveLength(7);
});

test('waits for the video before it shows the reactions of others', () => {
  const { room, clock, receive } = makeRoom(0);
  const feed = new ReactionFeed(room);
  receive({ ouch: 4 });
  expect(shown(feed)).toEqual([]);
  clock.reachedMs.set(Date.parse('2026-11-29T12:00:01Z'));
  expect(shown(feed)).toEqual([['ouch', 4, false]]);
});

test('adds reactions to a shown word once the screen is full', () => {
  const { room, receive } = makeRoom();
  const feed = new ReactionFeed(room);
  for (let sum = 0; sum < 50; sum += 1) receive({ elbow: 10 });
  expect(feed.words.get()).toHaveLength(WORDS_MAX);
  expect(feed.words.get().reduce((total, { count }) => total + count, 0)).toBe(500);
});

test('shares one feed for each room, and ends it after the last release', () => {
  const { room, listeners } = makeRoom();
  const [one, other] = [holdFeed(room), holdFeed(room)];
  expect(other.feed).toBe(one.feed);
  one.release();
  expect(listeners.size).toBe(1);
  other.release();
  expect(listeners.size).toBe(0);
});
