import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Device } from '../../../platform/http/caller-cookies.ts';
import { addressKey, createLimit } from '../../../platform/http/rate-limits.ts';
import type { SharedCounters } from '../../../platform/limits/shared-counters.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { countView, deleteVisitorViews } from './view-count.store.ts';

export const VISITOR_VIEWS = {
  /**
   * Maximum number of visitors per IP address and stream: twice the number of fans in an arena who share one
   * IP address.
   */
  perAddressMax: 1_000,
  /** The hash of a visitor changes every day, so keeping it longer would be of no use. */
  keptHours: 24,
} as const;

const HOUR_MS = 3_600_000;

export interface ViewCaller {
  /** `null` for a visitor. */
  readonly memberId: string | null;
  readonly device: Pick<Device, 'hash'>;
  readonly ip: string;
  readonly userAgent: string;
}

export interface ViewCounter {
  /** Counts a view, once per viewer and stream. @returns the total views, including this view */
  count(matchLiveStreamId: string, caller: ViewCaller): Promise<number>;
  /** Deletes the records of visitors that are older than a day. */
  prune(): Promise<void>;
}

export interface ViewCounterDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  /** The key for hashing visitors. */
  readonly secret: string;
  /** `null` if each node counts alone. */
  readonly counters: SharedCounters | null;
}

/**
 * Creates the counter of views. Members are identified by their id. Visitors are identified by their device
 * cookie, or else by IP address and user agent, as a keyed hash that changes every day. The hash identifies
 * no person, and a repeated request without a cookie adds no viewer. Visitors beyond the limit of an IP
 * address are not counted, but still receive the total.
 */
export function createViewCounter({ db, clock, secret, counters }: ViewCounterDeps): ViewCounter {
  const limit = createLimit(VISITOR_VIEWS.perAddressMax, VISITOR_VIEWS.keptHours * 3_600, {
    name: 'visitor_view',
    counters,
  });

  function visitorOf({ device, ip, userAgent }: ViewCaller): string {
    const day = clock().toISOString().slice(0, 10);
    const known = device.hash?.toString('base64url') ?? `${addressKey(ip)}\n${userAgent}`;
    const hash = createHmac('sha256', secret).update(`view\n${day}\n${known}`).digest();
    return `visitor:${hash.toString('base64url')}`;
  }

  async function countVisitor(streamId: string, caller: ViewCaller): Promise<number> {
    const key = `${streamId} ${addressKey(caller.ip)}`;
    const isFull = await limit.take(key).then(
      () => false,
      () => true,
    );
    const viewer = isFull ? null : visitorOf(caller);
    const { views, isNew } = await countView(db, streamId, viewer, clock());
    // A repeated view does not count towards the limit of the IP address.
    if (!isNew) await limit.giveBack(key);
    return views;
  }

  return {
    count: async (streamId, caller) => {
      if (caller.memberId === null) return countVisitor(streamId, caller);
      const viewer = `member:${caller.memberId}`;
      return (await countView(db, streamId, viewer, clock())).views;
    },
    prune: async () => {
      const keptMs = VISITOR_VIEWS.keptHours * HOUR_MS;
      await deleteVisitorViews(db, new Date(clock().getTime() - keptMs));
    },
  };
}
