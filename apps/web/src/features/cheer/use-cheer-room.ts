import type { EncouragementBar } from '@sangwian/contract/endpoints/gifts';
import type { MatchLiveId } from '@sangwian/contract/ids';
import { useEffect, useState } from 'react';
import { callApi } from '../../shared/api/call-api.ts';
import type { PictureClock } from '../../shared/in-step/picture-clock.ts';
import { useStore } from '../../shared/store.ts';
import { CheerRoom } from './cheer-room.ts';

/** Creates the cheer room of the live page and keeps it at the shown bout. */
export function useCheerRoom(matchLiveId: MatchLiveId | null, clock: PictureClock): CheerRoom {
  const [room] = useState(() => new CheerRoom(clock));
  useEffect(() => {
    room.enterMatch(matchLiveId);
    if (matchLiveId === null || room.hasBar(matchLiveId)) return;
    const life = new AbortController();
    callApi(
      'GET /giftLog/encouragementBar',
      { query: { match_live_id: matchLiveId } },
      { signal: life.signal },
    ).then(
      ({ data }) => room.applyBar(data),
      // The socket sends the bar too.
      () => {},
    );
    return () => life.abort();
  }, [room, matchLiveId]);
  useEffect(() => () => room.close(), [room]);
  return room;
}

/** Returns the coins of both corners; `null` until they are loaded. */
export const useBar = (room: CheerRoom): EncouragementBar | null => useStore(room.bar, null);
