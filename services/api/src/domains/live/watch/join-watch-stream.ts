import type { Playback } from '@sangwian/contract/endpoints/watch';
import {
  type MatchLiveStreamId,
  MemberId,
  type ProgramLiveId,
  type WatchToken,
} from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import { sealGrant } from '@sangwian/node-kit/playback-grant';
import type { Kysely } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Bearer } from '../../../platform/http/handler.ts';
import { refuseOtherMember } from '../../../platform/http/refuse-other-member.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { LiveFacts, LiveReader, StreamFacts } from '../lives/lives.module.ts';
import { type EndedWatch, WatchWriter } from './watch.store.ts';
import {
  grantExpiresAt,
  joinEffect,
  type MediaEngine,
  playbackUrls,
  watchRefusal,
} from './watch-rules.ts';

/** A recording to watch instead of the live. */
export interface WatchedRecording {
  /** The path that its grants contain. */
  readonly path: string;
  readonly urlWith: (grant: string) => string;
}

/**
 * Finds recordings. Both functions return the recording of the channel, or else another recording of the live; `null` if
 * there is none.
 */
export interface ReplayFinder {
  /** Finds the replay of an ended live. */
  findReplay(
    programLiveId: ProgramLiveId,
    channelId: string | null,
  ): Promise<WatchedRecording | null>;
  /** Also finds the recording of a live that is in progress or has just ended. */
  findRecording(
    programLiveId: ProgramLiveId,
    channelId: string | null,
  ): Promise<WatchedRecording | null>;
}

export interface WatchDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly live: LiveReader;
  readonly replays: ReplayFinder;
  readonly clock: Clock;
  readonly grantSecret: string;
  /** `MEDIA_PUBLIC_URL`; empty if players fetch through the site. */
  readonly mediaPublicUrl: string;
  /** `MEDIA_ENGINE`; absent if our own media process serves the streams. */
  readonly mediaEngine?: MediaEngine;
}

export interface JoinRequest {
  readonly member_id: string;
  readonly watch_token: WatchToken;
  readonly program_live_id?: ProgramLiveId | undefined;
  readonly match_live_stream_id?: MatchLiveStreamId | undefined;
  /** Whether to watch the recording of the live from its start. */
  readonly from_start?: boolean | undefined;
}

export interface Joined {
  readonly program_live_id: ProgramLiveId;
  readonly match_live_stream_id: MatchLiveStreamId;
  readonly playback: Playback;
}

interface Target {
  readonly live: LiveFacts;
  readonly stream: StreamFacts;
  readonly webrtc: StreamFacts | null;
  /** `null` if the live itself is watched. */
  readonly replay: WatchedRecording | null;
}

/**
 * Finds the requested live and stream. If neither is requested, finds the live in progress.
 *
 * @throws {ApiError} `stream_not_found`, `live_not_found`
 */
async function resolveTarget(
  reader: LiveReader,
  request: JoinRequest,
): Promise<{ live: LiveFacts | null; requestedStream: StreamFacts | null }> {
  const requestedStream =
    request.match_live_stream_id === undefined
      ? null
      : await reader.findStream(request.match_live_stream_id);
  if (request.match_live_stream_id !== undefined) {
    const elsewhere =
      request.program_live_id !== undefined &&
      requestedStream?.programLiveId !== request.program_live_id;
    if (requestedStream === null || elsewhere) throw new ApiError('stream_not_found');
  }
  const programLiveId = request.program_live_id ?? requestedStream?.programLiveId;
  if (programLiveId === undefined) return { live: await reader.findCurrentLive(), requestedStream };
  const live = await reader.findLive(programLiveId);
  if (live === null) throw new ApiError('live_not_found');
  return { live, requestedStream };
}

/** Finds what is watched instead of the live: its replay, or its recording from the start. */
async function findRecordingOf(
  replays: ReplayFinder,
  { from_start: fromStart }: JoinRequest,
  { live, stream }: { readonly live: LiveFacts | null; readonly stream: StreamFacts | undefined },
): Promise<WatchedRecording | null> {
  if (live === null || live.status === 'not_started') return null;
  const channelId = stream?.channelId ?? null;
  if (fromStart === true) return replays.findRecording(live.programLiveId, channelId);
  return live.status === 'ended' ? replays.findReplay(live.programLiveId, channelId) : null;
}

