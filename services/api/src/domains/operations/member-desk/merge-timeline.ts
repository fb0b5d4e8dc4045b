import type { TimelineEntryRow, TimelinePosition } from './timeline.store.ts';

/**
 * Merges the sources of a timeline, each in its own order, into one page: the latest event first.
 *
 * @param sources at least `limit + 1` rows of each source, or all of its rows
 * @returns the page, and the cursor of each source; `null` after the last page
 */
export function mergeTimeline(
  sources: readonly (readonly TimelineEntryRow[])[],
  after: TimelinePosition,
  limit: number,
): { readonly page: TimelineEntryRow[]; readonly next: TimelinePosition | null } {
  const taken = sources.map(() => 0);
  const page: TimelineEntryRow[] = [];
  const next: TimelinePosition = { ...after };
  for (;;) {
    let latest: { readonly source: number; readonly row: TimelineEntryRow } | undefined;
    for (const [source, rows] of sources.entries()) {
      const row = rows[taken[source] ?? 0];
      if (row !== undefined && (latest === undefined || row.at > latest.row.at)) {
        latest = { source, row };
      }
    }
    if (latest === undefined) return { page, next: null };
    if (page.length === limit) return { page, next };
    page.push(latest.row);
    next[latest.row.kind] = latest.row.entry_id;
    taken[latest.source] = (taken[latest.source] ?? 0) + 1;
  }
}
