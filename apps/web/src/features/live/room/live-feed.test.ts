import type { Live, Match } from '@sangwian/contract/endpoints/live';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallApi } from '../../../shared/api/call-context.ts';
import { byOrder, LiveFeed, mergeLive, shownMatch, withMatch } from './live-feed.ts';

const match = (order: number, more: Partial<Match> = {}): Match =>
  ({
    match_live_id: `m${order}`,
    order,
    main_event: false,
    status: 'not_started',
    ended_at: null,
    result_at: null,
    revision: 1,
    ruling: null,
    ...more,
  }) as Match;

const live = (more: Partial<Live> = {}): Live =>
  ({
    program_live_id: 'p1',
    status: 'in_progress',
    revision: 1,
    starts_at: '2026-11-21T12:00:00Z',
    headline: null,
    current_match_live_id: null,
    matches: [match(1), match(2), match(3, { main_event: true })],
    ...more,
  }) as Live;

describe('the bout that the page shows', () => {
  it('is the bout in progress, otherwise the main event', () => {
    const on = live({ matches: [match(1), match(2, { status: 'in_progress' }), match(3)] });
    expect(shownMatch(on)?.order).toBe(2);
    expect(shownMatch(live())?.order).toBe(3);
    expect(shownMatch(live({ matches: [] }))).toBe(null);
  });

  it('follows a bout that starts, and clears it when the bout ends', () => {
    const began = withMatch(live(), match(2, { status: 'in_progress' }));
    expect(began.current_match_live_id).toBe('m2');
    const ended = withMatch(began, match(2, { status: 'ended' }));
    expect(ended.current_match_live_id).toBe(null);
    expect(ended.matches[1]?.status).toBe('ended');
  });

  it('ignores a bout of another programme', () => {
    const before = live({});
    expect(withMatch(before, match(9, { status: 'in_progress' }))).toBe(before);
  });

  it('is in a card sorted by bout order', () => {
    expect(byOrder([match(3), match(1), match(2)]).map(({ order }) => order)).toEqual([1, 2, 3]);
  });
});

describe('a result of the undercard', () => {
  it('stays on the page after the bout ends, until the next one starts', () => {
    const began = withMatch(live(), match(2, { status: 'in_progress', revision: 2 }));
    const result = { winner: 'red', method: 'tko', round: 2 } as const;
    const ended_at = '2026-11-21T12:10:00.000Z';
    const over = { status: 'ended', result, ended_at, result_at: ended_at, revision: 3 } as const;
    const ended = withMatch(began, match(2, over));
    expect(shownMatch(ended)).toMatchObject({ order: 2, result });
    expect(ended.headline?.order).toBe(2);
    const next = withMatch(ended, match(3, { status: 'in_progress', revision: 2 }));
    expect(shownMatch(next)?.order).toBe(3);
  });
});

describe('the newer of two states of a bout stays', () => {
  const result = { winner: 'red', method: 'tko', round: 3 } as const;
  const ended_at = '2026-11-21T12:10:00.000Z';
  const running = match(2, { status: 'in_progress', revision: 4 });
  const decided = match(2, {
    status: 'ended',
    result,
    ended_at,
    result_at: ended_at,
    revision: 6,
    ruling: { sequence: 1, state: 'recorded', at: ended_at },
  });
  const card = (one: Match, more: Partial<Live> = {}) =>
    live({ matches: [match(1), one, match(3)], ...more });

  it('if a cached response arrives after a socket event', () => {
    const shown = withMatch(card(running), decided);
    // A cached response with the card from before the result.
    const merged = mergeLive(shown, card(running, { viewers: 7 }));
    expect(merged.matches[1]).toEqual(decided);
    expect(merged.current_match_live_id).toBe(null);
    expect(merged.viewers).toBe(7);
  });

  it('if an older event arrives after a newer one', () => {
    const shown = card(decided);
    expect(withMatch(shown, running)).toBe(shown);
  });

  it('so a later withdrawal replaces the result', () => {
    const withdrawn = match(2, {
      status: 'in_progress',
      revision: 8,
      ruling: { sequence: 2, state: 'withdrawn', at: '2026-11-21T12:11:00.000Z' },
    });
    expect(shownMatch(withMatch(card(decided), withdrawn))).toEqual(withdrawn);
  });

  it('so an older response for the whole live changes nothing', () => {
    const known = card(decided, { revision: 9 });
    expect(mergeLive(known, card(running, { revision: 8, status: 'not_started' }))).toBe(known);
  });
});

describe('the feed of a live', () => {
  let asked = 0;
  let options: unknown;
  let answer: Live | Error;
  const call = (async (_operation: unknown, _request: unknown, given: unknown) => {
    asked += 1;
    options = given;
    if (answer instanceof Error) throw answer;
    return { data: answer };
  }) as unknown as CallApi;

  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-11-21T11:59:00Z') });
    asked = 0;
    answer = live();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('asks again at the moment of the start, and then until it has begun', async () => {
    const feed = new LiveFeed(live({ status: 'not_started' }), call);
    answer = live({ status: 'not_started' });
    await vi.advanceTimersByTimeAsync(59_000);
    expect(asked).toBe(0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked).toBe(1);
    answer = live({ status: 'in_progress', revision: 2 });
    // The HTTP cache of the browser may answer no poll.
    expect(options).toMatchObject({ noStore: true });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(feed.live.get().status).toBe('in_progress');
    feed.close();
  });

  it('goes on after a failure and keeps what it had', async () => {
    const feed = new LiveFeed(live(), call);
    answer = new Error('offline');
    await vi.advanceTimersByTimeAsync(45_000);
    expect(asked).toBe(2);
    expect(feed.live.get().status).toBe('in_progress');
    feed.close();
  });

  it('keeps a result of the socket when a poll is answered with an older state', async () => {
    const matches = [match(1), match(2, { status: 'in_progress', revision: 3 }), match(3)];
    const feed = new LiveFeed(live({ matches }), call);
    answer = live({ matches });
    const seen: unknown[] = [];
    feed.live.subscribe(() => seen.push(feed.live.get().matches[1]?.status));
    feed.applyMatch(match(2, { status: 'ended', revision: 5 }));
    await vi.advanceTimersByTimeAsync(45_000);
    expect(asked).toBe(2);
    expect(new Set(seen)).toEqual(new Set(['ended']));
    feed.close();
  });

  it('reads the card when it hears of a bout that is not on it', async () => {
    const feed = new LiveFeed(live(), call);
    feed.applyMatch(match(9, { status: 'in_progress' }));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toBe(1);
    feed.close();
  });

  it('rests once the live has ended, and when it is closed', async () => {
    answer = live({ status: 'ended' });
    const feed = new LiveFeed(live(), call);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(asked).toBe(1);
    feed.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
