import type { ReplayMoments } from '@sangwian/contract/endpoints/replay';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { useQuery } from '@tanstack/react-query';
import { memberQuery } from '../../../shared/api/api-query.ts';
import { useMemberId } from '../../../shared/session/session.ts';
import type { ReplayPlayer } from '../player/replay-player.ts';
import { useReplayPart } from '../player/use-replay-player.ts';
import {
  barAt,
  type Moment,
  momentsUntil,
  WINDOW_MS,
  windowAhead,
  windowAt,
  windowBefore,
} from './moment-rules.ts';

/** A window near the newest recorded moment of a live is read again this often, because fans still write in it. */
const UNFINISHED_EVERY_MS = 10_000;
/** A window is finished when this much has been recorded after it. */
const FINISHED_MS = 60_000;

/** Reads a window of the chat and the gifts; nothing for `null`. */
function useWindow(
  programLiveId: ProgramLiveId,
  fromMs: number | null,
  isUnfinished = false,
): ReplayMoments | undefined {
  const memberId = useMemberId();
  const request = {
    params: { program_live_id: programLiveId },
    query: { from_ms: fromMs ?? 0 },
  };
  const { data } = useQuery({
    ...memberQuery(memberId, 'GET /live/{program_live_id}/replay/moments', request),
    enabled: memberId !== null && fromMs !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: isUnfinished ? UNFINISHED_EVERY_MS : false,
  });
  // A query that is not enabled has the data of the first window.
  return fromMs === null ? undefined : data;
}

/**
 * Returns the lines and gifts that the video has reached, and the bar of the bout. Windows are read by position, so
 * that they are right after every seek.
 */
export function useMoments(
  player: ReplayPlayer | null,
  programLiveId: ProgramLiveId,
  isLive: boolean,
): { readonly moments: readonly Moment[]; readonly bar: ReplayMoments['bar'] } {
  const positionMs = useReplayPart(player, ({ positionS }) => Math.floor(positionS)) * 1_000;
  const windowMs = windowAt(positionMs);
  const untilMs = windowMs + WINDOW_MS + FINISHED_MS;
  const isUnfinished = useReplayPart(player, ({ lengthS }) => lengthS * 1_000 < untilMs);
  const current = useWindow(programLiveId, windowMs, isLive && isUnfinished);
  const before = useWindow(programLiveId, windowBefore(windowMs));
  useWindow(programLiveId, windowAhead(positionMs));
  return {
    moments: momentsUntil([before, current], positionMs),
    bar: current === undefined ? null : barAt(current, positionMs),
  };
}
