import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startEvening } from './testing/ended-evening.ts';

let evening: Awaited<ReturnType<typeof startEvening>>;

beforeAll(async () => {
  evening = await startEvening();
});
afterAll(() => evening.test.close());
beforeEach(() => evening.begin());

const FROM_START = { from_start: true };
const get = (path: string) => fetch(new URL(path, `${evening.test.url}/`));
const statusOf = async (path: string) => (await get(path)).status;
/** Joins from the start, and returns the base URL of the recording. */
async function watch(token = evening.token, fan = evening.fan): Promise<string> {
  const { body } = await evening.join(token, fan, FROM_START);
  expect(body.data.playback).toMatchObject({
    hls_url: expect.stringMatching(/^\/media\/g\/[^/]+\/replay-[^/]+\/index\.m3u8$/),
    whep_url: null,
  });
  return body.data.playback.hls_url.replace('index.m3u8', '');
}
const playlistOf = async (base: string) => (await get(`${base}stream.m3u8`)).text();
const segmentsOf = (playlist: string) => playlist.match(/^s\d+\.m4s$/gm) ?? [];
const beginning = async () =>
  (await evening.test.call(`GET /live/${evening.tonight}/recording`)).body.data.begins_at;

it('grows from the first segment of a live in progress, and becomes the replay at the same URL', async () => {
  expect(await beginning()).toBeNull();
  expect((await evening.join(undefined, undefined, FROM_START)).body.status).toBe(
    'replay_not_found',
  );
  await evening.store(0);
  expect(await beginning()).toBe(evening.at(0).toISOString());
  const base = await watch();
  const first = await playlistOf(base);
  expect(first).toContain('#EXT-X-PLAYLIST-TYPE:EVENT');
  expect(first).not.toContain('#EXT-X-ENDLIST');
  // The exact duration of the newest segment is known with the next one.
  expect(segmentsOf(first)).toHaveLength(14);
  expect(await statusOf(`${base}s100.m4s`)).toBe(200);

  await evening.store(30);
  await expect.poll(async () => segmentsOf(await playlistOf(base)).length).toBe(29);
  expect((await playlistOf(base)).startsWith(first.trimEnd())).toBe(true);

  await evening.end(60);
  expect(await playlistOf(base)).not.toContain('#EXT-X-ENDLIST');
  // A fan who joins again before the recording is complete continues.
  const again = await watch();
  await evening.complete();
  await expect.poll(() => playlistOf(again)).toContain('#EXT-X-ENDLIST');
  expect(segmentsOf(await playlistOf(again))).toHaveLength(30);
});

it('is no replay before the live has ended', async () => {
  await evening.store(0);
  const { body } = await evening.test.call(`GET /replay?program_live_id=${evening.tonight}`);
  expect(body.data).toEqual([]);
  const live = await evening.join();
  expect(live.body.data.playback.hls_url).not.toContain('replay-');
});

it('has the chapters of the bouts so far, without results that the fan has not reached', async () => {
  const [first = '', second = ''] = evening.bouts;
  await evening.act(5, first, 'start');
  await evening.act(10, first, 'end');
  await evening.act(20, second, 'start');
  // This bell is not recorded yet.
  await evening.act(45, evening.bouts[2] ?? '', 'start');
  await evening.store(0);
  const { data } = (await evening.replay('?position_ms=6000')).body;
  expect(data.expires_at).toBeNull();
  expect(data.bouts.map((bout: { match_live_id: string }) => bout.match_live_id)).toEqual([
    first,
    second,
  ]);
  expect(data.bouts[0]).toMatchObject({ bell_ms: 5_000, ended_ms: null, result: null });
  expect(data.bouts[1]).toMatchObject({ bell_ms: null });
  const { body } = await evening.test.call(
    `GET /live/${evening.tonight}/replay/moments?from_ms=0`,
    { token: evening.token },
  );
  expect(body.data).toMatchObject({ from_ms: 0, lines: [] });
});

it('is refused to visitors, and to members who have not unlocked a premium live', async () => {
  await evening.store(0);
  await sql`update program_live set access = 'premium', price_coins = 50
    where program_live_id = ${evening.tonight}`.execute(evening.test.db);
  const visitor = await evening.test.call('POST /memberWatchStream/joinWatchStream', {
    body: { member_id: 'x', watch_token: randomUUID(), ...FROM_START },
  });
  expect(visitor.status).toBe(401);
  expect((await evening.join(undefined, undefined, FROM_START)).body.status).toBe('live_locked');
  const bad = await evening.join(undefined, undefined, { from_start: 'yes' });
  expect(bad.body.status).toBe('request_invalid');
  const owner = await evening.test.makeFan();
  await sql`insert into live_unlock (program_live_id, member_id, via, paid_coins)
    values (${evening.tonight}, ${owner.memberId}, 'coins', 50)`.execute(evening.test.db);
  expect(await statusOf(`${await watch(await evening.test.signIn(owner), owner)}s100.m4s`)).toBe(
    200,
  );
});

it('does not open the live itself, and ends when the fan watches elsewhere or is banned', async () => {
  await evening.store(0);
  const fan = await evening.test.makeFan();
  const token = await evening.test.signIn(fan);
  const base = await watch(token, fan);
  expect(await statusOf(`${base}s100.m4s`)).toBe(200);
  // The live in another browser takes over the only watch session.
  expect((await evening.join(token, fan)).status).toBe(200);
  expect(await statusOf(`${base}s101.m4s`)).toBe(403);
  const later = await watch(token, fan);
  expect(await statusOf(`${later}s101.m4s`)).toBe(200);
  const { headers } = await evening.test.makeStaff('owner');
  const banned = await evening.test.call(`POST /operator/member/${fan.memberId}/ban`, {
    headers,
    body: { reason: 'insults', version: 0 },
  });
  expect(banned.status).toBe(200);
  await expect.poll(() => statusOf(`${later}s102.m4s`), { timeout: 2_000 }).toBe(403);
});

it('is refused when the live is cancelled, not recorded, or its recording was removed', async () => {
  await evening.store(0);
  const base = await watch();
  const refused = async () => {
    const { body } = await evening.join(undefined, undefined, FROM_START);
    return body.status;
  };
  await sql`update program_live set replay_days = 0 where program_live_id = ${evening.tonight}`.execute(
    evening.test.db,
  );
  expect(await refused()).toBe('replay_not_found');
  await sql`update program_live set replay_days = null where program_live_id = ${evening.tonight}`.execute(
    evening.test.db,
  );
  await sql`update recording set removed_at = now()`.execute(evening.test.db);
  expect(await refused()).toBe('replay_not_found');
  expect(await beginning()).toBeNull();
  await expect.poll(() => statusOf(`${base}stream.m3u8`)).toBe(404);
});
