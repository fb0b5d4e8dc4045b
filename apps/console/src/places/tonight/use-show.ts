import type { Show, ShowBout } from '@sangwian/contract/endpoints/operator/show';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { staffQuery } from '../../shared/api/staff-query.ts';

export const showQuery = staffQuery('GET /operator/show', { query: {} }, 'show');

/** Interval of reads while the live is on, because changes of the viewer count are not announced. */
const VIEWERS_MS = 5_000;

export const useShow = (): UseQueryResult<Show> =>
  useQuery({
    ...showQuery,
    refetchInterval: ({ state }) =>
      state.data?.live?.status === 'in_progress' ? VIEWERS_MS : false,
  });

/** Returns the bout that Tonight directs: the one in progress, else the next one, else the last one. */
export function directedBout({ bouts, current_match_live_id: current }: Show): ShowBout | null {
  const undecided = bouts.filter(({ decision, result }) => decision === null && result === null);
  return (
    bouts.find(({ match_live_id }) => match_live_id === current) ??
    undecided.find(({ status }) => status === 'ended') ??
    undecided.find(({ status }) => status === 'not_started') ??
    bouts.at(-1) ??
    null
  );
}

const SETTLED_SHOWN_MS = 60_000;

/** Returns the bouts whose results are on hold, settling, or settled within the last minute. Newest first. */
export const heldBouts = ({ bouts }: Show, nowMs: number): ShowBout[] =>
  bouts
    .filter(({ decision, settlement }) => {
      if (decision === null) return false;
      const settledAt = settlement?.settled_at;
      return settledAt == null || nowMs - Date.parse(settledAt) < SETTLED_SHOWN_MS;
    })
    .reverse();
