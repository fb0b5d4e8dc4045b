import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, type TestApi, type TestFan } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { createCutSource } from '../recordings/recordings.module.ts';
import { ClipWorkStore } from './clip-work.store.ts';
import { encodeClip } from './encode-clip.ts';
import {
  encodeSamplePicture,
  probe,
  type SamplePicture,
  sampleObject,
} from './testing/sample-picture.ts';

const SECRET = 'secret';
const BEGIN = new Date('2026-11-21T12:00:00Z');
/** Long enough for two encodings of 15 s beside other tests. */
const ENCODED = { timeout: 200_000, interval: 100 };
const SLOW = 420_000;

let now = BEGIN;
let test: TestApi;
let other: TestApi;
let folder: string;
let tonight: string;
let recordingId: string;
let fan: TestFan;
let token: string;
let visitorToken: string;
let picture: SamplePicture;
const originId = randomUUID();
const at = (seconds: number) => new Date(BEGIN.getTime() + seconds * 1_000);

const ask = async (path: string, body: object | Buffer) => {
  const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json';
  const response = await test.api.internal.inject({
    method: 'POST',
    url: `/internal/media/recordings${path}`,
    headers: { 'content-type': type, ...internalHeaders(SECRET) },
    payload: body,
  });
  expect(response.statusCode).toBe(200);
  return response.json();
};
const send = (first: number, count: number) =>
  ask(
    `/${recordingId}/objects`,
    sampleObject(picture, { originId, first, count, beginsAt: BEGIN }),
  );
const setLive = (access: 'free' | 'premium', premiumClips: boolean) =>
  sql`with allowed as (update promotion set premium_clips = ${premiumClips})
    update program_live set access = ${access}, price_coins = ${access === 'free' ? null : 100}
    where program_live_id = ${tonight}`.execute(test.db);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sangwian-clips-'));
  const options = {
    clock: () => now,
    config: {
      secrets: { internalSecret: SECRET },
      recordings: { days: 7 },
      clips: { ffmpeg: 'ffmpeg' },
      storage: { dataDir: folder, recordingsDir: join(folder, 'recordings') },
    },
  };
  test = await startTestApi(options);
  tonight = (await loadSampleSeason(test.db, { now })).program_live_id;
  other = await startTestApi({ ...options, databaseUrl: test.databaseUrl });
  picture = await encodeSamplePicture(60);
  await sql`update program_live set status = 'in_progress', ended_at = null
    where program_live_id = ${tonight}`.execute(test.db);
  const { recordings } = await ask('', { origin_id: originId, channel_ids: ['ring-1'] });
  recordingId = recordings[0].recording_id;
  await send(0, 15);
  now = at(32);
  await setLive('free', false);
  fan = await test.makeFan();
  token = await test.signIn(fan);
  visitorToken = await test.signIn(await test.makeFan());
  await test.api.start();
}, SLOW);
afterEach(async () => {
  await sql`delete from clip`.execute(test.db);
  await sql`delete from graphile_worker._private_jobs`.execute(test.db).catch(() => {});
  await setLive('free', false);
});
afterAll(async () => {
  await other?.close();
  await test?.close();
  await rm(folder, { recursive: true, force: true });
});

const draft = (more: object = {}) => ({
  clip_id: randomUUID(),
  program_live_id: tonight,
  starts_at: at(3.5).toISOString(),
  duration_ms: 15_000,
  title: 'ศอกสวย',
  ...more,
});
const make = (body: object, by = token) => test.call('POST /clip', { token: by, body });
const statusOf = async (body: object, by = token) => (await make(body, by)).body.status;
const own = async (clipId: string) => {
  const { body } = await test.call('GET /member/clips', { token });
  return body.data.find((clip: { clip_id: string }) => clip.clip_id === clipId);
};
const read = (clipId: string) => test.call(`GET /clip/${clipId}`);
const download = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, test.url), { headers });
/** Makes a clip ready without an encoder. */
async function addReady(more: object = {}): Promise<string> {
  const body = draft(more);
  await sql`insert into clip (clip_id, recording_id, member_id, title, starts_at, duration_ms, crop_permille,
      state, attempt, progress, landscape_bytes, vertical_bytes, poster_bytes, created_at, ready_at)
    values (${body.clip_id}, ${recordingId}, ${fan.memberId}, ${body.title}, ${body.starts_at}, 15000, 500,
      'ready', 1, 100, 4, 4, 4, ${now}, ${now})`.execute(test.db);
  for (const name of ['landscape.mp4', 'vertical.mp4', 'poster.jpg']) {
    const key = `${recordingId}/clips/${body.clip_id}/1/${name}`;
    await test.recordingObjects.write(key, Buffer.from('clip'));
  }
  return body.clip_id;
}
async function filesOf(clipId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of test.recordingObjects.list(`${recordingId}/clips/${clipId}`)) {
    keys.push(key);
  }
  return keys;
}

