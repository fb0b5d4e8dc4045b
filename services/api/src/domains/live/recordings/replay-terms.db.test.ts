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

it('applies the price of the replay once the live has ended', async () => {
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

it('makes the replay of a premium live free if so configured, and keeps it unlocked for members who paid for the live', async () => {
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

it('stores where a member stopped watching, across devices, and lets the later write win', async () => {
  const path = `/live/${tonight}/replay/position`;
  const put = (position_s: unknown, seconds: number, by = token) =>
    test.call(`PUT ${path}`, { token: by, body: { position_s, watched_at: at(seconds) } });
  const get = async (by = token) => (await test.call(`GET ${path}`, { token: by })).body.data;
  evening.setNow(100);
  expect(await get()).toEqual({ position_s: 0, watched_at: null });
  expect((await put(30, 80)).body.data).toMatchObject({ position_s: 30 });
  // A delayed write from another device has no effect.
  expect((await put(10, 70)).body.data).toMatchObject({ position_s: 30 });
  expect((await put(0, 90)).body.data).toMatchObject({ position_s: 0 });
  // A device whose clock is ahead does not block writes from other devices.
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

it('shows a result to a fan who hides results once the fan’s position has reached it', async () => {
  const [bout = ''] = bouts;
  await act(10, bout, 'start');
  await act(30, bout, 'end');
  await sql`update bout set result_at = ${at(40)} where bout_id = (
    select bout_id from match_live where match_live_id = ${bout})`.execute(test.db);
  const at35 = (await replay('?position_ms=35000')).body.data.bouts[0];
  expect(at35).toMatchObject({ ended_ms: 30_000, result: null });
  const at41 = (await replay('?position_ms=41000')).body.data.bouts[0];
  expect(at41.result).toMatchObject({ winner: expect.any(String) });
});

it('returns the chat and the gifts of a position, without removed lines and blocked members', async () => {
  // A bout to which the sample data has no gifts.
  const bout = bouts.at(-1) ?? '';
  const { fan } = evening;
  const [friend, blocked] = [await test.makeFan(), await test.makeFan()];
  await act(20, bout, 'start');
  await sql`delete from chat_message where program_live_id = ${tonight}`.execute(test.db);
  const say = (seq: number, by: { memberId: string }, seconds: number, removed = false) =>
    sql`insert into chat_message (program_live_id, seq, chat_message_id, member_id, member_name, text,
      sent_at, removed_at) values (${tonight}, ${seq}, ${randomUUID()}, ${by.memberId}, 'x',
      ${`line ${seq}`}, ${at(seconds)}, ${removed ? at(50) : null})`.execute(test.db);
  await say(1_001, friend, -5);
  await say(1_002, friend, 12);
  await say(1_003, blocked, 13);
  await say(1_004, friend, 14, true);
  await say(1_005, friend, 45);
  await say(1_006, friend, 61);
  await sql`insert into chat_block (member_id, blocked_member_id, created_at)
    values (${fan.memberId}, ${blocked.memberId}, ${at(0)})`.execute(test.db);
  const cheer = (seconds: number, corner: string, coins: number) =>
    sql`insert into gift_log (gift_log_id, match_live_id, member_id, corner, gift_id, quantity,
        amount_coins, sent_at)
      select (left(first_uuid_of(${at(seconds)}::timestamptz at time zone 'UTC')::text, 14)
          || '7000-8000-' || right(${randomUUID()}, 12))::uuid, ${bout}, ${friend.memberId}, ${corner}, gift_id, 1,
        ${coins}, ${at(seconds)} from gift limit 1`.execute(test.db);
  await cheer(21, 'red', 10);
  await cheer(30, 'blue', 25);
  const read = async (fromMs: number, by = token) =>
    (await test.call(`GET /live/${tonight}/replay/moments?from_ms=${fromMs}`, { token: by })).body;
  const first = (await read(0)).data;
  expect(first).toMatchObject({ from_ms: 0, until_ms: 60_000 });
  expect(
    first.lines.map((line: { text: string; at_ms: number }) => [line.text, line.at_ms]),
  ).toEqual([
    ['line 1002', 12_000],
    ['line 1005', 45_000],
  ]);
  expect(first.gifts).toMatchObject([
    { at_ms: 21_000, corner: 'red', coins: 10, match_live_id: bout },
    { at_ms: 30_000, corner: 'blue', coins: 25, match_live_id: bout },
  ]);
  const later = (await read(25_000)).data;
  expect(later.lines).toHaveLength(1);
  expect(later.bar).toEqual({ match_live_id: bout, red_coins: 10, blue_coins: 0 });
  // The response does not reveal where the replay ends.
  expect((await read(600_000)).data).toEqual({
    ...{ from_ms: 600_000, until_ms: 660_000, lines: [], gifts: [], bar: null },
  });
  expect((await read(-1)).status).toBe('request_invalid');
  expect((await test.call(`GET /live/${tonight}/replay/moments?from_ms=0`)).status).toBe(401);
  await sql`update program_live set access = 'premium', price_coins = 50
    where program_live_id = ${tonight}`.execute(test.db);
  expect((await read(0)).status).toBe('live_locked');
});

it('returns where a later bout begins only to a fan who jumps to that bout', async () => {
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
