import type { ProgramLiveId } from '@sangwian/contract/ids';
import { useEffect, useState } from 'react';
import { useMemberId } from '../../../shared/session/session.ts';
import type { ReplayPlayer } from '../player/replay-player.ts';
import { readPosition, savePosition } from './saved-positions.ts';

const SAVE_EVERY_S = 5;

/**
 * Returns where the member stopped watching this replay before, in seconds; `null`: nowhere. Saves the position of the
 * player from now on.
 */
export function useSavedPosition(
  player: ReplayPlayer | null,
  programLiveId: ProgramLiveId,
): number | null {
  const memberId = useMemberId();
  const [before] = useState(() =>
    memberId === null ? null : readPosition(memberId, programLiveId),
  );
  useEffect(() => {
    if (player === null || memberId === null) return;
    let savedS: number | null = null;
    const update = () => {
      const { name } = player.snapshot.get().status;
      const { positionS } = player.progress.get();
      const isPlaying = name === 'playing' || name === 'ended';
      const nowS = name === 'ended' ? 0 : positionS;
      if (!isPlaying || (savedS !== null && Math.abs(nowS - savedS) < SAVE_EVERY_S)) return;
      savedS = nowS;
      savePosition(memberId, programLiveId, nowS);
    };
    const ends = [player.progress.subscribe(update), player.snapshot.subscribe(update)];
    return () => {
      for (const end of ends) end();
    };
  }, [player, memberId, programLiveId]);
  return before;
}
