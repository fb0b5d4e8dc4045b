import type { SpendingPeriod } from '@sangwian/contract/endpoints/spending';
import {
  bangkokDay,
  endOfBangkokDay,
  startOfBangkokDay,
} from '../../../platform/time/bangkok-day.ts';

/** How long a member must wait for a higher limit, and for the end of an exclusion that the owner lifts. */
export const COOLING_OFF_MS = 24 * 60 * 60_000;

/** A limit in satang with its planned change; `null` if there is no limit. */
export interface PlannedLimit {
  readonly satang: number | null;
  readonly next: { readonly satang: number | null; readonly at: Date } | null;
}

export const NO_LIMIT: PlannedLimit = { satang: null, next: null };

/** Applies a planned change that is due. */
export const limitAt = (limit: PlannedLimit, now: Date): PlannedLimit =>
  limit.next !== null && limit.next.at <= now ? { satang: limit.next.satang, next: null } : limit;

const isHigher = (wanted: number | null, current: number | null): boolean =>
  current !== null && (wanted === null || wanted > current);

/**
 * Sets a limit. A lower limit applies at once and withdraws a planned change. A higher limit applies after
 * the cooling-off period.
 */
export function changeLimit(limit: PlannedLimit, wanted: number | null, now: Date): PlannedLimit {
  const current = limitAt(limit, now);
  if (!isHigher(wanted, current.satang)) return { satang: wanted, next: null };
  // A repeated request does not restart the cooling-off period.
  if (current.next?.satang === wanted) return current;
  return {
    satang: current.satang,
    next: { satang: wanted, at: new Date(now.getTime() + COOLING_OFF_MS) },
  };
}

/** Returns the start and the end of the day or month in Bangkok that contains `now`. */
export function boundsOf(period: SpendingPeriod, now: Date): { start: Date; end: Date } {
  const day = bangkokDay(now);
  if (period === 'day') return { start: startOfBangkokDay(day), end: endOfBangkokDay(day) };
  const [year = 0, month = 0] = day.split('-').map(Number);
  const firstOfNext = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  return {
    start: startOfBangkokDay(`${day.slice(0, 7)}-01`),
    end: startOfBangkokDay(firstOfNext),
  };
}
