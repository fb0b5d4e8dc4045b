import type { Live, Match } from '@sangwian/contract/endpoints/live';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallApi } from '../../shared/api/call-context.ts';
import { byOrder, LiveFeed, shownMatch, withMatch } from './live-feed.ts';

const match = (order: number, more: Partial<Match> = {}): Match =>
  ({
    match_live_id: `m${order}`,
    order,
    main_event: false,
    status: 'not_started',
    ...more,
  }) as Match;

const live = (more: Partial<Live> = {}): Live =>
  ({
    program_live_id: 'p1',
    status: 'in_progress',
    starts_at: '2026-11-21T12:00:00Z',
    headline: null,
    current_match_live_id: null,
    matches: [match(1), match(2), match(3, { main_event: true })],
    ...more,
  }) as Live;

describe('the bout that the page shows', () => {
  it('is the one that is on, else the main event', () => {
    expect(shownMatch(live({ current_match_live_id: 'm2' as never }))?.order).toBe(2);
    expect(shownMatch(live())?.order).toBe(3);
    expect(shownMatch(live({ matches: [] }))).toBe(null);
  });

  it('follows a bout that begins, and lets go of it when it ends', () => {
    const began = withMatch(live(), match(2, { status: 'in_progress' }));
    expect(began.current_match_live_id).toBe('m2');
    const ended = withMatch(began, match(2, { status: 'ended' }));
    expect(ended.current_match_live_id).toBe(null);
    expect(ended.matches[1]?.status).toBe('ended');
  });

  it('is not changed by a bout of another evening', () => {
    const before = live();
    expect(withMatch(before, match(9, { status: 'in_progress' }))).toBe(before);
  });

  it('stands in a card that goes in order, whatever order it came in', () => {
    expect(byOrder([match(3), match(1), match(2)]).map(({ order }) => order)).toEqual([1, 2, 3]);
  });
});

describe('the feed of a live', () => {
  let asked = 0;
  let answer: Live | Error;
  const call = (async () => {
    asked += 1;
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
    answer = live({ status: 'in_progress' });
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

  it('rests once the live has ended, and when it is closed', async () => {
    answer = live({ status: 'ended' });
    const feed = new LiveFeed(live(), call);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(asked).toBe(1);
    feed.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
