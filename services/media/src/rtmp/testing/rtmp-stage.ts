import { createLogger } from '@sangwian/node-kit/logger';
import type { RtmpRefusedError } from '@sangwian/rtmp/client-connection';
import {
  writeAacFrame,
  writeAacSequenceHeader,
  writeAvcFrame,
  writeAvcSequenceHeader,
} from '@sangwian/rtmp/flv-tag';
import { connectPublisher, type RtmpPublisher } from '@sangwian/rtmp/publisher';
import { afterEach } from 'vitest';
import type { PublishRequest } from '../../stream/authorise-publish.ts';
import type { RtmpLimits } from '../rtmp-limits.ts';
import { createRtmpServer, type RtmpServer } from '../rtmp-server.ts';
import { RecordingChannels } from './recording-channels.ts';
import { aacFrame, aacRecord, avcRecord, idrPicture } from './sample-media.ts';

/** Longer than a message may be before the key is accepted. */
export const KEY_PICTURE_BYTES = 300_000;
const running: RtmpServer[] = [];

interface Setting {
  limits?: Partial<RtmpLimits>;
  authorise?: (request: PublishRequest) => Promise<{ channelId: string } | null>;
  port?: number;
  host?: string;
}

/** Closes the servers of `startServer` after each test of the calling file. */
export function endServersAfterEach(): void {
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.close()));
  });
}

/** Starts a server that accepts the key `good`, with a manual clock. */
export async function startServer(setting: Setting = {}) {
  const clock = { ms: 0 };
  const now = (): number => clock.ms;
  const channels = new RecordingChannels(now);
  const requests: PublishRequest[] = [];
  const server = createRtmpServer({
    channels,
    authorise: async (request) => {
      requests.push(request);
      if (setting.authorise !== undefined) return setting.authorise(request);
      return request.token === 'good' ? { channelId: 'channel' } : null;
    },
    logger: createLogger('test', 'silent'),
    host: setting.host ?? '127.0.0.1',
    port: setting.port ?? 0,
    limits: setting.limits ?? {},
    now,
  });
  running.push(server);
  const port = await server.listen();
  const publish = (streamKey = 'good', app = 'live'): Promise<RtmpPublisher> =>
    connectPublisher({ host: '127.0.0.1', port, app, streamKey, connectMsMax: 5_000 });
  return { server, channels, requests, clock, port, publish };
}

/** Sends headers, a key frame and an audio frame. */
export function sendBeginning(publisher: RtmpPublisher): void {
  publisher.sendVideo({ timestampMs: 0, payload: writeAvcSequenceHeader(avcRecord()) });
  publisher.sendAudio({ timestampMs: 0, payload: writeAacSequenceHeader(aacRecord) });
  const key = { key: true, compositionTimeMs: 80, data: idrPicture(KEY_PICTURE_BYTES) };
  publisher.sendVideo({ timestampMs: 0, payload: writeAvcFrame(key) });
  publisher.sendAudio({ timestampMs: 5, payload: writeAacFrame(aacFrame) });
}

export const codeOf = (error: unknown): string => (error as RtmpRefusedError).code;
