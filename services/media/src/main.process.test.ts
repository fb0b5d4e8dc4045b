import { fork } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import { sealGrant } from '@sangwian/node-kit/playback-grant';
import { writeAvcFrame, writeAvcSequenceHeader } from '@sangwian/rtmp/flv-tag';
import { connectPublisher, type RtmpPublisher } from '@sangwian/rtmp/publisher';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { avcRecord, idrPicture, interPicture } from './rtmp/testing/sample-media.ts';
import { parseMediaPlaylist, playlistFaults } from './testing/conformance.ts';
import { type InternalApi, startInternalApi } from './testing/internal-api.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
const SECRET = 'internal-secret';

let api: InternalApi;
let dataDir: string;
beforeAll(async () => {
  api = await startInternalApi(SECRET);
  dataDir = await mkdtemp(join(tmpdir(), 'sangwian-media-'));
});
afterAll(async () => {
  await api.close();
  await rm(dataDir, { recursive: true, force: true });
});

const environment = (more: Record<string, string> = {}) => ({
  PATH: process.env.PATH,
  DATA_DIR: dataDir,
  API_INTERNAL_URL: api.url,
  INTERNAL_SECRET: SECRET,
  GRANT_SECRET: 'grant-secret',
  MEDIA_PORT: '0',
  RTMP_PORT: '0',
  MEDIA_WEBRTC_PORT: '0',
  MEDIA_LADDER: 'off',
  LOG_LEVEL: 'silent',
  ...more,
});

const readyOf = (child: ReturnType<typeof fork>): Promise<Record<string, number>> =>
  new Promise((resolve) =>
    child.once('message', (message) => resolve((message as { ports: never }).ports)),
  );

const exitOf = (child: ReturnType<typeof fork>): Promise<number | null> =>
  new Promise((resolve) => child.once('exit', (code) => resolve(code)));

it('reports its ports, removes unusable leftovers of an earlier process, and exits with its parent', async () => {
  const leftOver = join(dataDir, 'media', 'channel');
  await mkdir(leftOver, { recursive: true });
  await writeFile(join(leftOver, '1.m4s'), 'old');
  const child = fork(MAIN, { env: environment(), silent: true });
  const message = await new Promise<{ type: string; ports: Record<string, number> }>((resolve) =>
    child.once('message', (ready) => resolve(ready as never)),
  );
  expect(message).toEqual({
    type: 'ready',
    ports: {
      http: expect.any(Number),
      rtmp: expect.any(Number),
      srt: expect.any(Number),
      webrtc: expect.any(Number),
    },
  });
  expect((await fetch(`http://127.0.0.1:${message.ports.http}/health`)).status).toBe(200);
  expect(await readdir(join(dataDir, 'media'))).toEqual([]);
  const exit = exitOf(child);
  child.disconnect();
  expect(await exit).toBe(0);
});

it('names the missing variable when it refuses to start', async () => {
  const child = fork(MAIN, { env: environment({ GRANT_SECRET: '' }), silent: true });
  let errorOutput = '';
  child.stderr?.on('data', (chunk) => {
    errorOutput += String(chunk);
  });
  expect(await exitOf(child)).not.toBe(0);
  expect(errorOutput).toContain('GRANT_SECRET');
});

it('refuses revoked grants from its first response after a kill and restart', async () => {
  const grantFor = (watchSessionId: string) =>
    sealGrant(
      { path: 'channel', watchSessionId, expiresAtS: Math.floor(Date.now() / 1000) + 600 },
      'grant-secret',
    );
  const requestStatus = async (port: number, watchSessionId: string) => {
    const address = `http://127.0.0.1:${port}/media/channel/index.m3u8?token=${grantFor(watchSessionId)}`;
    return ((await (await fetch(address)).json()) as { status: string }).status;
  };
  const revocation = {
    watch_session_id: 'ejected',
    expires_at: new Date(Date.now() + 600_000).toISOString(),
  };
  const first = fork(MAIN, { env: environment(), silent: true });
  const { http = 0 } = await readyOf(first);
  expect(await requestStatus(http, 'ejected')).toBe('stream_not_found');
  api.revocations = [revocation];
  await fetch(`http://127.0.0.1:${http}/control/revocations`, {
    headers: internalHeaders(SECRET),
    method: 'POST',
    body: JSON.stringify({ revocations: [revocation], cursor: 1 }),
  });
  expect(await requestStatus(http, 'ejected')).toBe('grant_invalid');
  first.kill('SIGKILL');
  await exitOf(first);

  const second = fork(MAIN, { env: environment(), silent: true });
  const { http: again = 0 } = await readyOf(second);
  expect(await requestStatus(again, 'ejected')).toBe('grant_invalid');
  expect(await requestStatus(again, 'other')).toBe('stream_not_found');
  const exit = exitOf(second);
  second.disconnect();
  expect(await exit).toBe(0);

  // An unavailable API delays viewers only briefly.
  api.away = true;
  const third = fork(MAIN, { env: environment(), silent: true });
  const { http: alone = 0 } = await readyOf(third);
  expect(await requestStatus(alone, 'other')).toBe('stream_not_found');
  api.away = false;
  const end = exitOf(third);
  third.disconnect();
  await end;
});