/** Finds the live and stream to watch and checks that the member may watch them. */
async function findTarget(deps: WatchDeps, request: JoinRequest, bearer: Bearer): Promise<Target> {
  const { live, requestedStream } = await resolveTarget(deps.live, request);
  const streams = live === null ? [] : await deps.live.streamsOf(live.programLiveId);
  const unlocked =
    live?.access === 'premium' && (await deps.live.isUnlocked(live.programLiveId, bearer.memberId));
  const stream = requestedStream ?? streams.find(({ kind }) => kind === 'hls') ?? streams[0];
  const replay = await findRecordingOf(deps.replays, request, { live, stream });
  const refusal = watchRefusal(
    live === null ? null : { ...live, hasStream: streams.length > 0, hasReplay: replay !== null },
    unlocked,
  );
  if (refusal !== null) throw new ApiError(refusal);
  if (live === null || stream === undefined) throw new ApiError('live_unavailable');
  if (request.from_start === true && replay === null) throw new ApiError('replay_not_found');
  return { live, stream, webrtc: streams.find(({ kind }) => kind === 'webrtc') ?? null, replay };
}

interface Started {
  readonly watchSessionId: string;
  readonly ejected: readonly EndedWatch[];
}

/**
 * Starts or shares the session in one transaction. A lock serializes the joins of a member. A unique index
 * guarantees that a member has one session.
 */
async function startWatch(
  deps: WatchDeps,
  request: JoinRequest,
  bearer: Bearer,
  target: Target,
  now: Date,
): Promise<Started> {
  return deps.db.transaction().execute(async (trx) => {
    const writer = new WatchWriter(trx);
    const { memberId } = bearer;
    await writer.lockMember(memberId);
    if (!(await writer.lockSignIn(bearer.sessionId))) throw new ApiError('token_invalid');
    if (await writer.wasEjected(memberId, request.watch_token)) throw new ApiError('watch_ejected');
    const fields = {
      sessionId: bearer.sessionId,
      programLiveId: target.live.programLiveId,
      matchLiveStreamId: target.stream.matchLiveStreamId,
      now,
      expiresAt: grantExpiresAt(now),
    };
    const active = (await writer.findActive(memberId)) ?? null;
    const effect = joinEffect(
      active === null ? null : { watchToken: active.watch_token },
      request.watch_token,
    );
    if (active !== null && effect === 'share') {
      await writer.share(active.watch_session_id, fields);
      return { watchSessionId: active.watch_session_id, ejected: [] };
    }
    const ejected =
      active === null ? [] : await writer.end([active.watch_session_id], 'ejected', now);
    return { watchSessionId: await writer.start(memberId, request.watch_token, fields), ejected };
  });
}

/** Publishes ended sessions to the nodes and the media process. Call it after the commit. */
export function publishEnded(bus: Bus, ended: readonly EndedWatch[]): void {
  if (ended.length === 0) return;
  bus.publish('watch:revoked', { watchSessionIds: ended.map((row) => row.watch_session_id) });
}

/** Returns the URLs of the live or its replay, each with its own grant. */
function grantPlayback(
  deps: WatchDeps,
  { stream, webrtc, replay }: Target,
  watchSessionId: string,
  expiresAt: Date,
): Playback {
  const expiresAtS = Math.floor(expiresAt.getTime() / 1000);
  const grant = (path: string): string =>
    sealGrant({ path, watchSessionId, expiresAtS }, deps.grantSecret);
  const expires_at = expiresAt.toISOString();
  if (replay !== null)
    return { hls_url: replay.urlWith(grant(replay.path)), whep_url: null, expires_at };
  const media = { publicUrl: deps.mediaPublicUrl, engine: deps.mediaEngine ?? 'sangwian' };
  const channels = { hls: stream.channelId, webrtc: webrtc?.channelId ?? null };
  const tokens = {
    hls: grant(channels.hls),
    webrtc: channels.webrtc === null ? null : grant(channels.webrtc),
  };
  return { ...playbackUrls(media, channels, tokens), expires_at };
}

/**
 * Starts a watch session, or shares the session of another tab of the same browser. Ejects an earlier session of
 * the member with another token: notifies its sockets, revokes its grant, and bars its token from joining again.
 *
 * @throws {ApiError} `member_not_found`, `live_not_found`, `stream_not_found`, `replay_not_found`, `watch_ejected`, or
 *   a `watchRefusal`
 */
export async function joinWatchStream(
  deps: WatchDeps,
  request: JoinRequest,
  bearer: Bearer,
): Promise<Joined> {
  refuseOtherMember(bearer, request.member_id);
  const target = await findTarget(deps, request, bearer);
  const now = deps.clock();
  const { watchSessionId, ejected } = await startWatch(deps, request, bearer, target, now);
  for (const row of ejected) {
    deps.bus.publish('watch:ejected', {
      memberId: MemberId.parse(row.member_id),
      oldWatchToken: row.watch_token as WatchToken,
    });
  }
  publishEnded(deps.bus, ejected);
  return {
    program_live_id: target.live.programLiveId,
    match_live_stream_id: target.stream.matchLiveStreamId as MatchLiveStreamId,
    playback: grantPlayback(deps, target, watchSessionId, grantExpiresAt(now)),
  };
}
