import type { Live, LiveStatus, LiveSummary, Match } from '@sangwian/contract/endpoints/live';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import { openCursor, pageOf } from '../../../platform/http/cursor.ts';
import { type Concealed, concealMatch } from './concealed-bouts.ts';
import { groupsAfter, ListPosition, packPosition } from './list-cursor.ts';
import type { LiveRow, MatchRow, RecordRow } from './live-rows.ts';
import type { LiveStore } from './lives.store.ts';
import { presentLive, presentMatch, presentSummary } from './present-live.ts';

/** The number of viewers of each live. A live without viewers may have no entry. */
export interface ViewerCounts {
  ofLives(): Promise<ReadonlyMap<string, number>>;
}

export interface LiveListQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly status?: LiveStatus | undefined;
  readonly external?: boolean | undefined;
}

async function recordsOf(
  store: LiveStore,
  matches: readonly MatchRow[],
  concealed: Concealed,
): Promise<ReadonlyMap<string, RecordRow>> {
  const ids = new Set(matches.flatMap((match) => [match.red_id, match.blue_id]));
  if (ids.size === 0) return new Map();
  const records = await store.findRecords([...ids], concealed);
  return new Map(records.map((record) => [record.fighter_id, record]));
}

/** Reads the rows of one page and one row more, group after group. */
async function findPage(store: LiveStore, query: LiveListQuery): Promise<LiveRow[]> {
  const from = openCursor(query.cursor, ListPosition);
  const rows: LiveRow[] = [];
  for (const status of groupsAfter(from, query.status)) {
    const missing = query.limit + 1 - rows.length;
    if (missing === 0) break;
    rows.push(...(await store.findGroup(status, from, query.external === true, missing)));
  }
  return rows;
}

const positionOf = ({ status, ended_at, starts_at, program_live_id }: LiveRow) =>
  packPosition({
    status,
    at: ended_at ?? starts_at,
    programLiveId: program_live_id as ProgramLiveId,
  });

export async function listLives(
  store: LiveStore,
  viewers: ViewerCounts,
  query: LiveListQuery,
  concealed: Concealed,
): Promise<{ data: LiveSummary[]; next_cursor: string | null }> {
  const rows = await findPage(store, query);
  const { shown, next_cursor } = pageOf(rows, query.limit, positionOf);
  const [headlines, counts] = await Promise.all([
    shown.length === 0 ? [] : store.findHeadlines(shown.map((row) => row.program_live_id)),
    viewers.ofLives(),
  ]);
  const records = await recordsOf(store, headlines, concealed);
  const headlineOfLive = new Map(headlines.map((row) => [row.program_live_id, row]));
  return {
    data: shown.map((row) => {
      const headline = headlineOfLive.get(row.program_live_id);
      return presentSummary(row, {
        viewers: counts.get(row.program_live_id) ?? 0,
        bouts: headline?.bouts ?? 0,
        headline:
          headline === undefined ? null : presentMatch(concealMatch(headline, concealed), records),
        isConcealed: concealed.lives.has(row.program_live_id),
      });
    }),
    next_cursor,
  };
}

/** Reads the card of a live with the fighters' current records. */
export async function readMatches(
  store: LiveStore,
  programLiveId: string,
  concealed: Concealed,
): Promise<Match[]> {
  const rows = await store.findMatches([programLiveId]);
  const records = await recordsOf(store, rows, concealed);
  return rows.map((row) => presentMatch(concealMatch(row, concealed), records));
}

/** Reads one live with its card, streams and viewers. @throws {ApiError} `live_not_found` */
export async function readLive(
  store: LiveStore,
  viewers: ViewerCounts,
  programLiveId: ProgramLiveId,
  concealed: Concealed,
): Promise<Live> {
  const row = await store.findLive(programLiveId);
  if (row === undefined) throw new ApiError('live_not_found');
  const [matches, streams, counts] = await Promise.all([
    readMatches(store, programLiveId, concealed),
    store.findStreams(programLiveId),
    viewers.ofLives(),
  ]);
  return presentLive(row, {
    ...{ matches, streams, viewers: counts.get(programLiveId) ?? 0 },
    isConcealed: concealed.lives.has(programLiveId),
  });
}
