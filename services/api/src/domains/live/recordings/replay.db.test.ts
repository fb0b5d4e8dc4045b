import { randomUUID } from 'node:crypto';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import { startTestApi, type TestApi, type TestFan } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { objectKey } from './recording-rules.ts';
import { type SampleObject, sampleBody, sampleHead } from './testing/sample-object.ts';

const SECRET = 'secret';
const BEGIN = new Date('2026-11-21T12:00:00Z');
const JOIN = 'POST /memberWatchStream/joinWatchStream';
const DAY_MS = 86_400_000;

let now = BEGIN;
let test: TestApi;
let tonight: string;
let bouts: string[];
let fan: TestFan;
let token: string;
let recordingId: string;

beforeAll(async () => {
  test = await startTestApi({
    clock: () => now,
    config: { secrets: { internalSecret: SECRET }, recordings: { days: 7 } },
  });
  tonight = (await loadSampleSeason(test.db, { now })).program_live_id;
  await test.api.start();
  const { body } = await test.call(`GET /live/${tonight}`);
  bouts = body.data.matches.map((match: { match_live_id: string }) => match.match_live_id);
  fan = await test.makeFan();
  token = await test.signIn(fan);
});
afterAll(() => test.close());

const at = (seconds: number) => new Date(BEGIN.getTime() + seconds * 1_000);
const ask = async (path: string, body: object | Buffer) => {
  const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json';
  const response = await test.api.internal.inject({
    method: 'POST',
    url: `/internal/media/recordings${path}`,
    headers: { ...internalHeaders(SECRET), 'content-type': type },
    payload: body,
  });
  return response.json();
};
const originId = randomUUID();
const send = (object: Partial<SampleObject>) =>
  ask(`/${recordingId}/objects`, sampleBody(sampleHead({ originId, ...object })));

/** Records one minute of the live, then ends the live. */
beforeEach(async () => {
  now = BEGIN;
  await sql`delete from recording`.execute(test.db);
  await sql`delete from show_action`.execute(test.db);
  await sql`
    update program_live set status = 'in_progress', access = 'free', price_coins = null,
      ended_at = null, cancelled_at = null, replay_days = null, replay_price_coins = null where program_live_id = ${tonight}
  `.execute(test.db);
  const { recordings } = await ask('', { origin_id: originId, channel_ids: ['ring-1'] });
  recordingId = recordings[0].recording_id;
  for (const folder of ['', '480p', 'audio']) {
    const bytesPerSegment = folder === '' ? 900 : 300;
    await send({ folder, segments: 15, startsAt: at(0), bytesPerSegment });
    await send({ folder, firstSequence: 115, segments: 15, startsAt: at(30), bytesPerSegment });
  }
  now = at(60);
  await sql`update program_live set status = 'ended', ended_at = ${now}
    where program_live_id = ${tonight}`.execute(test.db);
});

const complete = () => ask(`/${recordingId}/complete`, { origin_id: originId });
const join = (by = token, of = fan) =>
  test.call(JOIN, {
    token: by,
    body: { member_id: of.memberId, watch_token: randomUUID(), program_live_id: tonight },
  });
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, `${test.url}/`), { headers });
/** Joins the live, and returns the base URL of the replay. */
async function watch(): Promise<string> {
  await complete();
  const { body } = await join();
  return body.data.playback.hls_url.replace('index.m3u8', '');
}

it('is served completely at the URL that joining the ended live returns', async () => {
  expect((await join()).body.status).toBe('live_ended');
  const base = await watch();
  const multivariant = await (await get(`${base}index.m3u8`)).text();
  expect(multivariant.match(/^[^#].*$/gm)).toEqual([
    'stream.m3u8',
    '480p/stream.m3u8',
    'audio/stream.m3u8',
  ]);
  const answer = await get(`${base}480p/stream.m3u8`, { 'accept-encoding': 'gzip' });
  expect(answer.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  const playlist = await answer.text();
  expect(playlist).toContain('#EXT-X-PLAYLIST-TYPE:VOD');
  expect(playlist).toContain('#EXT-X-ENDLIST');
  const durations = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, text]) => Number(text));
  expect(durations.reduce((sum, one) => sum + one, 0)).toBeCloseTo(59.998, 6);
  const init = await get(`${base}480p/init100.mp4`);
  expect(await init.text()).toBe('ftyp moov');
  for (const sequence of [100, 114, 115, 129]) {
    const segment = await get(`${base}480p/s${sequence}.m4s`);
    expect(segment.headers.get('cache-control')).toBe('private, max-age=86400, immutable');
    expect(Buffer.from(await segment.arrayBuffer())).toEqual(Buffer.alloc(300, sequence));
  }
});

