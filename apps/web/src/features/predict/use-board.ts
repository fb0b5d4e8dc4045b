import type { ResponseOf } from '@sangwian/contract/contract';
import type { PredictPeriod, PredictProgram } from '@sangwian/contract/endpoints/predict';
import { useEffect, useState } from 'react';
import { callApi } from '../../shared/api/call-api.ts';
import { useSession } from '../../shared/session/session.ts';
import { followGame } from './follow-game.ts';

export interface Standing {
  readonly period: PredictPeriod;
  readonly board: ResponseOf<'GET /predict/rank'>['data'];
  readonly place: ResponseOf<'GET /predict/rank/mine'>['data'];
  /** Those around now: what their results bring stands on the board. */
  readonly programs: readonly PredictProgram[];
}

/** A board with the member's own place on it, read anew when scores become final. */
export function useBoard(period: PredictPeriod) {
  const { status } = useSession();
  const [standing, setStanding] = useState<Standing | null>(null);
  const [failed, setFailed] = useState(false);
  const [looks, setLooks] = useState(0);
  const refresh = () => setLooks((before) => before + 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a look is counted, and each count reads the board anew.
  useEffect(() => {
    if (status !== 'signed_in') return;
    const leaving = new AbortController();
    const options = { signal: leaving.signal };
    setFailed(false);
    Promise.all([
      callApi('GET /predict/rank', { query: { period } }, options),
      callApi('GET /predict/rank/mine', { query: { period } }, options),
      callApi('GET /predict/current', {}, options),
    ])
      .then(([{ data: board }, { data: place }, { data: programs }]) =>
        setStanding({ period, board, place, programs }),
      )
      .catch(() => {
        if (!leaving.signal.aborted) setFailed(true);
      });
    return () => leaving.abort();
  }, [status, period, looks]);
  useEffect(() => {
    if (status === 'signed_in') return followGame(() => setLooks((before) => before + 1));
    return undefined;
  }, [status]);
  const shown = standing?.period === period ? standing : null;
  return { standing: shown, failed, refresh };
}
