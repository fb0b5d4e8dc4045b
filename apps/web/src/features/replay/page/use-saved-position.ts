import type { ProgramLiveId } from '@sangwian/contract/ids';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { memberQuery } from '../../../shared/api/api-query.ts';
import { callApi } from '../../../shared/api/call-api.ts';
import { useMemberId } from '../../../shared/session/session.ts';
import type { ReplayPlayer } from '../player/replay-player.ts';
import { continueFrom, readPosition, type SavedPosition, savePosition } from './saved-positions.ts';

const SAVE_EVERY_S = 5;
/** The server gets the position less often, and also when the page is hidden or left. */
const SEND_EVERY_MS = 15_000;

/** Sends positions to the server: the newest one, at most every 15 s. */
class PositionSender {
  readonly #programLiveId: ProgramLiveId;
  #unsent: SavedPosition | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(programLiveId: ProgramLiveId) {
    this.#programLiveId = programLiveId;
  }

  push(position: SavedPosition): void {
    this.#unsent = position;
    this.#timer ??= setTimeout(() => this.flush(), SEND_EVERY_MS);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#unsent === null) return;
    const { positionS, atMs } = this.#unsent;
    this.#unsent = null;
    // A lost write is repeated by the next one; this browser has the position anyway.
    callApi(
      'PUT /live/{program_live_id}/replay/position',
      {
        params: { program_live_id: this.#programLiveId },
        body: { position_s: Math.floor(positionS), watched_at: new Date(atMs).toISOString() },
      },
      { keepalive: true },
    ).catch(() => {});
  }
}

/** Saves the position of the player in the browser and on the server, until the returned function is called. */
function followPosition(
  player: ReplayPlayer,
  memberId: string,
  programLiveId: ProgramLiveId,
): () => void {
  const sender = new PositionSender(programLiveId);
  let savedS: number | null = null;
  const update = () => {
    const { name } = player.snapshot.get().status;
    const { positionS } = player.progress.get();
    const isPlaying = name === 'playing' || name === 'ended';
    const nowS = name === 'ended' ? 0 : positionS;
    if (!isPlaying || (savedS !== null && Math.abs(nowS - savedS) < SAVE_EVERY_S)) return;
    savedS = nowS;
    const position = { positionS: nowS, atMs: Date.now() };
    savePosition(memberId, programLiveId, position);
    sender.push(position);
  };
  const onHidden = () => {
    if (document.visibilityState === 'hidden') sender.flush();
  };
  document.addEventListener('visibilitychange', onHidden);
  const ends = [player.progress.subscribe(update), player.snapshot.subscribe(update)];
  return () => {
    document.removeEventListener('visibilitychange', onHidden);
    for (const end of ends) end();
    sender.flush();
  };
}

/**
 * Returns where the member stopped watching this replay before on any device, in seconds; `null`: nowhere; `undefined`
 * while it is read. Saves the position of the player from now on.
 */
export function useSavedPosition(
  player: ReplayPlayer | null,
  programLiveId: ProgramLiveId,
): number | null | undefined {
  const memberId = useMemberId();
  const params = { program_live_id: programLiveId };
  const { data, status } = useQuery({
    ...memberQuery(memberId, 'GET /live/{program_live_id}/replay/position', { params }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [local] = useState(() =>
    memberId === null ? null : readPosition(memberId, programLiveId),
  );
  useEffect(() => {
    if (player === null || memberId === null) return;
    return followPosition(player, memberId, programLiveId);
  }, [player, memberId, programLiveId]);
  if (memberId === null) return null;
  return status === 'pending' ? undefined : continueFrom(local, data ?? null);
}
