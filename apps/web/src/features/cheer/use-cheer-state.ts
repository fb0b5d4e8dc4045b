import type { EncouragementBar } from '@sangwian/contract/endpoints/gifts';
import type { MatchLiveId } from '@sangwian/contract/ids';
import { useEffect, useState } from 'react';
import { callApi } from '../../shared/api/call-api.ts';
import type { PictureClock } from '../../shared/in-step/picture-clock.ts';
import { useStore } from '../../shared/store.ts';
import { CheerState } from './cheer-state.ts';

/** Creates the cheer state of the live page and updates it with the shown bout. */
export function useCheerState(matchLiveId: MatchLiveId | null, clock: PictureClock): CheerState {
  const [cheer] = useState(() => new CheerState(clock));
  useEffect(() => {
    cheer.enterMatch(matchLiveId);
    if (matchLiveId === null || cheer.hasBar(matchLiveId)) return;
    const life = new AbortController();
    callApi(
      'GET /giftLog/encouragementBar',
      { query: { match_live_id: matchLiveId } },
      { signal: life.signal },
    ).then(
      ({ data }) => cheer.applyBar(data),
      // A failure is ignored, because the socket sends the bar too.
      () => {},
    );
    return () => life.abort();
  }, [cheer, matchLiveId]);
  useEffect(() => () => cheer.close(), [cheer]);
  return cheer;
}

/** Returns the coins of both corners; `null` until they are loaded. */
export const useBar = (cheer: CheerState): EncouragementBar | null => useStore(cheer.bar, null);
