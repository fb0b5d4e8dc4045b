import type { PredictProgram } from '@sangwian/contract/endpoints/predict';
import { useCallback, useEffect, useState } from 'react';
import { callApi } from '../../shared/api/call-api.ts';
import { useLook } from '../../shared/api/use-look.ts';
import { useSession } from '../../shared/session/session.ts';
import { followGame } from './follow-game.ts';

const REFRESH_MS = 15_000;
/** A crowd that hears of a result at once does not ask at once. */
const SPREAD_MS = 1_500;

export interface Game {
  /** `null` until they are there; what was there stays while a newer answer fails. */
  readonly programs: readonly PredictProgram[] | null;
  readonly failed: boolean;
  /** Grows with every look, so that what is the member's own is looked at with it. */
  readonly looks: number;
  readonly refresh: () => void;
}

/** The programmes of the game, as they stand: read now and then, and when something was told. */
export function useGame(drawn: readonly PredictProgram[] | null): Game {
  const { status } = useSession();
  const [state, setState] = useState({ programs: drawn, failed: false, looks: 0 });
  const refresh = useCallback(async () => {
    try {
      const { data } = await callApi('GET /predict/current', {});
      setState(({ looks }) => ({ programs: data, failed: false, looks: looks + 1 }));
    } catch {
      setState((before) => ({ ...before, failed: true }));
    }
  }, []);
  useLook(refresh, REFRESH_MS, drawn === null);
  useEffect(() => {
    if (status !== 'signed_in') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = followGame(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void refresh(), Math.random() * SPREAD_MS);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [status, refresh]);
  return { ...state, refresh: () => void refresh() };
}
