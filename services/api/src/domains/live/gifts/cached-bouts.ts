import { keepRecent } from '../../../platform/cache/keep-recent.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { BoutFacts, LiveReader } from '../lives/lives.module.ts';

const BOUT_FRESH = { freshMs: 1_000, entriesMax: 1_000 } as const;

/** Finds a bout; `null` if no bout has this id. */
export type FindBout = (matchLiveId: string) => Promise<BoutFacts | null>;

/**
 * Creates a read of bouts whose results are cached for a second. Gifts and ranks read on different connections, so each
 * of them creates its own.
 */
export const createCachedFindBout = ({
  live,
  clock,
}: {
  readonly live: Pick<LiveReader, 'findBout'>;
  readonly clock: Clock;
}): FindBout =>
  keepRecent(
    (matchLiveId: string) => live.findBout(matchLiveId),
    () => clock().getTime(),
    BOUT_FRESH,
  );