it('supports byte ranges, HEAD and cross-origin requests', async () => {
  const base = await watch();
  const part = await get(`${base}s101.m4s`, { range: 'bytes=10-19' });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 10-19/900']);
  expect((await part.arrayBuffer()).byteLength).toBe(10);
  const end = await get(`${base}s101.m4s`, { range: 'bytes=-1' });
  expect([end.status, end.headers.get('content-range')]).toEqual([206, 'bytes 899-899/900']);
  const head = await fetch(new URL(`${base}s101.m4s`, test.url), { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '900']);
  expect(part.headers.get('access-control-allow-origin')).toBe('*');
  const preflight = await fetch(new URL(`${base}s101.m4s`, test.url), { method: 'OPTIONS' });
  expect(preflight.status).toBe(204);
});

it('refuses unknown file names, grants of other recordings, and ended watch sessions at once', async () => {
  const base = await watch();
  const statusOf = async (path: string) => (await get(path)).status;
  for (const name of [
    's99.m4s',
    's130.m4s',
    'init101.mp4',
    'x',
    '720p/stream.m3u8',
    '..%2fs100.m4s',
  ])
    expect(await statusOf(base + name), name).toBe(404);
  const other = base.replace(/replay-[^/]+/, `replay-${randomUUID()}`);
  expect(await statusOf(`${other}index.m3u8`)).toBe(403);
  expect(await statusOf(`${base.replace(/g\/[^/]+/, 'g/forged.grant')}index.m3u8`)).toBe(403);
  expect(await statusOf(`${base}s100.m4s`)).toBe(200);
  // Watching in another browser ends the session.
  expect((await join()).status).toBe(200);
  expect(await statusOf(`${base}s101.m4s`)).toBe(403);
});

it('can be unlocked with coins, unlike an ended live without a replay', async () => {
  await sql`update program_live set access = 'premium', price_coins = 50
    where program_live_id = ${tonight}`.execute(test.db);
  const buyer = await test.makeFan({ coins: 120 });
  const by = await test.signIn(buyer);
  const unlock = () =>
    test.call(`POST /live/${tonight}/unlock`, { token: by, body: { expected_coins: 50 } });
  expect((await unlock()).body.status).toBe('live_ended');
  await complete();
  expect((await join(by, buyer)).body.status).toBe('live_locked');
  expect((await unlock()).body.data).toEqual({ coins: 50, balance: 70 });
  expect((await join(by, buyer)).body.data.playback.hls_url).toContain('/replay-');
});

it('is found in the list by the id of its live', async () => {
  const find = (id: string) => test.call(`GET /replay?program_live_id=${id}`);
  expect((await find(tonight)).body.data).toEqual([]);
  await complete();
  const { body } = await find(tonight);
  expect(body.data.map((line: { program_live_id: string }) => line.program_live_id)).toEqual([
    tonight,
  ]);
  expect((await find(randomUUID())).body.data).toEqual([]);
});

it('can be watched by members who unlocked the premium live', async () => {
  await complete();
  await sql`update program_live set access = 'premium', price_coins = 50
    where program_live_id = ${tonight}`.execute(test.db);
  expect((await join()).body.status).toBe('live_locked');
  const owner = await test.makeFan();
  await sql`insert into live_unlock (program_live_id, member_id, via, paid_coins)
    values (${tonight}, ${owner.memberId}, 'coins', 50)`.execute(test.db);
  expect((await join(await test.signIn(owner), owner)).status).toBe(200);
});

it('is served incomplete if the media process has not completed it within nine seconds', async () => {
  now = at(68);
  expect((await join()).body.status).toBe('live_ended');
  now = at(70);
  expect((await join()).status).toBe(200);
});

it('includes segments that a restarted media process sends later', async () => {
  const base = await watch();
  await send({ firstSequence: 130, segments: 2, startsAt: at(60) });
  await expect
    .poll(async () => (await (await get(`${base}stream.m3u8`)).text()).includes('s131.m4s'))
    .toBe(true);
});

const act = (seconds: number, matchLiveId: string, action: string, details: object = {}) =>
  sql`insert into show_action (program_live_id, match_live_id, action, details, created_by, reason,
      created_at) values (${tonight}, ${matchLiveId}, ${action}, ${JSON.stringify(details)}, 'x', '',
      ${at(seconds)})`.execute(test.db);
const replay = (query = '') => test.call(`GET /live/${tonight}/replay${query}`);

