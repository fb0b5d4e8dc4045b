import type { LiveStatus } from '../endpoints/live.ts';

/** A bout as far as it decides which one heads a live. */
export interface HeadlineBout {
  readonly order: number;
  readonly main_event: boolean;
  readonly status: LiveStatus;
  readonly ended_at: string | null;
  readonly result_at: string | null;
}

const endOf = ({ ended_at, result_at }: HeadlineBout): string => ended_at ?? result_at ?? '';

/** The bout that ended last; `null` before the first end. ISO moments compare as text. */
const lastEnded = <Bout extends HeadlineBout>(bouts: readonly Bout[]): Bout | null =>
  bouts
    .filter((bout) => bout.status === 'ended' && endOf(bout) !== '')
    .reduce<Bout | null>((last, bout) => {
      if (last === null || endOf(bout) > endOf(last)) return bout;
      return endOf(bout) === endOf(last) && bout.order > last.order ? bout : last;
    }, null);

/**
 * Returns the bout that heads a live. While the live is on, that is the bout in the ring, and between two bouts the one
 * that has just ended, so that its result is seen. Before and after the evening it is the main event, or else the last
 * bout of the card.
 */
export function headlineOf<Bout extends HeadlineBout>(
  liveStatus: LiveStatus,
  bouts: readonly Bout[],
): Bout | null {
  const billed = bouts.findLast(({ main_event }) => main_event) ?? bouts.at(-1) ?? null;
  const current = bouts.find(({ status }) => status === 'in_progress');
  if (current !== undefined) return current;
  return liveStatus === 'in_progress' ? (lastEnded(bouts) ?? billed) : billed;
}
