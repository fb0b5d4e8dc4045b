import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { MatchId, MatchLiveStreamId, ProgramLiveId, WatchToken } from '../ids.ts';

/** Accepts any string: the rule "own data only" answers 404 `member_not_found`. */
const memberId = z.string().min(1).max(64);

export const Playback = z.object({
  /** URL with the playback grant. Players treat it as opaque. */
  hls_url: z.string(),
  /** `null` if the live has no real-time stream. */
  whep_url: z.string().nullable(),
  expires_at: z.iso.datetime(),
});
export type Playback = z.infer<typeof Playback>;

export const watchEndpoints = endpoints({
  'POST /memberWatchStream/joinWatchStream': {
    summary: 'Start watching: ends the member’s earlier watch and returns a playback grant',
    tag: 'Watch',
    caller: 'browser',
    identity: 'member',
    body: z.strictObject({
      member_id: memberId,
      watch_token: WatchToken,
      /** Default, also without a stream: the live in progress. */
      program_live_id: ProgramLiveId.optional(),
      match_live_stream_id: MatchLiveStreamId.optional(),
      /**
       * Watch the recording of the live from its start, also while the live is in progress. `playback` then contains the
       * playlist of the recording, which grows until the live ends, and no real-time stream.
       */
      from_start: z.boolean().optional(),
    }),
    data: z.object({
      program_live_id: ProgramLiveId,
      match_live_stream_id: MatchLiveStreamId,
      playback: Playback,
    }),
    errors: [
      'member_not_found',
      'live_not_found',
      'stream_not_found',
      'live_not_started',
      'live_ended',
      'live_unavailable',
      'live_locked',
      'replay_not_found',
      'watch_ejected',
    ],
  },
  'PUT /memberWatchStream/leaveWatchStream': {
    summary: 'Stop watching',
    tag: 'Watch',
    caller: 'browser',
    identity: 'member',
    body: z.strictObject({ member_id: memberId, watch_token: WatchToken }),
    data: z.object({}),
    errors: ['member_not_found'],
  },
  'POST /match/sumViewCount': {
    summary: 'Count a view of a stream: once per member, for visitors once per browser',
    tag: 'Watch',
    caller: 'browser',
    identity: 'visitor',
    query: z.object({
      match_live_stream_id: MatchLiveStreamId,
      match_id: MatchId,
      channel_id: z.string().min(1).max(64),
    }),
    data: z.object({ view_count: z.number().int() }),
    errors: ['stream_not_found', 'match_not_found'],
  },
  'GET /redist/countViewer': {
    summary: 'Current viewers of a stream',
    tag: 'Watch',
    caller: 'browser',
    identity: 'visitor',
    query: z.object({ key: MatchLiveStreamId }),
    data: z.object({ count: z.number().int() }),
    errors: ['stream_not_found'],
    cache: { maxAgeS: 2, staleS: 10 },
  },
});
