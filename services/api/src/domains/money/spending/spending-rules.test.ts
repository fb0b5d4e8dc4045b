import { describe, expect, it } from 'vitest';
import { boundsOf, changeLimit, limitAt, NO_LIMIT, type PlannedLimit } from './spending-rules.ts';

const NOW = new Date('2026-11-24T05:00:00Z');
const TOMORROW = new Date('2026-11-25T05:00:00Z');
const at = (satang: number | null): PlannedLimit => ({ satang, next: null });

describe('a change of a limit', () => {
  it('applies at once if it sets a first or a lower limit', () => {
    expect(changeLimit(NO_LIMIT, 50_000, NOW)).toEqual(at(50_000));
    expect(changeLimit(at(50_000), 20_000, NOW)).toEqual(at(20_000));
    expect(changeLimit(NO_LIMIT, null, NOW)).toEqual(NO_LIMIT);
  });

  it('applies after a day if it raises or removes the limit', () => {
    for (const wanted of [60_000, null]) {
      const planned = changeLimit(at(50_000), wanted, NOW);
      expect(planned).toEqual({ satang: 50_000, next: { satang: wanted, at: TOMORROW } });
      expect(limitAt(planned, new Date(TOMORROW.getTime() - 1)).satang).toBe(50_000);
      expect(limitAt(planned, TOMORROW)).toEqual(at(wanted));
    }
  });

  it('keeps its time if it is repeated, and waits again if it differs', () => {
    const planned = changeLimit(at(50_000), 60_000, NOW);
    const later = new Date('2026-11-24T15:00:00Z');
    expect(changeLimit(planned, 60_000, later)).toEqual(planned);
    expect(changeLimit(planned, 70_000, later).next?.at).toEqual(new Date('2026-11-25T15:00:00Z'));
  });

  it('is withdrawn by a new limit that is not higher', () => {
    const planned = changeLimit(at(50_000), null, NOW);
    expect(changeLimit(planned, 50_000, NOW)).toEqual(at(50_000));
  });

  it('is compared with a planned limit that has taken effect', () => {
    const planned = changeLimit(at(50_000), 60_000, NOW);
    expect(changeLimit(planned, 55_000, TOMORROW)).toEqual(at(55_000));
  });
});

describe('days and months', () => {
  it('are those of Bangkok', () => {
    const bounds = (period: 'day' | 'month', now: string) => {
      const { start, end } = boundsOf(period, new Date(now));
      return [start.toISOString(), end.toISOString()];
    };
    expect(bounds('day', '2026-11-24T16:59:59Z')).toEqual([
      '2026-11-23T17:00:00.000Z',
      '2026-11-24T17:00:00.000Z',
    ]);
    expect(bounds('month', '2026-12-31T16:59:59Z')).toEqual([
      '2026-11-30T17:00:00.000Z',
      '2026-12-31T17:00:00.000Z',
    ]);
    expect(bounds('month', '2026-12-31T17:00:00Z')[0]).toBe('2026-12-31T17:00:00.000Z');
  });
});
