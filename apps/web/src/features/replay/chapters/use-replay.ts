import type { Replay } from '@sangwian/contract/endpoints/replay';
import type { MatchId, ProgramLiveId } from '@sangwian/contract/ids';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../shared/api/api-error.ts';
import { apiQuery } from '../../../shared/api/api-query.ts';
import type { ReplayPlayer } from '../player/replay-player.ts';

/** Chapters are read again when the fan has come this much further. */
const REVEAL_EVERY_MS = 5_000;

/** Returns the furthest position of the fan, in steps. It never goes back. */
export function useFurthest(player: ReplayPlayer | null, knownMs: number): number {
  const furthest = useRef(0);
  const [revealedMs, setRevealedMs] = useState(0);
  useEffect(() => {
    if (player === null) return;
    const update = () => {
      const { name } = player.snapshot.get().status;
      if (name !== 'playing' && name !== 'ended') return;
      furthest.current = Math.max(furthest.current, player.progress.get().positionS * 1_000);
      const next = Math.floor(furthest.current);
      setRevealedMs((shown) => (next >= shown + REVEAL_EVERY_MS ? next : shown));
    };
    return player.progress.subscribe(update);
  }, [player]);
  return Math.max(revealedMs, knownMs);
}

/** While the live is in progress, its chapters are read again this often. */
const LIVE_EVERY_MS = 10_000;

interface ReplayView {
  readonly hidesResults: boolean;
  readonly furthestMs: number;
  /** The bout that the fan goes to: where it begins is hidden until then. */
  readonly reveals: MatchId | undefined;
  /** Whether the live was in progress when it was last read. */
  readonly isLive: boolean;
}

/**
 * Reads the recording with its chapters. Hidden results never reach the browser.
 *
 * @returns `replay` is `null` until the first response
 */
export function useReplay(
  programLiveId: ProgramLiveId,
  { hidesResults, furthestMs, reveals, isLive }: ReplayView,
): { readonly replay: Replay | null; readonly isMissing: boolean } {
  const hidden = { position_ms: furthestMs, ...(reveals === undefined ? {} : { reveal: reveals }) };
  const query = hidesResults ? hidden : ({ show_results: '1' } as const);
  const { data, error } = useQuery({
    ...apiQuery('GET /live/{program_live_id}/replay', {
      params: { program_live_id: programLiveId },
      query,
    }),
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? LIVE_EVERY_MS : false,
  });
  const isMissing = error instanceof ApiError && error.status === 'replay_not_found';
  // Without a connection the chapters of the last position stay.
  const [latest, setLatest] = useState<Replay | null>(null);
  if (data !== undefined && data !== latest) setLatest(data);
  return { replay: data ?? latest, isMissing };
}
