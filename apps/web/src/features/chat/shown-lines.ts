import type { ChatLine } from './chat-line.ts';

/** The list is cut back to this many lines. */
export const SHOWN_LINES_MIN = 300;
/** It is cut once it has more than this many: rarely, since every cut renumbers the rows. */
export const SHOWN_LINES_MAX = 400;

/** Index of the first line in the list. If the line `firstId` was removed, the list restarts with the newest lines. */
export function indexOfFirstShown(lines: readonly ChatLine[], firstId: string | undefined): number {
  const at = lines.findIndex(({ id }) => id === firstId);
  return at === -1 ? Math.max(0, lines.length - SHOWN_LINES_MIN) : at;
}

/** The line with which the list should begin, or `undefined` while the list is short enough. */
export function firstAfterCut(shown: readonly ChatLine[]): string | undefined {
  return shown.length > SHOWN_LINES_MAX ? shown.at(-SHOWN_LINES_MIN)?.id : undefined;
}
