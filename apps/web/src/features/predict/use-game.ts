import type { PredictProgram } from '@sangwian/contract/endpoints/predict';
import { useQuery } from '@tanstack/react-query';
import { apiQuery, polled, startingWith } from '../../shared/api/api-query.ts';
import { useGameChanges } from './use-game-changes.ts';

const REFRESH_MS = 15_000;

export interface Game {
  /** `null` until they are read; a failed poll keeps the last response. */
  readonly programs: readonly PredictProgram[] | null;
  readonly failed: boolean;
  /** The time of the last response, so that the member's own sheet is read after each. */
  readonly readAtMs: number;
  readonly refresh: () => void;
}

/** The current programmes of the game: polled, and read again when predictions change. */
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
