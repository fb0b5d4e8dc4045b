import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Device } from '../../../platform/http/caller-cookies.ts';
import { addressKey, createLimit } from '../../../platform/http/rate-limits.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { countView, forgetVisitors } from './count-view.ts';

export const VISITOR_VIEWS = {
  /** Rows of one address and stream: twice the fans of an arena behind one address. */
  perAddressMax: 1_000,
  /** As long as a visitor is known again. */
  keptHours: 24,
} as const;

const HOUR_MS = 3_600_000;

export interface ViewCaller {
  /** `null`: a visitor. */
  readonly memberId: string | null;
  readonly device: Pick<Device, 'hash'>;
  readonly ip: string;
  readonly userAgent: string;
}

export interface ViewCounter {
  /** Counts a view, once for a viewer and stream. @returns the views so far, this one included */
  count(matchLiveStreamId: string, caller: ViewCaller): Promise<number>;
  /** Forgets visitors of more than a day ago, at most once an hour. */
  prune(): Promise<void>;
}

export interface ViewCounterDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  /** Key of the hashes that visitors are known by. */
  readonly secret: string;
}

/**
 * Members are their ids. A visitor is a browser that a member has used, or else address and user agent, as a keyed hash
 * that changes every day: it says nothing about anybody, and a call without a cookie makes no new viewer. Visitors
 * beyond what an address may have are not counted, and are told the number all the same.
 */
export function createViewCounter({ db, clock, secret }: ViewCounterDeps): ViewCounter {
  const limit = createLimit(VISITOR_VIEWS.perAddressMax, VISITOR_VIEWS.keptHours * 3_600);
  let prunedAt = 0;

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
    // Who was counted before takes nothing of an address again.
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
      const now = clock().getTime();
      if (now - prunedAt < HOUR_MS) return;
      prunedAt = now;
      await forgetVisitors(db, new Date(now - VISITOR_VIEWS.keptHours * HOUR_MS));
    },
  };
}
