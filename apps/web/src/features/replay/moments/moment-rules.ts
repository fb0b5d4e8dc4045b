import type { ReplayMoments } from '@sangwian/contract/endpoints/replay';

/** The API answers windows of this length. */
export const WINDOW_MS = 60_000;
/** The next window is read this long before its beginning. */
const AHEAD_MS = 15_000;
const SHOWN_MAX = 80;

type Line = ReplayMoments['lines'][number];
type Gift = ReplayMoments['gifts'][number];

/** A line of the chat or a gift, in the order of the video. */
export type Moment =
  | ({ readonly kind: 'line'; readonly id: string } & Line)
  | ({ readonly kind: 'gift'; readonly id: string } & Gift);

/** Returns the beginning of the window that contains a position. */
export const windowAt = (positionMs: number): number =>
  Math.floor(Math.max(0, positionMs) / WINDOW_MS) * WINDOW_MS;

export const windowBefore = (windowMs: number): number | null =>
  windowMs < WINDOW_MS ? null : windowMs - WINDOW_MS;

/** Returns the next window if the video is about to reach it. */
export const windowAhead = (positionMs: number): number | null =>
  positionMs % WINDOW_MS < WINDOW_MS - AHEAD_MS ? null : windowAt(positionMs) + WINDOW_MS;

/** Returns what the video has reached, the latest last. */
export function momentsUntil(
  pages: readonly (ReplayMoments | undefined)[],
  positionMs: number,
): Moment[] {
  const all = pages.flatMap((page): Moment[] =>
    page === undefined
      ? []
      : [
          ...page.lines.map(
            (line): Moment => ({ kind: 'line', id: line.chat_message_id, ...line }),
          ),
          ...page.gifts.map((gift): Moment => ({ kind: 'gift', id: gift.gift_log_id, ...gift })),
        ],
  );
  return all
    .filter(({ at_ms: atMs }) => atMs <= positionMs)
    .sort((a, b) => a.at_ms - b.at_ms)
    .slice(-SHOWN_MAX);
}

/** Returns the coins of both corners at a position, in the bout that got the last gift. */
export function barAt(page: ReplayMoments, positionMs: number): ReplayMoments['bar'] {
  const reached = page.gifts.filter(({ at_ms: atMs }) => atMs <= positionMs);
  const boutId = reached.at(-1)?.match_live_id ?? page.bar?.match_live_id;
  if (boutId === undefined) return null;
  const known = page.bar?.match_live_id === boutId ? page.bar : null;
  const sum = (corner: 'red' | 'blue', from: number): number =>
    reached
      .filter((gift) => gift.match_live_id === boutId && gift.corner === corner)
      .reduce((coins, gift) => coins + gift.coins, from);
  return {
    match_live_id: boutId,
    red_coins: sum('red', known?.red_coins ?? 0),
    blue_coins: sum('blue', known?.blue_coins ?? 0),
  };
}
