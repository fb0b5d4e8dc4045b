import type { ChatLine } from './chat-line.ts';

/** The list is cut back to this many lines. */
export const SHOWN_LINES_MIN = 300;
/** The list is cut once it has more lines than this. Cuts are rare, because every cut renumbers the rows. */
export const SHOWN_LINES_MAX = 400;

/**
 * Returns the index of the first line in the list. If the line `firstId` was removed, the list restarts with the newest
 * lines.
 */
export function indexOfFirstShown(lines: readonly ChatLine[], firstId: string | undefined): number {
  const at = lines.findIndex(({ id }) => id === firstId);
  return at === -1 ? Math.max(0, lines.length - SHOWN_LINES_MIN) : at;
}

/** Returns the id of the line with which the cut list begins; `undefined` while the list is short enough. */
export function firstAfterCut(shown: readonly ChatLine[]): string | undefined {
  return shown.length > SHOWN_LINES_MAX ? shown.at(-SHOWN_LINES_MIN)?.id : undefined;
}
