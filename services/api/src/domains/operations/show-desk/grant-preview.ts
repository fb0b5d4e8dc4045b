import { randomUUID } from 'node:crypto';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import { sealGrant } from '@sangwian/node-kit/playback-grant';
import type { Clock } from '../../../platform/time/clock.ts';
import type { LiveReader } from '../../live/lives/lives.module.ts';
import { type MediaEngine, playbackUrls } from '../../live/watch/watch.module.ts';

/** Lifetime of a grant, which the console renews. A signed-out browser keeps the video no longer than this. */
const PREVIEW_MS_MAX = 3_600_000;

export interface PreviewDeps {
  readonly live: LiveReader;
  readonly clock: Clock;
  readonly grantSecret: string;
  /** `MEDIA_PUBLIC_URL`; empty if players fetch through the site. */
  readonly mediaPublicUrl: string;
  /** `MEDIA_ENGINE`; if absent, the site's own media process is used. */
  readonly mediaEngine?: MediaEngine;
}

/**
 * Grants the video of a live to the console, even before the live begins. The session id of the grant belongs to no
 * member, so the grant does not count as a view.
 *
 * @throws {ApiError} `live_not_found`; `live_unavailable` without a stream
 */
export async function grantPreview(
  { live, clock, grantSecret, mediaPublicUrl, mediaEngine }: PreviewDeps,
  programLiveId: ProgramLiveId,
): Promise<{ hls_url: string; expires_at: string }> {
  if ((await live.findLive(programLiveId)) === null) throw new ApiError('live_not_found');
  const streams = await live.streamsOf(programLiveId);
  const stream = streams.find(({ kind }) => kind === 'hls') ?? streams[0];
  if (stream === undefined) throw new ApiError('live_unavailable');
  const expiresAt = new Date(clock().getTime() + PREVIEW_MS_MAX);
  const grant = {
    path: stream.channelId,
    watchSessionId: randomUUID(),
    expiresAtS: Math.floor(expiresAt.getTime() / 1_000),
  };
  const urls = playbackUrls(
    { publicUrl: mediaPublicUrl, engine: mediaEngine ?? 'sangwian' },
    { hls: stream.channelId, webrtc: null },
    { hls: sealGrant(grant, grantSecret), webrtc: null },
  );
  return { hls_url: urls.hls_url, expires_at: expiresAt.toISOString() };
}
