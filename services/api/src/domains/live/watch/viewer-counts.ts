import type { Clock } from '../../../platform/time/clock.ts';
import type { ViewerCounts } from '../lives/lives.module.ts';
import type { NodeViewers } from './watch.tables.ts';
import { silentSince } from './watch-rules.ts';

/** How long counts are cached. At most one statement runs within this time, for any number of callers. */
const FRESH_MS = 500;

/** Counts viewers by stream, ignoring sessions that were last seen before `silentBefore`. */
type CountViewers = (silentBefore: Date) => Promise<NodeViewers[]>;

export interface CachedViewerCounts extends ViewerCounts {
  ofStream(matchLiveStreamId: string): Promise<number>;
}

interface Counts {
  readonly lives: ReadonlyMap<string, number>;
  readonly streams: ReadonlyMap<string, number>;
}

async function count(countViewers: CountViewers, now: Date): Promise<Counts> {
  const lives = new Map<string, number>();
  const streams = new Map<string, number>();
  for (const row of await countViewers(silentSince(now))) {
    lives.set(row.program_live_id, (lives.get(row.program_live_id) ?? 0) + row.viewers);
    streams.set(row.match_live_stream_id, row.viewers);
  }
  return { lives, streams };
}

/** Caches the viewers of all streams on this node. */
export function createViewerCounts(
  countViewers: CountViewers,
  clock: Clock,
  freshMs: number = FRESH_MS,
): CachedViewerCounts {
  let counted: Promise<Counts> | null = null;
  let countedAtMs = 0;
  const counts = (): Promise<Counts> => {
    const now = clock();
    const nowMs = now.getTime();
    if (counted === null || nowMs - countedAtMs >= freshMs || nowMs < countedAtMs) {
      countedAtMs = nowMs;
      const counting = count(countViewers, now);
      counted = counting;
      // A failure is returned to the current callers and is not cached.
      counting.catch(() => {
        if (counted === counting) counted = null;
      });
    }
    return counted;
  };
  return {
    ofLives: async () => (await counts()).lives,
    ofStream: async (id) => (await counts()).streams.get(id) ?? 0,
  };
}
