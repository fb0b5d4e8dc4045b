import type { LiveStatus } from '../endpoints/live.ts';

/** The fields of a bout that determine the headline. */
export interface HeadlineBout {
  readonly order: number;
  readonly main_event: boolean;
  readonly status: LiveStatus;
  readonly ended_at: string | null;
  readonly result_at: string | null;
}

const endOf = ({ ended_at, result_at }: HeadlineBout): string => ended_at ?? result_at ?? '';

/** The bout that ended last; `null` before the first. ISO times compare as text. */
const lastEnded = <Bout extends HeadlineBout>(bouts: readonly Bout[]): Bout | null =>
  bouts
    .filter((bout) => bout.status === 'ended' && endOf(bout) !== '')
    .reduce<Bout | null>((last, bout) => {
      if (last === null || endOf(bout) > endOf(last)) return bout;
      return endOf(bout) === endOf(last) && bout.order > last.order ? bout : last;
    }, null);

/** Returns the first bout of the card that has not started; `null` if there is none. */
export const nextBout = <Bout extends Pick<HeadlineBout, 'order' | 'status'>>(
  bouts: readonly Bout[],
): Bout | null =>
  bouts
    .filter(({ status }) => status === 'not_started')
    .reduce<Bout | null>((next, bout) => (next && next.order < bout.order ? next : bout), null);

/**
 * Returns the headline bout of a live: during the live the current bout, between two bouts the previous one, so that
 * its result is visible, and before the first bell the first bout. Before and after the live it is the main event, or
 * else the last bout of the card.
 */
export function headlineOf<Bout extends HeadlineBout>(
  liveStatus: LiveStatus,
  bouts: readonly Bout[],
): Bout | null {
  const billed = bouts.findLast(({ main_event }) => main_event) ?? bouts.at(-1) ?? null;
  const current = bouts.find(({ status }) => status === 'in_progress');
  if (current !== undefined) return current;
  return liveStatus === 'in_progress' ? (lastEnded(bouts) ?? nextBout(bouts) ?? billed) : billed;
}
