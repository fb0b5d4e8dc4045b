import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { avcRecord, idrPicture, interPicture } from '@sangwian/media/rtmp/testing/sample-media';
import { type InternalApi, startInternalApi } from '@sangwian/media/testing/internal-api';
import { sealGrant } from '@sangwian/node-kit/playback-grant';
import { writeAvcFrame, writeAvcSequenceHeader } from '@sangwian/rtmp/flv-tag';
import { connectPublisher, type RtmpPublisher } from '@sangwian/rtmp/publisher';
import type { MediaWorld } from './media-calls.ts';

const MAIN = join(import.meta.dirname, '../../../../services/media/src/main.ts');
const SECRET = 'the-internal-secret-of-a-fuzzed-process';
const GRANT_SECRET = 'the-grant-secret-of-a-fuzzed-process';
const CHANNEL = 'fuzzed';
const STREAM_KEY = 'fuzzed-stream-key';
/** WHIP uses another channel, so that the published channel stays on air. */
const WHIP_KEY = 'fuzzed-whip-key';
const FRAME_MS = 40;
const FRAMES_PER_KEY = 25;

export interface MediaTarget {
  readonly url: string;
  readonly rtmpPort: number;
  readonly pid: number;
  readonly world: MediaWorld;
  /** Whether the process still runs and publishes its stream. */
  isAlive(): boolean;
  stop(): Promise<void>;
}

/** Publishes 25 small frames a second until the connection ends. */
async function publishForever(port: number): Promise<{ publisher: RtmpPublisher; stop(): void }> {
  const publisher = await connectPublisher({
    host: '127.0.0.1',
    port,
    app: 'live',
    streamKey: STREAM_KEY,
  });
  publisher.sendVideo({ timestampMs: 0, payload: writeAvcSequenceHeader(avcRecord()) });
  let frame = 0;
  const timer = setInterval(() => {
    const key = frame % FRAMES_PER_KEY === 0;
    const data = key ? idrPicture() : interPicture();
    const payload = writeAvcFrame({ key, compositionTimeMs: 0, data });
    publisher.sendVideo({ timestampMs: frame * FRAME_MS, payload });
    frame += 1;
  }, FRAME_MS);
  return { publisher, stop: () => clearInterval(timer) };
}

function worldOf(): MediaWorld {
  const nowS = Math.floor(Date.now() / 1000);
  const grant = (path: string, expiresAtS: number): string =>
    sealGrant({ path, watchSessionId: 'fuzz', expiresAtS }, GRANT_SECRET);
  return {
    channelId: CHANNEL,
    streamKey: WHIP_KEY,
    grants: [
      grant(CHANNEL, nowS + 86_400),
      grant('another', nowS + 86_400),
      grant(CHANNEL, nowS - 1),
    ],
    files: [
      'index.m3u8',
      'stream.m3u8',
      's1.m4s',
      's2.m4s',
      'p2-0.m4s',
      'init0.mp4',
      'storyboard.json',
    ],
  };
}

async function forkMedia(internal: InternalApi, dataDir: string) {
  const child: ChildProcess = fork(MAIN, {
    silent: true,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      API_INTERNAL_URL: internal.url,
      INTERNAL_SECRET: SECRET,
      GRANT_SECRET,
      MEDIA_PORT: '0',
      RTMP_PORT: '0',
      MEDIA_WEBRTC_PORT: '0',
      MEDIA_LADDER: 'off',
      MEDIA_THUMBNAILS: '0',
      LOG_LEVEL: 'error',
    },
  });
  const [message] = (await once(child, 'message')) as [{ ports: Record<string, number> }];
  return { child, ports: message.ports };
}

/** Starts a media process with one channel on the air, and a test double of the API behind it. */
export async function startMediaTarget(): Promise<MediaTarget> {
  const internal = await startInternalApi(SECRET);
  internal.keys.set(STREAM_KEY, CHANNEL);
  internal.keys.set(WHIP_KEY, 'fuzzed-whip');
  const dataDir = await mkdtemp(join(tmpdir(), 'sangwian-fuzz-media-'));
  const { child, ports } = await forkMedia(internal, dataDir);
  const { http = 0, rtmp = 0 } = ports;
  const source = await publishForever(rtmp);
  let isOnAir = true;
  void source.publisher.closed.then(() => {
    isOnAir = false;
  });
  return {
    url: `http://127.0.0.1:${http}`,
    rtmpPort: rtmp,
    pid: child.pid ?? 0,
    world: worldOf(),
    isAlive: () => child.exitCode === null && child.signalCode === null && isOnAir,
    stop: async () => {
      source.stop();
      await source.publisher.close();
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
      await internal.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
