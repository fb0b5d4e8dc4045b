import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startEvening } from './testing/ended-evening.ts';

let evening: Awaited<ReturnType<typeof startEvening>>;
let test: (typeof evening)['test'];
let at: (typeof evening)['at'];
let act: (typeof evening)['act'];
let join: (typeof evening)['join'];
let replay: (typeof evening)['replay'];
let [tonight, token] = ['', ''];
let bouts: readonly string[];

beforeAll(async () => {
  evening = await startEvening();
  ({ test, tonight, token, bouts, at, act, join, replay } = evening);
});
afterAll(() => evening.test.close());
beforeEach(() => evening.record());

const setPrice = async (replay_price_coins: number | null) => {
  const { headers } = await test.makeStaff('editor');
  const address = `PUT /operator/recording/${tonight}`;
  return test.call(address, { headers, body: { replay_price_coins } });
};

it('can have another price than its live, which applies from the end of the live on', async () => {
  const buyer = await test.makeFan({ coins: 120 });
  const by = await test.signIn(buyer);
  const unlock = (expected_coins: number) =>
    test.call(`POST /live/${tonight}/unlock`, { token: by, body: { expected_coins } });
  const shown = async () => {
    const { access, price_coins } = (await test.call(`GET /live/${tonight}`)).body.data;
    return { access, price_coins };
  };
  await sql`update program_live set status = 'in_progress', ended_at = null
    where program_live_id = ${tonight}`.execute(test.db);
  expect((await setPrice(30)).body.data).toEqual({ replay_days: null, replay_price_coins: 30 });
  expect(await shown()).toEqual({ access: 'free', price_coins: null });
  await sql`update program_live set status = 'ended', ended_at = ${at(60)}
    where program_live_id = ${tonight}`.execute(test.db);
  expect(await shown()).toEqual({ access: 'premium', price_coins: 30 });
  const line = (await test.call('GET /replay')).body.data[0];
  expect(line).toMatchObject({ access: 'premium', price_coins: 30 });
  expect((await join(by, buyer)).body.status).toBe('live_locked');
  expect((await unlock(0)).body).toMatchObject({
    status: 'price_changed',
    details: [{ path: 'expected_coins', message: '30' }],
  });
  expect((await unlock(30)).body.data).toEqual({ coins: 30, balance: 90 });
  expect((await unlock(30)).body.data).toEqual({ coins: 0, balance: 90 });
  expect((await join(by, buyer)).status).toBe(200);
});

it('can be free after a premium live, and stays unlocked for who paid for the live', async () => {
  await sql`update program_live set access = 'premium', price_coins = 50
    where program_live_id = ${tonight}`.execute(test.db);
  const owner = await test.makeFan();
  await sql`insert into live_unlock (program_live_id, member_id, via, paid_coins)
    values (${tonight}, ${owner.memberId}, 'coins', 50)`.execute(test.db);
  await setPrice(80);
  expect((await join()).body.status).toBe('live_locked');
  expect((await join(await test.signIn(owner), owner)).status).toBe(200);
  await setPrice(0);
  expect((await join()).status).toBe(200);
  expect((await setPrice(-1)).body.status).toBe('request_invalid');
  expect((await setPrice(null)).body.data.replay_price_coins).toBeNull();
  expect((await join()).body.status).toBe('live_locked');
});

it('goes on where a member stopped watching on any device; the later device wins', async () => {
  const path = `/live/${tonight}/replay/position`;
  const put = (position_s: unknown, seconds: number, by = token) =>
    test.call(`PUT ${path}`, { token: by, body: { position_s, watched_at: at(seconds) } });
  const get = async (by = token) => (await test.call(`GET ${path}`, { token: by })).body.data;
  evening.setNow(100);
  expect(await get()).toEqual({ position_s: 0, watched_at: null });
  expect((await put(30, 80)).body.data).toMatchObject({ position_s: 30 });
  // A late write of another device changes nothing.
  expect((await put(10, 70)).body.data).toMatchObject({ position_s: 30 });
  expect((await put(0, 90)).body.data).toMatchObject({ position_s: 0 });
  // A clock that is fast does not keep other devices out.
  await put(40, 5_000);
  expect(await get()).toEqual({ position_s: 40, watched_at: at(100).toISOString() });
  const other = await test.makeFan();
  expect(await get(await test.signIn(other))).toEqual({ position_s: 0, watched_at: null });
  for (const wrong of [-1, 1.5, '3', null, 9e9]) {
    expect((await put(wrong, 95)).body.status).toBe('request_invalid');
  }
  expect((await test.call(`GET ${path}`)).status).toBe(401);
  const unknown = `GET /live/${randomUUID()}/replay/position`;
  expect((await test.call(unknown, { token })).body.status).toBe('live_not_found');
});

it('tells where a later bout begins only to the fan who goes there', async () => {
  const [first = '', second = ''] = bouts;
  await act(10, first, 'start');
  await act(20, first, 'end');
  await act(45, second, 'start');
  const ask = async (query: string) => (await replay(query)).body.data.bouts;
  const [, later] = await ask('?position_ms=15000');
  expect(later).toMatchObject({ match_live_id: second, walk_out_ms: null, bell_ms: null });
  expect(later.rounds).toEqual([]);
  const [, chosen] = await ask(`?position_ms=15000&reveal=${later.match_id}`);
  expect(chosen).toMatchObject({ walk_out_ms: 20_000, bell_ms: 45_000, rounds: [] });
  const [, reached] = await ask('?position_ms=46000');
  expect(reached).toMatchObject({ bell_ms: 45_000, rounds: [{ number: 1, at_ms: 45_000 }] });
  expect((await replay('?reveal=x')).body.status).toBe('request_invalid');
});