it('encodes a landscape file, a vertical file and a poster, which everyone may fetch', {
  timeout: SLOW,
}, async () => {
  await sql`update channel set clip_crop_permille = 0 where channel_id = 'ring-1'`.execute(test.db);
  const body = draft();
  // A double click sends two requests with one id at once.
  const [first, second] = await Promise.all([make(body), make(body)]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(first.body.data).toMatchObject({ clip_id: body.clip_id, state: 'queued', files: null });
  expect((await read(body.clip_id)).body.status).toBe('clip_not_found');
  await expect.poll(() => own(body.clip_id), ENCODED).toMatchObject({ state: 'ready' });
  const { data } = (await read(body.clip_id)).body;
  expect(data).toMatchObject({ title: 'ศอกสวย', duration_ms: 15_000, member_id: fan.memberId });
  const sizes = { landscape: [1_280, 720], vertical: [720, 1_280] } as const;
  for (const [form, [width, height]] of Object.entries(sizes)) {
    const response = await download(data.files[form]);
    const path = join(folder, `${form}.mp4`);
    await writeFile(path, Buffer.from(await response.arrayBuffer()));
    const probed = await probe(path);
    expect(probed).toMatchObject({ width, height, codecs: ['h264', 'aac'], pictures: 450 });
    expect(Math.abs(probed.videoS - 15)).toBeLessThan(1 / 30);
    expect(Math.abs(probed.soundS - 15)).toBeLessThan(1 / 30);
  }
  const part = await download(data.files.landscape, { range: 'bytes=4-7' });
  expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
  const kept = await download(`${data.files.vertical}?download`);
  expect(kept.headers.get('content-disposition')).toMatch(/^attachment; filename="sangwian-/);
  const poster = await download(data.files.poster);
  const meta = await sharp(Buffer.from(await poster.arrayBuffer())).metadata();
  expect([meta.width, meta.height]).toEqual([1_280, 720]);
  expect(await filesOf(body.clip_id)).toHaveLength(3);
  const { rows } = await sql`select attempt from clip`.execute(test.db);
  expect(rows).toEqual([{ attempt: 1 }]);
});

it('waits until the end of its range is stored, on one of two nodes', {
  timeout: SLOW,
}, async () => {
  await other.api.start();
  now = at(36);
  const body = draft({ starts_at: at(20).toISOString() });
  expect((await make(body)).status).toBe(200);
  await expect
    .poll(
      async () =>
        (await sql`select 1 from graphile_worker.jobs where run_at > now()`.execute(test.db)).rows
          .length,
    )
    .toBe(1);
  expect(await own(body.clip_id)).toMatchObject({ state: 'queued' });
  await send(15, 15);
  await expect.poll(async () => (await own(body.clip_id)).progress, ENCODED).toBeGreaterThan(0);
  const { rows } = await sql`select attempt from clip`.execute(test.db);
  expect(rows).toEqual([{ attempt: 1 }]);
});

it('lets the later of two encodings win, and restarts an interrupted encoding', {
  timeout: SLOW,
}, async () => {
  const clipId = randomUUID();
  await sql`insert into clip (clip_id, recording_id, member_id, title, starts_at, duration_ms, crop_permille, created_at)
    values (${clipId}, ${recordingId}, ${fan.memberId}, 'x', ${at(3)}, 15000, 500, ${now})`.execute(
    test.db,
  );
  const deps = {
    ...{ db: test.db, clock: () => now, logger: createLogger('test', 'silent') },
    ...{ objects: test.recordingObjects, ffmpeg: 'ffmpeg', workDir: join(folder, 'work') },
    ...{
      source: createCutSource(test.db, test.recordingObjects, {
        days: 7,
        reader: { read: async () => null },
      }),
      onChanged: () => {},
    },
    ...{ freeBytes: async () => Number.POSITIVE_INFINITY, freeBytesMin: 0 },
  };
  const payload = { clip_id: clipId };
  const stopping = new AbortController();
  const interrupted = encodeClip(deps, payload, stopping.signal);
  const progress = async () => (await own(clipId)).progress;
  await expect.poll(progress, ENCODED).toBeGreaterThan(0);
  stopping.abort(new Error('the node stops'));
  await expect(interrupted).rejects.toThrow('the node stops');
  expect(await own(clipId)).toMatchObject({ state: 'queued', progress: 0 });
  // A node that has lost the database keeps encoding while another node starts again.
  const cutOff = encodeClip(deps, payload, new AbortController().signal).catch((error) => error);
  await expect.poll(progress, ENCODED).toBeGreaterThan(0);
  await encodeClip(deps, payload, new AbortController().signal);
  await cutOff;
  expect(await own(clipId)).toMatchObject({ state: 'ready' });
  const files = await filesOf(clipId);
  expect(files.map((key) => key.split('/').at(-2))).toEqual(['3', '3', '3']);
});

it('fails with a reason if the encoder fails repeatedly or the video is missing', async () => {
  const clipId = randomUUID();
  await sql`insert into clip (clip_id, recording_id, member_id, title, starts_at, duration_ms, crop_permille, attempt, created_at)
    values (${clipId}, ${recordingId}, ${fan.memberId}, 'x', ${at(3)}, 15000, 500, 3, ${now})`.execute(
    test.db,
  );
  const deps = {
    ...{ db: test.db, clock: () => now, logger: createLogger('test', 'silent') },
    ...{ objects: test.recordingObjects, ffmpeg: 'false', workDir: join(folder, 'work') },
    ...{
      source: createCutSource(test.db, test.recordingObjects, {
        days: 7,
        reader: { read: async () => null },
      }),
      onChanged: () => {},
    },
    ...{ freeBytes: async () => Number.POSITIVE_INFINITY, freeBytesMin: 0 },
  };
  await encodeClip(deps, { clip_id: clipId }, new AbortController().signal);
  expect(await own(clipId)).toMatchObject({ state: 'failed', failure: 'encoding_failed' });
  expect(await new ClipWorkStore(test.db).begin(clipId)).toBeNull();
  expect(await statusOf(draft({ starts_at: at(-60).toISOString() }))).toBe('clip_range_missing');
  expect(await statusOf(draft({ starts_at: at(600).toISOString() }))).toBe('clip_range_missing');
});

it('refuses invalid input, other members’ clips, and titles that the chat would refuse', async () => {
  expect((await test.call('POST /clip', { body: draft() })).status).toBe(401);
  for (const more of [
    { duration_ms: 14_999 },
    { duration_ms: 60_001 },
    { starts_at: 'now' },
    { position_ms: 4 },
  ]) {
    expect(await statusOf(draft(more))).toBe('request_invalid');
  }
  expect(await statusOf(draft({ title: '  ' }))).toBe('clip_title_invalid');
  expect(await statusOf(draft({ title: 'ก'.repeat(81) }))).toBe('clip_title_invalid');
  expect(await statusOf(draft({ title: 'win at ufa888.com' }))).toBe('clip_title_link');
  expect(await statusOf(draft({ program_live_id: randomUUID() }))).toBe('live_not_found');
  const clipId = await addReady();
  expect(await statusOf(draft({ clip_id: clipId }), visitorToken)).toBe('clip_not_found');
  const offer = await test.call(`GET /live/${tonight}/clip-offer`, { token });
  expect(offer.body.data).toEqual({ left: 9, queued: 0 });
});

it('limits a member’s waiting clips and a member’s clips per day', async () => {
  const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
  const insert = (clipId: string, state: string) =>
    sql`insert into clip (clip_id, recording_id, member_id, title, starts_at, duration_ms, crop_permille, state, failure, created_at)
      values (${clipId}, ${recordingId}, ${fan.memberId}, 'x', ${at(0)}, 15000, 500, ${state},
        ${state === 'failed' ? 'no_picture' : null}, ${now})`.execute(test.db);
  await insert(id(1), 'failed');
  await insert(id(2), 'queued');
  await insert(id(3), 'encoding');
  expect(await statusOf(draft())).toBe('clip_waiting_limit_reached');
  await sql`delete from clip`.execute(test.db);
  for (let count = 0; count < 10; count += 1) await addReady();
  expect(await statusOf(draft())).toBe('clip_day_limit_reached');
  // A deleted clip still counts.
  await sql`update clip set removed_at = ${now}, removal = 'owner'`.execute(test.db);
  expect(await statusOf(draft())).toBe('clip_day_limit_reached');
});

it('allows clips of a premium live only to members who unlocked it, and only if the promotion allows clips', async () => {
  await setLive('premium', false);
  expect(await statusOf(draft())).toBe('live_locked');
  await sql`insert into live_unlock (program_live_id, member_id, via, paid_coins) values (${tonight}, ${fan.memberId}, 'code', 0)
    on conflict do nothing`.execute(test.db);
  expect(await statusOf(draft())).toBe('clip_not_allowed');
  await setLive('premium', true);
  expect((await make(draft())).status).toBe(200);
});

it('holds a clip whose title has a watched word until a moderator keeps the clip', async () => {
  const clipId = await addReady();
  await sql`update clip set held_word = 'x'`.execute(test.db);
  expect((await read(clipId)).body.status).toBe('clip_not_found');
  const { headers } = await test.makeStaff('moderator');
  const listed = await test.call('GET /operator/clip?review=1', { headers });
  expect(listed.body.data).toMatchObject([{ clip_id: clipId, held_word: 'x', reports: 0 }]);
  const body = { reason: 'harmless' };
  const kept = await test.call(`POST /operator/clip/${clipId}/keep`, { headers, body });
  expect(kept.status).toBe(200);
  expect((await read(clipId)).status).toBe(200);
});

it('can be reported, and is removed by a moderator with an audit entry and without its files', async () => {
  const clipId = await addReady();
  const report = (by: string) =>
    test.call(`POST /clip/${clipId}/report`, { token: by, body: { reason: 'abuse', note: 'bad' } });
  expect((await report(token)).body.status).toBe('clip_report_own');
  expect((await report(visitorToken)).body.data).toEqual({ added: true });
  expect((await report(visitorToken)).body.data).toEqual({ added: false });
  const { headers } = await test.makeStaff('moderator');
  const { body } = await test.call('GET /operator/clip?review=1', { headers });
  expect(body.data).toMatchObject([
    { clip_id: clipId, reports: 1, reasons: { abuse: 1 }, notes: ['bad'] },
  ]);
  const remove = () =>
    test.call(`POST /operator/clip/${clipId}/remove`, {
      headers,
      body: { because: 'abuse', reason: 'insults a fighter' },
    });
  const answers = await Promise.all([remove(), remove()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await read(clipId)).body.status).toBe('clip_not_found');
  expect((await download(`/clip-file/${clipId}/landscape.mp4`)).status).toBe(404);
  expect(await own(clipId)).toMatchObject({ state: 'removed', removed_because: 'abuse' });
  await expect.poll(() => filesOf(clipId)).toEqual([]);
  const { rows } = await sql`select operation from audit_entry where subject_id = ${clipId}`
    .execute(test.db)
    .catch(() => sql`select 1 from audit_outcome where subject_id = ${clipId}`.execute(test.db));
  expect(rows.length).toBeGreaterThan(0);
});

it('is deleted by its owner, with the owner’s account, and with its recording', async () => {
  const clipId = await addReady();
  const remove = (by: string) => test.call(`DELETE /clip/${clipId}`, { token: by });
  expect((await remove(visitorToken)).body.status).toBe('clip_not_found');
  expect((await remove(token)).status).toBe(200);
  expect((await remove(token)).status).toBe(200);
  expect(await own(clipId)).toBeUndefined();
  await expect.poll(() => filesOf(clipId)).toEqual([]);

  const leaving = await test.makeFan();
  const second = await addReady();
  await sql`update clip set member_id = ${leaving.memberId} where clip_id = ${second}`.execute(
    test.db,
  );
  const deletion = await test.call(`DELETE /auth/member/${leaving.memberId}`, {
    token: await test.signIn(leaving),
    body: { password: leaving.password, expected_coins: 0 },
  });
  expect(deletion.status).toBe(200);
  expect((await read(second)).body.status).toBe('clip_not_found');
  const { rows } = await sql`select member_id, title from clip where clip_id = ${second}`.execute(
    test.db,
  );
  expect(rows).toEqual([{ member_id: null, title: '' }]);
  await expect.poll(() => filesOf(second)).toEqual([]);

  const third = await addReady();
  const { headers } = await test.makeStaff('owner');
  const gone = await test.call(`DELETE /operator/recording/${tonight}`, { headers });
  expect(gone.status).toBe(200);
  expect((await read(third)).body.status).toBe('clip_not_found');
  await expect.poll(() => filesOf(third)).toEqual([]);
  expect(await statusOf(draft())).toBe('clip_not_recorded');
});
