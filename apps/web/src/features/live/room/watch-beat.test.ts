import { LIMITS } from '@sangwian/contract/limits';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WatchBeat } from './watch-beat.ts';

afterEach(() => vi.useRealTimers());

describe('the sign that a browser watches', () => {
  it('is told once however often the same is set, and in its rhythm until it is taken back', () => {
    vi.useFakeTimers();
    const tell = vi.fn();
    const beat = new WatchBeat(tell);
    beat.set('token');
    vi.advanceTimersByTime(LIMITS.watchBeatMs / 2);
    beat.set('token');
    expect(tell).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(LIMITS.watchBeatMs / 2);
    expect(tell.mock.calls).toEqual([['token'], ['token']]);
    beat.set(null);
    vi.advanceTimersByTime(LIMITS.watchBeatMs * 2);
    expect(tell.mock.calls).toEqual([['token'], ['token'], [null]]);
    beat.set('another');
    expect(tell).toHaveBeenLastCalledWith('another');
  });
});
