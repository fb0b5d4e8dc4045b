import type { Live, Match } from '@sangwian/contract/endpoints/live';
import { environmentManager } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../shared/api/query-client.ts';
import {
  byOrder,
  createLiveFeed,
  type LiveFeed,
  mergeLive,
  shownMatch,
  withMatch,
} from './live-feed.ts';

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
  it('is the bout in progress, and before the first bell the first bout', () => {
    const on = live({ matches: [match(1), match(2, { status: 'in_progress' }), match(3)] });
    expect(shownMatch(on)?.order).toBe(2);
    expect(shownMatch(live())?.order).toBe(1);
    expect(shownMatch(live({ status: 'not_started' }))?.order).toBe(1);
    expect(shownMatch(live({ status: 'ended' }))?.order).toBe(3);
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

  it('comes from a card that is sorted by bout order', () => {
    expect(byOrder([match(3), match(1), match(2)]).map(({ order }) => order)).toEqual([1, 2, 3]);
  });
});

describe('a result of a bout on the undercard', () => {
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

describe('the newer of two states of a bout wins', () => {
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
  const requests: RequestInit[] = [];
  let answer: Live | Error;
  const feeds: (() => void)[] = [];

  /** Creates the feed and subscribes to it, as a page does, until the end of the test. */
  const open = (initial: Live, onChange: (live: Live) => void = () => {}): LiveFeed => {
    const feed = createLiveFeed(createQueryClient(), initial);
    feeds.push(feed.live.subscribe(() => onChange(feed.live.get())));
    return feed;
  };

  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-11-21T11:59:00Z') });
    environmentManager.setIsServer(() => false);
    requests.length = 0;
    answer = live();
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
      requests.push(init);
      if (answer instanceof Error) throw answer;
      return Response.json({ data: answer });
    });
  });
  afterEach(() => {
    for (const close of feeds.splice(0)) close();
    environmentManager.setIsServer(() => true);
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('polls at the scheduled start of the live, and then until the live has begun', async () => {
    const feed = open(live({ status: 'not_started' }));
    answer = live({ status: 'not_started' });
    await vi.advanceTimersByTimeAsync(59_000);
    expect(requests).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(requests).toHaveLength(1);
    answer = live({ status: 'in_progress', revision: 2 });
    // A response from the browser's HTTP cache would be stale.
    expect(requests[0]).toMatchObject({ cache: 'no-store' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(feed.live.get().status).toBe('in_progress');
  });

  it('keeps polling after a failure, and keeps the last response', async () => {
    const feed = open(live());
    answer = new Error('offline');
    await vi.advanceTimersByTimeAsync(45_000);
    expect(requests).toHaveLength(2);
    expect(feed.live.get().status).toBe('in_progress');
  });

  it('keeps a result of the socket when a poll returns an older state', async () => {
    const matches = [match(1), match(2, { status: 'in_progress', revision: 3 }), match(3)];
    answer = live({ matches });
    const seen = new Set<unknown>();
    const feed = open(live({ matches }), ({ matches: shown }) => seen.add(shown[1]?.status));
    seen.clear();
    feed.applyMatch(match(2, { status: 'ended', revision: 5 }));
    await vi.advanceTimersByTimeAsync(45_000);
    expect(requests).toHaveLength(2);
    expect(seen).toEqual(new Set(['ended']));
  });

  it('keeps a newer cached state when the loader returns an older one', () => {
    const client = createQueryClient();
    createLiveFeed(client, live({ revision: 5 }));
    expect(createLiveFeed(client, live({ revision: 4 })).live.get().revision).toBe(5);
  });

  it('shows at once that a live has begun before its scheduled start, and that a live has ended', () => {
    const feed = open(live({ status: 'not_started', revision: 4 }));
    const state = (more: Partial<Live>) => {
      const { program_live_id, starts_at, ended_at = null } = feed.live.get();
      return { program_live_id, starts_at, ended_at, status: 'in_progress', ...more } as Live;
    };
    feed.applyState(state({ revision: 5 }));
    expect(feed.live.get()).toMatchObject({ status: 'in_progress', revision: 5 });
    expect(feed.live.get().matches).toHaveLength(3);
    feed.applyState(state({ revision: 4, status: 'not_started' }));
    expect(feed.live.get().status).toBe('in_progress');
    const ended_at = '2026-11-21T14:00:00.000Z';
    feed.applyState(state({ revision: 6, status: 'ended', ended_at }));
    expect(feed.live.get()).toMatchObject({ status: 'ended', ended_at });
    expect(requests).toHaveLength(0);
  });

  it('polls a live that has not begun every minute', async () => {
    const starts_at = new Date(Date.now() + 86_400_000).toISOString();
    answer = live({ status: 'not_started', starts_at });
    open(answer);
    await vi.advanceTimersByTimeAsync(125_000);
    expect(requests).toHaveLength(2);
  });

  it('reads the card again after an event of a bout that is not on the card', async () => {
    const feed = open(live());
    feed.applyMatch(match(9, { status: 'in_progress' }));
    await vi.advanceTimersByTimeAsync(0);
    expect(requests).toHaveLength(1);
  });

  it('stops polling once the live has ended or does not exist any more', async () => {
    answer = live({ status: 'ended', revision: 2 });
    open(live());
    await vi.advanceTimersByTimeAsync(300_000);
    expect(requests).toHaveLength(1);
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
      requests.push(init);
      return Response.json({ status: 'live_not_found', message: 'gone' }, { status: 404 });
    });
    open(live());
    await vi.advanceTimersByTimeAsync(300_000);
    expect(requests).toHaveLength(2);
  });

  it('stops polling when the fan leaves the page', async () => {
    open(live());
    for (const close of feeds.splice(0)) close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requests).toHaveLength(0);
  });
});
