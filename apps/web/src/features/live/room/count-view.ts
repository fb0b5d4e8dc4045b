import type { Live, Match } from '@sangwian/contract/endpoints/live';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { callApi } from '../../../shared/api/call-api.ts';
import type { CallApi } from '../../../shared/api/call-context.ts';
import type { LivePlayer } from '../../player/state/live-player.ts';
import { usePlayerPart } from '../../player/state/use-live-player.ts';

/**
 * Polls are rare: fans without access to a locked live poll all evening, and thousands of them can share one IP address
 * and its rate limit.
 */
const VIEWERS_MS = 30_000;

/** Returns the stream that is watched if the URL names none. The server uses the same rule. */
const watchedStream = ({ streams }: Pick<Live, 'streams'>) =>
  streams.find(({ kind }) => kind === 'hls') ?? streams[0];

/** Counts a view of a live's stream and of the bout shown. The server counts each viewer once. */
export async function countView(call: CallApi, live: Live, match: Match): Promise<void> {
  const stream = watchedStream(live);
  if (stream === undefined) return;
  const { match_live_stream_id, channel_id } = stream;
  const query = { match_live_stream_id, match_id: match.match_id, channel_id };
  await call('POST /match/sumViewCount', { query });
}

/** Returns the number of viewers over all streams of a live. */
export async function countViewers(call: CallApi, { streams }: Pick<Live, 'streams'>) {
  const counts = await Promise.all(
    streams.map(({ match_live_stream_id: key }) =>
      call('GET /redist/countViewer', { query: { key } }),
    ),
  );
  return counts.reduce((sum, { data }) => sum + data.count, 0);
}

interface CountViewProps {
  readonly live: Live;
  readonly match: Match | null;
  readonly player: LivePlayer | null;
}

/**
 * Counts a view when the video first plays on this page. A component without children, so that only it re-renders when
 * the video plays.
 */
export function CountView({ live, match, player }: CountViewProps): null {
  const isPlaying = usePlayerPart(player, ({ status }) => status.name === 'playing');
  const counted = useRef('');
  const { program_live_id } = live;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a view is counted once per live, whichever bouts are shown.
  useEffect(() => {
    if (!isPlaying || match === null || counted.current === program_live_id) return;
    counted.current = program_live_id;
    countView(callApi, live, match).catch(() => {
      counted.current = '';
    });
  }, [isPlaying, program_live_id, match === null]);
  return null;
}

/** The current number of viewers: from the room's socket, or polled while `fromSocket` is `null`. */
export function useViewersNow(live: Live, fromSocket: number | null): number {
  const { data: polled } = useQuery({
    queryKey: ['GET /redist/countViewer', live.program_live_id],
    queryFn: () => countViewers(callApi, live),
    enabled: fromSocket === null && live.status === 'in_progress',
    refetchInterval: VIEWERS_MS,
  });
  return fromSocket ?? polled ?? live.viewers;
}
