import type { EncouragementBar } from '@sangwian/contract/endpoints/gifts';
import type { MatchLiveId } from '@sangwian/contract/ids';
import { useEffect, useState } from 'react';
import { callApi } from '../../shared/api/call-api.ts';
import type { PictureClock } from '../../shared/in-step/picture-clock.ts';
import { useStore } from '../../shared/store.ts';
import { CheerRoom } from './cheer-room.ts';

/** The cheering of the live page, about one bout at a time. */
export function useCheerRoom(matchLiveId: MatchLiveId | null, clock: PictureClock): CheerRoom {
  const [room] = useState(() => new CheerRoom(clock));
  useEffect(() => {
    room.enterMatch(matchLiveId);
    if (matchLiveId === null || room.knowsBar(matchLiveId)) return;
    const life = new AbortController();
    callApi(
      'GET /giftLog/encouragementBar',
      { query: { match_live_id: matchLiveId } },
      { signal: life.signal },
    ).then(
      ({ data }) => room.applyBar(data),
      // The socket tells of it too.
      () => {},
    );
    return () => life.abort();
  }, [room, matchLiveId]);
  useEffect(() => () => room.close(), [room]);
  return room;
}

/** What the corners were given; `null` until it is known. */
export const useBar = (room: CheerRoom): EncouragementBar | null => useStore(room.bar, null);
