import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import { createLogger } from '@sangwian/node-kit/logger';
import { sealGrant } from '@sangwian/node-kit/playback-grant';
import type { LadderSetting } from '../ladder/ladder-setting.ts';
import { type MediaProcess, type OriginConfig, startMediaProcess } from '../media-process.ts';
import type { Publisher, StreamSink } from '../stream/access-unit.ts';
import { type InternalApi, startInternalApi } from './internal-api.ts';

export const GRANT_SECRET = 'grant-secret';
export const INTERNAL_SECRET = 'internal-secret';
export const CHANNEL = '0198a000-0000-7000-8000-000000000001';
export const STREAM_KEY = 'stream-key';

export interface MediaStack {
  readonly api: InternalApi;
  readonly media: MediaProcess;
  readonly dataDir: string;
  readonly config: OriginConfig;
  /** `http://host:port` */
  readonly origin: string;
  /** `http://host:port/media/{channel}/` */
  readonly base: string;
  /** Returns `http://host:port/media/g/{grant}/{channel}/`. */
  granted(grant?: string, channelId?: string): string;
  /** Returns a grant for a channel and watch session. */
  grant(options?: {
    watchSessionId?: string;
    path?: string;
    livesS?: number;
    secret?: string;
  }): string;
  /** Sends a control request, like the API. */
  control(path: string, init?: RequestInit): Promise<Response>;
  /** Publishes like an ingest. */
  publish(channelId?: string, rendition?: string): { sink: StreamSink; closed: string[] };
  stop(): Promise<void>;
}

/** Starts the real media process on free ports, with a test double of the API. */
export async function startMediaStack(
  limits: {
    dvrMinutes?: number;
    webrtcPeersMax?: number;
    ffmpeg?: string;
    ladder?: LadderSetting;
    thumbnails?: boolean;
    rtmpPort?: number;
  } = {},
): Promise<MediaStack> {
  const api = await startInternalApi(INTERNAL_SECRET);
  api.keys.set(STREAM_KEY, CHANNEL);
  const dataDir = await mkdtemp(join(tmpdir(), 'sangwian-media-'));
  const config: OriginConfig = {
    host: '127.0.0.1',
    port: 0,
    originUrl: '',
    trustProxy: ['loopback'],
    rtmpHost: '127.0.0.1',
    rtmpPort: limits.rtmpPort ?? 0,
    srtHost: '127.0.0.1',
    srtPort: 0,
    srt: { latencyMs: 120, passphrase: '' },
    dataDir,
    apiInternalUrl: api.url,
    internalSecret: INTERNAL_SECRET,
    grantSecret: GRANT_SECRET,
    webrtcHost: '127.0.0.1',
    webrtcPort: 0,
    webrtcPeersMax: limits.webrtcPeersMax ?? 0,
    ffmpeg: limits.ffmpeg ?? '',
    ladder: limits.ladder ?? [],
    ladderEncoder: 'libx264',
    thumbnails: limits.thumbnails ?? false,
    restreamPrivateHosts: ['127.0.0.1'],
    dvrMinutes: limits.dvrMinutes ?? 5,
    dvrMegabytes: 200,
    logLevel: 'silent',
  };
  const media = await startMediaProcess(config, createLogger('media', 'silent'));
  const origin = `http://127.0.0.1:${media.ports.http}`;
  const grant: MediaStack['grant'] = ({
    watchSessionId = 'watch-1',
    path = CHANNEL,
    livesS = 3_600,
    secret = GRANT_SECRET,
  } = {}) =>
    sealGrant({ path, watchSessionId, expiresAtS: Math.floor(Date.now() / 1000) + livesS }, secret);
  return {
    api,
    media,
    dataDir,
    config,
    origin,
    base: `${origin}/media/${CHANNEL}/`,
    granted: (token, channelId = CHANNEL) =>
      `${origin}/media/g/${token ?? grant({ path: channelId })}/${channelId}/`,
    grant,
    control: (path, init = {}) =>
      fetch(`${origin}/control/${path}`, {
        ...init,
        headers: { ...internalHeaders(INTERNAL_SECRET), ...init.headers },
      }),
    publish: (channelId = CHANNEL, rendition = '') => {
      const closed: string[] = [];
      const publisher: Publisher = {
        channelId,
        rendition,
        protocol: 'rtmp',
        remoteAddress: '127.0.0.1',
        standby: false,
        close: (reason) => closed.push(reason),
      };
      const sink = media.channels.open(publisher);
      if (typeof sink === 'string') throw new Error(`the channel refused the publisher: ${sink}`);
      return { sink, closed };
    },
    stop: async () => {
      await media.stop();
      await api.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Polls `found` until it returns a value. */
export async function eventually<Found>(
  found: () => Found | undefined | Promise<Found | undefined>,
  withinMs = 10_000,
): Promise<Found> {
  const until = Date.now() + withinMs;
  for (;;) {
    const value = await found();
    if (value !== undefined) return value;
    if (Date.now() > until) throw new Error('timed out');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
