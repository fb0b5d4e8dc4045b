import type { PredictProgram } from '@sangwian/contract/endpoints/predict';
import { useQuery } from '@tanstack/react-query';
import { apiQuery, polled, startingWith } from '../../shared/api/api-query.ts';
import { useGameChanges } from './use-game-changes.ts';

const REFRESH_MS = 15_000;

export interface Game {
  /** The programmes; `null` until they are loaded. After a failed poll the last response is kept. */
  readonly programs: readonly PredictProgram[] | null;
  readonly failed: boolean;
  /** The time of the last response. The member's sheet is fetched after each response. */
  readonly readAtMs: number;
  readonly refresh: () => void;
}

/** Returns the current programmes of the game. They are polled, and fetched again when the game changes. */
export function useGame(drawn: PredictProgram[] | null): Game {
  const { data, isError, dataUpdatedAt, refetch } = useQuery({
    ...apiQuery('GET /predict/current', {}),
    ...polled(REFRESH_MS),
    ...startingWith(drawn),
  });
  const refresh = () => void refetch();
  useGameChanges(refresh);
  return { programs: data ?? null, failed: isError, readAtMs: dataUpdatedAt, refresh };
}