/** Publishes by RTMP for `seconds`, with a key frame each second, and stays connected. */
async function publish(port: number, seconds: number): Promise<RtmpPublisher> {
  const publisher = await connectPublisher({
    ...{ host: '127.0.0.1', port, app: 'live', streamKey: 'key', connectMsMax: 10_000 },
  });
  publisher.sendVideo({ timestampMs: 0, payload: writeAvcSequenceHeader(avcRecord()) });
  for (let frame = 0; frame < seconds * 30; frame += 1) {
    const key = frame % 30 === 0;
    const data = key ? idrPicture() : interPicture();
    publisher.sendVideo({
      timestampMs: Math.round((frame * 1_000) / 30),
      payload: writeAvcFrame({ key, compositionTimeMs: 0, data }),
    });
  }
  await publisher.drained();
  return publisher;
}

it('restores its rewind after a kill, and adds a discontinuity when the publisher returns', async () => {
  api.keys.set('key', 'rewound');
  const token = sealGrant(
    {
      path: 'rewound',
      watchSessionId: 'watch',
      expiresAtS: Math.floor(Date.now() / 1000) + 600,
    },
    'grant-secret',
  );
  const file = (port: number, name: string) =>
    fetch(`http://127.0.0.1:${port}/media/rewound/${name}?token=${token}`);
  const listOf = async (port: number) =>
    parseMediaPlaylist(await (await file(port, 'stream.m3u8')).text());
  const bytesOf = async (port: number, uri: string) =>
    Buffer.from(await (await file(port, uri)).arrayBuffer());

  const first = fork(MAIN, { env: environment(), silent: true });
  const { http = 0, rtmp = 0 } = await readyOf(first);
  const publisher = await publish(rtmp, 8);
  await expect.poll(async () => (await listOf(http)).segments.length).toBeGreaterThanOrEqual(7);
  const before = await listOf(http);
  const oldest = before.segments[0]!;
  const bytes = await bytesOf(http, oldest.uri!);
  // Listed parts reach the disk shortly afterwards.
  const journal = join(dataDir, 'media', 'rewound', 'window.jsonl');
  const lastPart = before.segments.at(-1)!.parts.length;
  await expect
    .poll(
      async () =>
        (await readFile(journal, 'utf8')).split(`"part":[${before.segments.at(-1)!.mediaSequence},`)
          .length,
    )
    .toBe(lastPart + 1);
  first.kill('SIGKILL');
  await exitOf(first);
  await publisher.closed;

  const second = fork(MAIN, { env: environment(), silent: true });
  const { http: again = 0, rtmp: rtmpAgain = 0 } = await readyOf(second);
  const between = await listOf(again);
  expect(between.segments.map(({ mediaSequence }) => mediaSequence)).toEqual(
    before.segments.map(({ mediaSequence }) => mediaSequence),
  );
  expect(between.mediaSequence).toBe(before.mediaSequence);
  expect(await bytesOf(again, oldest.uri!)).toEqual(bytes);
  expect((await bytesOf(again, oldest.map!)).length).toBeGreaterThan(100);

  const returned = await publish(rtmpAgain, 4);
  await expect
    .poll(async () => (await listOf(again)).segments.length)
    .toBeGreaterThanOrEqual(before.segments.length + 3);
  const after = await listOf(again);
  expect(playlistFaults(after)).toEqual([]);
  expect(after.targetDurationS).toBe(before.targetDurationS);
  const numbers = new Set(after.segments.map((segment) => segment.discontinuitySequence));
  expect(numbers.size).toBe(2);
  expect(after.segments[before.segments.length]!.discontinuitySequence).toBe(
    before.segments.at(-1)!.discontinuitySequence + 1,
  );
  await returned.close();
  const exit = exitOf(second);
  second.disconnect();
  await exit;
});
