import type { Match } from '@sangwian/contract/endpoints/live';
import type { Scorecard } from '@sangwian/contract/endpoints/scorecards';
import type { MatchLiveId } from '@sangwian/contract/ids';
import type { RoundScore } from '@sangwian/contract/rules/round-score';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { keepWritten, memberQuery } from '../../shared/api/api-query.ts';
import { callApi } from '../../shared/api/call-api.ts';
import type { PictureClock } from '../../shared/in-step/picture-clock.ts';
import { useMemberId } from '../../shared/session/session.ts';
import { BEHIND_MAX_MS } from './card-view.ts';

/** Interval of reads while a bout runs and until its last round is closed. */
const REFRESH_MS = 15_000;
/** Maximum random delay of a read after a bell, because the bell reaches all viewers at once. */
const SPREAD_MS = 3_000;

/** Returns the stadium time of the video in whole seconds; without a video, the server's time. */
export const usePictureSecond = (clock: PictureClock): number => {
  const read = () => Math.floor(Math.min(clock.reachedMs.get(), clock.nowMs()) / 1_000) * 1_000;
  return useSyncExternalStore(clock.reachedMs.subscribe, read, read);
};

/** Returns whether the video is so far behind live that the API no longer accepts a score of its round. */
export const useIsBehind = ({ reachedMs, nowMs }: PictureClock): boolean =>
  useSyncExternalStore(
    reachedMs.subscribe,
    () => nowMs() - reachedMs.get() > BEHIND_MAX_MS,
    () => false,
  );

const cardQuery = (memberId: string | null, match_live_id: MatchLiveId) =>
  memberQuery(memberId, 'GET /scorecard/{match_live_id}', { params: { match_live_id }, query: {} });

/**
 * Returns the member's card of a bout. It is read again after each bell, and every 15 s while the bout runs, so that the
 * crowd's card stays current.
 */
export function useScorecard({ match_live_id, status, round, result }: Match) {
  const query = cardQuery(useMemberId(), match_live_id);
  const [spreadMs] = useState(() => Math.random() * SPREAD_MS);
  const isRunning = status === 'in_progress' || (status === 'ended' && result === null);
  const read = useQuery({ ...query, refetchInterval: isRunning ? REFRESH_MS + spreadMs : false });
  const { refetch } = read;
  const moment = `${status} ${round?.number} ${round?.resting} ${result?.winner}`;
  const [readAt, setReadAt] = useState(moment);
  useEffect(() => {
    if (readAt === moment) return;
    const timer = setTimeout(() => {
      setReadAt(moment);
      void refetch();
    }, spreadMs);
    return () => clearTimeout(timer);
  }, [moment, readAt, refetch, spreadMs]);
  return read;
}

/** Returns a function that scores a round. Rejects if the API refuses. */
export function useScoreRound(match_live_id: MatchLiveId) {
  const memberId = useMemberId();
  const client = useQueryClient();
  return async (round: number, { red, blue }: RoundScore): Promise<void> => {
    const { data } = await callApi('PUT /scorecard/{match_live_id}/{round}', {
      params: { match_live_id, round },
      body: { red, blue },
    });
    keepWritten<Scorecard>(client, cardQuery(memberId, match_live_id).queryKey, data);
  };
}
