import type { ResponseOf } from '@sangwian/contract/contract';
import type { PredictPeriod, PredictProgram } from '@sangwian/contract/endpoints/predict';
import { useQuery } from '@tanstack/react-query';
import { ownedBy } from '../../shared/api/api-query.ts';
import { callApi } from '../../shared/api/call-api.ts';
import { useMemberId } from '../../shared/session/session.ts';
import { useGameChanges } from './use-game-changes.ts';

export interface Standing {
  readonly board: ResponseOf<'GET /predict/rank'>['data'];
  readonly place: ResponseOf<'GET /predict/rank/mine'>['data'];
  /** The current programmes, whose results the board counts. */
  readonly programs: readonly PredictProgram[];
}

async function readStanding(period: PredictPeriod, signal: AbortSignal): Promise<Standing> {
  const [board, place, programs] = await Promise.all([
    callApi('GET /predict/rank', { query: { period } }, { signal }),
    callApi('GET /predict/rank/mine', { query: { period } }, { signal }),
    callApi('GET /predict/current', {}, { signal }),
  ]);
  return { board: board.data, place: place.data, programs: programs.data };
}

/** Returns a leaderboard with the member's rank. Fetched again when scores become final. */
export function useBoard(period: PredictPeriod) {
  const memberId = useMemberId();
  const { data, isError, refetch } = useQuery({
    ...ownedBy(memberId, ['GET /predict/rank', period]),
    queryFn: ({ signal }) => readStanding(period, signal),
  });
  const refresh = () => void refetch();
  useGameChanges(refresh);
  return { standing: data ?? null, failed: isError, refresh };
}