it('has chapters at the times of the operator’s acts, and no results if they are hidden', async () => {
  const [bout = ''] = bouts;
  await act(20, bout, 'start');
  await act(40, bout, 'round', { number: 2 });
  await act(55, bout, 'end');
  expect((await replay()).body.data.expires_at).toBeNull();
  await complete();
  // A node reads the recording again after two seconds.
  await expect.poll(async () => (await replay()).body.data.expires_at).not.toBeNull();
  const { data } = (await replay('?show_results=1')).body;
  expect(data).toMatchObject({
    program_live_id: tonight,
    begins_at: at(0).toISOString(),
    expires_at: new Date(at(60).getTime() + 7 * DAY_MS).toISOString(),
    duration_ms: 59_998,
  });
  expect(data.bouts).toHaveLength(1);
  expect(data.bouts[0]).toMatchObject({
    match_live_id: bout,
    walk_out_ms: 0,
    bell_ms: 20_000,
    rounds: [
      { number: 1, at_ms: 20_000 },
      { number: 2, at_ms: 40_000 },
    ],
    ended_ms: 55_000,
    // The first bout of the sample night has ended.
    result: { winner: expect.any(String) },
  });
  const hidden = (await replay('?position_ms=30000')).body.data;
  // Rounded to midnight in Bangkok, because the exact time would reveal when the evening ended.
  expect(hidden).toMatchObject({ duration_ms: null, expires_at: '2026-11-27T17:00:00.000Z' });
  expect(hidden.bouts[0]).toMatchObject({ ended_ms: null, result: null, bell_ms: 20_000 });
  expect(hidden.bouts[0].rounds).toEqual([{ number: 1, at_ms: 20_000 }]);
  expect((await replay('?position_ms=-1')).body.status).toBe('request_invalid');
});

const keysOf = async () => {
  const keys: string[] = [];
  for await (const { key } of test.recordingObjects.list(recordingId)) keys.push(key);
  return keys;
};

it('is deleted completely from the console, and the live is no longer recorded', async () => {
  const base = await watch();
  expect((await get(`${base}s100.m4s`)).status).toBe(200);
  const { headers } = await test.makeStaff('editor');
  const listed = (await test.call('GET /operator/recording', { headers })).body.data;
  expect(listed).toMatchObject({ default_days: 7 });
  expect(listed.recordings).toMatchObject([
    { recording_id: recordingId, program_live_id: tonight, status: 'ended', bytes: 45_000 },
  ]);
  const address = `/operator/recording/${tonight}`;
  const remove = await test.call(`DELETE ${address}`, { headers });
  expect(remove.status).toBe(200);
  expect((await join()).body.status).toBe('live_ended');
  await expect.poll(async () => (await get(`${base}s100.m4s`)).status).not.toBe(200);
  await expect.poll(keysOf).toEqual([]);
  const rows = () => test.db.selectFrom('recording').selectAll().execute();
  await expect.poll(rows).toEqual([]);
  await sql`update program_live set status = 'in_progress', ended_at = null
    where program_live_id = ${tonight}`.execute(test.db);
  const { recordings } = await ask('', { origin_id: originId, channel_ids: ['ring-1'] });
  expect(recordings).toEqual([]);
  const unknown = `/operator/recording/${randomUUID()}`;
  expect((await test.call(`DELETE ${unknown}`, { headers })).body.status).toBe('live_not_found');
});

it('expires after the number of days that its live sets', async () => {
  await complete();
  const set = async (days: number) => {
    const { headers } = await test.makeStaff('editor');
    const address = `PUT /operator/recording/${tonight}`;
    return test.call(address, { headers, body: { replay_days: days } });
  };
  expect((await set(1)).body.data).toEqual({ replay_days: 1, replay_price_coins: null });
  now = new Date(at(60).getTime() + DAY_MS);
  expect((await join()).body.status).toBe('live_ended');
  expect((await set(2)).status).toBe(200);
  expect((await join()).status).toBe(200);
  expect((await set(-1)).body.status).toBe('request_invalid');
});

it('does not store late objects of a removed recording', async () => {
  await sql`update recording set removed_at = now()`.execute(test.db);
  const answer = await send({ firstSequence: 900 });
  expect(answer.status).toBe('not_found');
  expect(await test.recordingObjects.read(objectKey(recordingId, '', 900))).toBeNull();
});

it('is listed without results, latest first, page by page', async () => {
  expect((await test.call('GET /replay')).body).toEqual({ data: [], next_cursor: null });
  await complete();
  const lives = (await test.call('GET /live?status=ended')).body.data;
  const earlier = lives.find((one: { program_live_id: string }) => one.program_live_id !== tonight);
  await sql`
    with live as (
      update program_live set ended_at = ${at(50)} where program_live_id = ${earlier.program_live_id}
      returning program_live_id
    )
    insert into recording (program_live_id, channel_id, started_at, completed_at, bytes)
    select program_live_id, 'ring-1', ${at(0)}, ${at(50)}, 1 from live
  `.execute(test.db);
  const first = (await test.call('GET /replay?limit=1')).body;
  expect(first.data).toMatchObject([
    { program_live_id: tonight, access: 'free', starts_at: expect.any(String) },
  ]);
  expect(first.data[0].bouts).toBe(bouts.length);
  expect(JSON.stringify(first)).not.toMatch(/winner|result|ended/);
  const second = (await test.call(`GET /replay?limit=1&cursor=${first.next_cursor}`)).body;
  expect(second).toMatchObject({
    data: [{ program_live_id: earlier.program_live_id }],
    next_cursor: null,
  });
  expect((await test.call('GET /replay?cursor=x')).body.status).toBe('request_invalid');
});
