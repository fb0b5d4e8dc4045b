import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { makeStoryboard } from './make-storyboard.ts';
import { createReplays } from './recordings.module.ts';
import { RecordingsStore } from './recordings.store.ts';
import { sheetKey } from './storyboard-rules.ts';

const SECRET = 'secret';
const BEGIN = new Date('2026-11-21T12:00:00Z');
const SEGMENT_S = 2;
const SECONDS = 60;
const SLOW = 180_000;
const DRAWN = { timeout: 40_000, interval: 100 };
const run = promisify(execFile);

let now = BEGIN;
let test: TestApi;
let tonight: string;
let recordingId: string;
let token: string;
let memberId: string;
const originId = randomUUID();

/** Encodes a picture that becomes brighter by one step every ten seconds, as segments of two seconds. */
async function encodeSteps() {
  const { stdout } = await run(
    'ffmpeg',
    [
      ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-f', 'lavfi', '-i'],
      `color=black:size=320x180:rate=10,geq=lum='30+floor(T/10)*35':cb=128:cr=128`,
      ...['-t', String(SECONDS), '-c:v', 'libx264', '-preset', 'ultrafast', '-threads', '1'],
      ...['-pix_fmt', 'yuv420p', '-g', String(SEGMENT_S * 10), '-sc_threshold', '0', '-f', 'mp4'],
      ...['-movflags', 'frag_keyframe+empty_moov+default_base_moof', 'pipe:1'],
    ],
    { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 },
  );
  const init: Buffer[] = [];
  const segments: Buffer[] = [];
  for (let at = 0; at < stdout.length; ) {
    const length = stdout.readUInt32BE(at);
    const type = stdout.toString('latin1', at + 4, at + 8);
    const box = stdout.subarray(at, at + length);
    if (type === 'ftyp' || type === 'moov') init.push(box);
    else if (type === 'moof') segments.push(box);
    else if (type === 'mdat') segments.push(Buffer.concat([segments.pop() ?? box, box]));
    at += length;
  }
  return { init: Buffer.concat(init), segments };
}

const ask = async (path: string, payload: object | Buffer) => {
  const type = Buffer.isBuffer(payload) ? 'application/octet-stream' : 'application/json';
  const response = await test.api.internal.inject({
    method: 'POST',
    url: `/internal/media/recordings${path}`,
    headers: { 'content-type': type, ...internalHeaders(SECRET) },
    payload,
  });
  expect(response.statusCode).toBe(200);
  return response.json();
};

beforeAll(async () => {
  test = await startTestApi({
    clock: () => now,
    config: {
      secrets: { internalSecret: SECRET },
      recordings: { days: 7 },
      clips: { ffmpeg: 'ffmpeg' },
    },
  });
  tonight = (await loadSampleSeason(test.db, { now })).program_live_id;
  await test.api.start();
  const fan = await test.makeFan();
  memberId = fan.memberId;
  token = await test.signIn(fan);
  await sql`update program_live set status = 'in_progress', access = 'free', price_coins = null,
    ended_at = null where program_live_id = ${tonight}`.execute(test.db);
  const { recordings } = await ask('', { origin_id: originId, channel_ids: ['ring-1'] });
  recordingId = recordings[0].recording_id;
  const { init, segments } = await encodeSteps();
  const head = {
    ...{ origin_id: originId, folder: '', first_sequence: 0, starts_at: BEGIN.toISOString() },
    segments: segments.map(({ length }, index) => [
      index * SEGMENT_S * 1_000,
      index * SEGMENT_S * 1_000_000,
      SEGMENT_S * 1_000_000,
      length,
    ]),
    period: {
      ...{ first_sequence: 0, discontinuity: 0, init: init.toString('base64') },
      ...{ codecs: 'avc1.42c00d', width: 320, height: 180, frame_rate: 10 },
    },
  };
  const line = Buffer.from(`${JSON.stringify(head)}\n`);
  await ask(`/${recordingId}/objects`, Buffer.concat([line, ...segments]));
  now = new Date(BEGIN.getTime() + SECONDS * 1_000);
  await sql`update program_live set status = 'ended', ended_at = ${now}
    where program_live_id = ${tonight}`.execute(test.db);
}, SLOW);
afterAll(() => test.close());

const join = async (): Promise<string> => {
  const { body } = await test.call('POST /memberWatchStream/joinWatchStream', {
    token,
    body: { member_id: memberId, watch_token: randomUUID(), program_live_id: tonight },
  });
  return body.data.playback.hls_url;
};
const sheetOf = (playlist: string, sheet: number) =>
  fetch(new URL(playlist.replace('index.m3u8', `sheet${sheet}.jpg`), `${test.url}/`));

/** Returns the brightness of the middle of each frame of a sheet. */
async function brightnessOf(sheet: Buffer): Promise<number[]> {
  const { data, info } = await sharp(sheet).greyscale().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([960, 648]);
  return Array.from({ length: 30 }, (_, index) => {
    const x = (index % 5) * 192 + 96;
    const y = Math.floor(index / 5) * 108 + 54;
    return data[(y * info.width + x) * info.channels] ?? 0;
  });
}

it(
  'draws a frame of every ten seconds when the recording is complete, for those who may watch the replay',
  async () => {
    await ask(`/${recordingId}/complete`, { origin_id: originId });
    const playlist = await join();
    await expect.poll(async () => (await sheetOf(playlist, 0)).status, DRAWN).toBe(200);
    const answer = await sheetOf(playlist, 0);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(answer.headers.get('cache-control')).toContain('private');
    const brightness = await brightnessOf(Buffer.from(await answer.arrayBuffer()));
    const frames = brightness.slice(0, SECONDS / 10);
    const steps = frames.slice(1).map((value, index) => value - (frames[index] ?? 0));
    for (const step of steps) expect(step).toBeGreaterThan(25);
    expect(brightness[SECONDS / 10]).toBeLessThan(10);
    expect((await sheetOf(playlist, 1)).status).toBe(404);
    const forged = playlist.replace(/\/g\/[^/]+\//, '/g/forged.grant/');
    expect((await sheetOf(forged, 0)).status).toBe(403);
  },
  SLOW,
);

it(
  'writes nothing without ffmpeg, and leaves nothing of a recording that is removed meanwhile',
  async () => {
    const objects = test.recordingObjects;
    await objects.removeFolder(`${recordingId}/storyboard`);
    const deps = {
      ...{ store: new RecordingsStore(test.db), objects, ffmpeg: 'ffmpeg' },
      replays: createReplays(test.db, () => now, 7).reader,
      logger: createLogger('test', 'silent'),
    };
    const make = (more: object = {}) =>
      makeStoryboard(
        { ...deps, ...more },
        { recording_id: recordingId },
        new AbortController().signal,
      );
    const sheet = () => objects.read(sheetKey(recordingId, 0));
    await make({ ffmpeg: '' });
    await make({ ffmpeg: 'no-such-program' });
    expect(await sheet()).toBeNull();
    await make({ store: { findBytes: async () => null } });
    expect(await sheet()).toBeNull();
    await make();
    expect(await sheet()).not.toBeNull();
  },
  SLOW,
);
