import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { objectKey, readObjectBody } from './recording-rules.ts';
import { type SampleObject, sampleBody, sampleHead } from './testing/sample-object.ts';

const SECRET = 'secret';
const CHANNEL = 'ring-1';

const now = new Date('2026-11-21T12:00:00Z');
let test: TestApi;
let tonight: string;
let originId: string;
beforeAll(async () => {
  test = await startTestApi({
    clock: () => now,
    config: { secrets: { internalSecret: SECRET }, recordings: { days: 7, bytesMax: 200 } },
  });
  tonight = (await loadSampleSeason(test.db, { now })).program_live_id;
});
afterAll(() => test.close());
beforeEach(async () => {
  originId = randomUUID();
  await sql`delete from recording`.execute(test.db);
  await sql`
    update program_live set status = 'in_progress', ended_at = null, cancelled_at = null,
      replay_days = null where program_live_id = ${tonight}
  `.execute(test.db);
});

/** Sends a request to the API as the media process. */
async function ask(method: 'GET' | 'POST', path: string, body?: object | Buffer) {
  const isBytes = Buffer.isBuffer(body);
  const type = isBytes ? 'application/octet-stream' : 'application/json';
  const response = await test.api.internal.inject({
    method,
    url: `/internal/media/recordings${path}`,
    headers: {
      ...internalHeaders(SECRET),
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: response.statusCode, body: response.json() };
}

const findOpen = async (channelIds: readonly string[] = [CHANNEL]) =>
  (await ask('POST', '', { origin_id: originId, channel_ids: channelIds })).body.recordings;
const begin = async (): Promise<string> => (await findOpen())[0].recording_id;
const send = (recordingId: string, object: Partial<SampleObject> = {}) =>
  ask('POST', `/${recordingId}/objects`, sampleBody(sampleHead({ originId, ...object })));
const endLive = () =>
  sql`update program_live set status = 'ended', ended_at = ${now}
    where program_live_id = ${tonight}`.execute(test.db);

it('starts the recording of a live in progress once, and continues it until the live has ended', async () => {
  expect(await findOpen(['other'])).toEqual([]);
  const [first] = await findOpen();
  expect(first).toEqual({
    recording_id: expect.any(String),
    channel_id: CHANNEL,
    started_at: now.toISOString(),
    ended_at: null,
    is_complete: false,
  });
  expect(await findOpen()).toEqual([first]);
  await endLive();
  expect(await findOpen()).toEqual([{ ...first, ended_at: now.toISOString() }]);
  await ask('POST', `/${first.recording_id}/complete`, { origin_id: originId });
  expect(await findOpen()).toMatchObject([{ is_complete: true }]);
});

it('starts a recording at the time at which the operator started the live', async () => {
  const startedAt = new Date(now.getTime() - 90_000);
  await sql`
    insert into show_action (program_live_id, action, details, created_by, reason, created_at)
    values (${tonight}, 'live-start', '{}', 'director', '', ${startedAt})
  `.execute(test.db);
  expect(await findOpen()).toMatchObject([{ started_at: startedAt.toISOString() }]);
});

it.each([
  ['is not to be recorded', sql`replay_days = 0`],
  ['is cancelled', sql`status = 'ended', ended_at = now(), cancelled_at = now()`],
])('records nothing of a live that %s', async (_, change) => {
  await sql`update program_live set ${change} where program_live_id = ${tonight}`.execute(test.db);
  expect(await findOpen()).toEqual([]);
});

it('stores an object once however often it is sent, and continues after a restart', async () => {
  const id = await begin();
  const sent = await Promise.all([send(id), send(id)]);
  expect(sent.map(({ status, body }) => [status, body])).toEqual([
    [200, { last_sequence: 102 }],
    [200, { last_sequence: 102 }],
  ]);
  // An object with only some of these segments, sent by a restarted media process that does not know of the
  // stored object.
  expect((await send(id, { segments: 5 })).body).toEqual({ last_sequence: 102 });
  await send(id, { firstSequence: 103, segments: 2 });
  await send(id, { folder: 'audio', segments: 4 });
  await send(id, { firstSequence: 300, originId: randomUUID(), periodSequence: 300 });
  const { body } = await ask('GET', `/${id}/stored?origin_id=${originId}`);
  expect(
    body.stored.sort((a: { folder: string }, b: { folder: string }) =>
      a.folder < b.folder ? -1 : 1,
    ),
  ).toEqual([
    { folder: '', last_sequence: 104 },
    { folder: 'audio', last_sequence: 103 },
  ]);
  const stored = await test.recordingObjects.read(objectKey(id, '', 100));
  expect(stored).toEqual(readObjectBody(sampleBody(sampleHead({ originId })))?.bytes);
  const row = await test.db.selectFrom('recording').select('bytes').executeTakeFirstOrThrow();
  expect(row.bytes).toBe(30 + 20 + 40 + 30);
});

it('refuses malformed objects, and objects of a removed recording', async () => {
  const id = await begin();
  const whole = sampleBody(sampleHead({ originId }));
  for (const body of [whole.subarray(0, -1), Buffer.from('x'), Buffer.from('{}\nx')]) {
    expect((await ask('POST', `/${id}/objects`, body)).status).toBe(400);
  }
  expect((await ask('POST', '/nothing/objects', whole)).status).toBe(400);
  expect((await send(randomUUID())).status).toBe(404);
  await sql`update recording set removed_at = now()`.execute(test.db);
  expect((await send(id)).status).toBe(404);
  expect(await findOpen()).toEqual([]);
});

it('stops a recording at the size limit', async () => {
  const id = await begin();
  await send(id, { bytesPerSegment: 80 });
  expect(await findOpen()).toEqual([]);
});

it('completes a recording only at the request of the origin that published the channel last', async () => {
  const id = await begin();
  const other = randomUUID();
  await sql`insert into media_origin values (${other}, '', now())`.execute(test.db);
  await sql`
    insert into channel_lease values (${CHANNEL}, ${other}, ${randomUUID()}, 1, 0, 0, false, now())
  `.execute(test.db);
  await endLive();
  await ask('POST', `/${id}/complete`, { origin_id: originId });
  expect(await findOpen()).toMatchObject([{ is_complete: false }]);
  await ask('POST', `/${id}/complete`, { origin_id: other });
  expect(await findOpen()).toMatchObject([{ is_complete: true }]);
  await sql`delete from media_origin`.execute(test.db);
});

it('accepts no objects while the disk of the database is nearly full', async () => {
  const id = await begin();
  const full = await startTestApi({
    databaseUrl: test.databaseUrl,
    clock: () => now,
    config: {
      secrets: { internalSecret: SECRET },
      storage: { freeDiskBytesMin: Number.MAX_SAFE_INTEGER, recordingsDir: tmpdir() },
    },
  });
  const { statusCode } = await full.api.internal.inject({
    method: 'POST',
    url: `/internal/media/recordings/${id}/objects`,
    headers: { ...internalHeaders(SECRET), 'content-type': 'application/octet-stream' },
    payload: sampleBody(sampleHead({ originId })),
  });
  await full.close();
  expect(statusCode).toBe(503);
});
