import { randomUUID } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import { startTestApi, type TestApi, type TestStaff } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { createWallet, type Wallet } from '../../money/wallet/wallet.module.ts';
import { payOutages } from './pay-outage.ts';

const PRICE = 59;
const now = new Date();
const at = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);
let test: TestApi;
let owner: TestStaff;
let wallet: Wallet;
let live: string;
let channel: string;
let bout: string;

beforeAll(async () => {
  test = await startTestApi({
    clock: () => now,
    config: { secrets: { internalSecret: 'secret' } },
  });
  owner = await test.makeStaff('owner', 'Anan');
  wallet = createWallet(test.db);
  live = (await loadSampleSeason(test.db, { now })).program_live_id;
  const stream = await test.db
    .selectFrom('match_live_stream')
    .select('channel_id')
    .where('program_live_id', '=', live)
    .executeTakeFirstOrThrow();
  channel = stream.channel_id;
  const row = await test.db
    .selectFrom('match_live')
    .select('match_live_id')
    .where('program_live_id', '=', live)
    .executeTakeFirstOrThrow();
  bout = row.match_live_id;
});
afterAll(() => test.close());

const act = (action: string, when: Date, matchLiveId: string | null) =>
  sql`
    insert into show_action (program_live_id, match_live_id, action, details, created_by, reason, created_at)
    values (${live}, ${matchLiveId}, ${action}, '{}', 'Wichai', '', ${when})
  `.execute(test.db);
/** Sends the media process's report of a time range with video. */
async function reportPicture(from: Date, to: Date): Promise<void> {
  const event = { type: 'picture_shown', at: to, channel_id: channel, from, to };
  const { statusCode } = await test.api.internal.inject({
    method: 'POST',
    url: '/internal/media/events',
    headers: internalHeaders('secret'),
    payload: { events: [event] },
  });
  expect(statusCode).toBe(200);
}

/** A live of one hour with one bout, whose video was missing from minute 20 to minute 26. */
beforeEach(async () => {
  for (const table of [
    ...['outage_refund_member', 'outage_refund', 'outage_confirmation', 'playback_signal'],
    ...['picture_period', 'live_unlock'],
  ])
    await sql`delete from ${sql.table(table)}`.execute(test.db);
  await sql`delete from show_action where program_live_id = ${live}`.execute(test.db);
  await sql`
    update program_live set access = 'premium', price_coins = ${PRICE}, status = 'ended',
      cancelled_at = null, ended_at = ${at(-1)}, starts_at = ${at(-62)}
    where program_live_id = ${live}
  `.execute(test.db);
  await act('live-start', at(-61), null);
  await act('start', at(-55), bout);
  await act('end', at(-5), bout);
  await reportPicture(at(-61), at(-41));
  await reportPicture(at(-35), at(-20));
  await reportPicture(at(-20), at(-5));
});

/** A unique id like that of a row inserted at this time. */
const uuidAt = (time: Date): string => {
  const hex = time.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`;
};

/** A fan who unlocked the live with coins, and watched it. */
async function makeViewer(from = -60, to = -5, via: 'coins' | 'code' = 'coins') {
  const fan = await test.makeFan({ coins: 100 });
  const memberId = fan.memberId as MemberId;
  const paid = via === 'coins' ? PRICE : 0;
  await test.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('live_unlock')
      .values({ program_live_id: live, member_id: memberId, via, paid_coins: paid })
      .execute();
    if (via === 'coins') {
      await wallet.spend(trx, {
        memberId,
        to: 'revenue:premium',
        coins: PRICE,
        kind: 'unlock',
        idempotencyKey: `unlock:${randomUUID()}`,
      });
    }
    await sql`
      insert into ended_watch_session
      select ${uuidAt(at(from))}::uuid, ${memberId}::uuid, gen_random_uuid(), gen_random_uuid(), ${live}::uuid,
        match_live_stream_id, ${at(from)}::timestamptz, ${at(to)}::timestamptz, ${at(to)}::timestamptz, 'left'
      from match_live_stream where program_live_id = ${live} limit 1
    `.execute(trx);
  });
  return { memberId, fan };
}
const balanceOf = ({ memberId }: { memberId: MemberId }) => wallet.readBalance(memberId);
const call = (what: string, body?: object, who = owner) =>
  test.call(what, { headers: who.headers, ...(body === undefined ? {} : { body }) });
const report = async () => (await call(`GET /operator/outage/${live}`)).body.data;
const REFUND = () => `POST /operator/outage/${live}/refund`;
const orderOf = (members: number, id = randomUUID()) => ({
  ...{ outage_refund_id: id, expected_coins: members * PRICE, expected_members: members },
  reason: 'the camera failed',
});
const deps = () => ({ db: test.db, bus: test.bus, clock: () => now, wallet, chunkMembersMax: 2 });

describe('a measured outage', () => {
  it('lists the live with its gaps, and the name and coins of each member who watched during a gap', async () => {
    const whole = await makeViewer();
    const late = await makeViewer(-37, -5);
    await makeViewer(-30, -5);
    const coded = await makeViewer(-60, -5, 'code');
    expect((await call('GET /operator/outage')).body.data).toMatchObject([
      { program_live_id: live, missing_ms: 6 * 60_000, worst_share: 0.12, refund: null },
    ]);
    const shown = await report();
    expect(shown).toMatchObject({ coins: 2 * PRICE, members: 2 });
    expect(shown.gaps).toEqual([{ from: at(-41).toISOString(), to: at(-35).toISOString() }]);
    const missed = Object.fromEntries(
      shown.affected.map((one: { member_id: string; missed_ms: number; coins: number }) => [
        one.member_id,
        [one.missed_ms, one.coins],
      ]),
    );
    expect(missed).toEqual({
      [whole.memberId]: [6 * 60_000, PRICE],
      [late.memberId]: [2 * 60_000, PRICE],
      [coded.memberId]: [6 * 60_000, 0],
    });
  });

  it('offers nothing for a short gap, a live without a measurement, or a live in progress', async () => {
    await makeViewer();
    await reportPicture(at(-41), at(-36));
    expect((await call('GET /operator/outage')).body.data).toEqual([]);
    expect((await call(REFUND(), orderOf(1))).body.status).toBe('outage_not_found');
    await sql`delete from picture_period`.execute(test.db);
    expect((await call(`GET /operator/outage/${live}`)).body.status).toBe('outage_not_found');
    await sql`update program_live set status = 'in_progress', ended_at = null
      where program_live_id = ${live}`.execute(test.db);
    expect((await call(`GET /operator/outage/${live}`)).body.status).toBe('outage_not_found');
  });

  it('merges repeated and late reports of the media process', async () => {
    await reportPicture(at(-35), at(-20));
    await reportPicture(at(-30), at(-15));
    const { rows } = await sql`select from picture_period`.execute(test.db);
    expect(rows).toHaveLength(2);
  });
});

describe('a stopped picture that players reported', () => {
  /** Sessions reported a stopped picture in each of these minutes, although the source was healthy. */
  async function reportStopped(minutes: readonly number[], stopped = 8, playing = 2) {
    for (const minute of minutes) {
      const time = new Date(Math.floor(at(minute).getTime() / 60_000) * 60_000);
      await sql`
        insert into playback_signal (program_live_id, minute, stopped, playing)
        values (${live}, ${time}, ${stopped}, ${playing})
      `.execute(test.db);
    }
  }
  const CONFIRM = () => `POST /operator/outage/${live}/confirm`;
  const shownPeriod = async () => {
    const [line] = (await call('GET /operator/outage')).body.data;
    return line.reported[0];
  };

  beforeEach(async () => {
    // The packager measured no gap.
    await reportPicture(at(-61), at(-5));
    await reportStopped([-30, -29, -28, -27, -26, -25, -24]);
  });

  it('is proposed, and refunds nothing until an operator confirms it', async () => {
    const fan = await makeViewer();
    expect((await call('GET /operator/outage')).body.data).toMatchObject([
      {
        ...{ missing_ms: 0, offered: false, refund: null },
        reported: [{ sessions: 8, confirmed_by: null }],
      },
    ]);
    expect(await report()).toMatchObject({ coins: 0, members: 0, affected: [] });
    expect((await call(REFUND(), orderOf(1))).body.status).toBe('outage_not_found');
    const { from, to } = await shownPeriod();
    const confirmed = await call(CONFIRM(), { from, to, reason: 'the CDN failed' });
    expect(confirmed.body.data).toMatchObject({
      ...{ missing_ms: 7 * 60_000, offered: true, coins: PRICE, members: 1 },
      reported: [{ confirmed_by: 'Anan' }],
    });
    await payOutages(deps());
    expect(await balanceOf(fan)).toBe(100 - PRICE);
    expect((await call(REFUND(), orderOf(1))).status).toBe(200);
    await payOutages(deps());
    expect(await balanceOf(fan)).toBe(100);
    expect(await wallet.findFaults()).toEqual([]);
  });

  it('is confirmed once, also by two operators at the same time', async () => {
    await makeViewer();
    const { from, to } = await shownPeriod();
    const body = { from, to, reason: 'the CDN failed' };
    const answers = await Promise.all([1, 2, 3].map(() => call(CONFIRM(), body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await report()).missing_ms).toBe(7 * 60_000);
    const { rows } = await sql`select from outage_confirmation`.execute(test.db);
    expect(rows).toHaveLength(1);
  });

  it('cannot be confirmed with other times, after a refund, or by other staff', async () => {
    await makeViewer();
    const { from, to } = await shownPeriod();
    const reason = 'the CDN failed';
    const later = new Date(Date.parse(to) + 60_000).toISOString();
    expect((await call(CONFIRM(), { from, to: later, reason })).body.status).toBe('edit_stale');
    expect((await call(CONFIRM(), { from, to, reason: ' ' })).status).toBe(400);
    expect((await test.call(CONFIRM(), { body: { from, to, reason } })).status).toBe(401);
    const cashier = await test.makeStaff('cashier', 'Malee');
    expect((await call(CONFIRM(), { from, to, reason }, cashier)).status).toBe(403);
    await call(CONFIRM(), { from, to, reason });
    await call(REFUND(), orderOf(1));
    expect((await call(CONFIRM(), { from, to, reason })).body.status).toBe('outage_refunded');
  });

  it('counts with another media engine, and adds to the gaps of the packager only once', async () => {
    await makeViewer();
    const { from, to } = await shownPeriod();
    await sql`delete from picture_period`.execute(test.db);
    await call(CONFIRM(), { from, to, reason: 'the CDN failed' });
    expect((await report()).missing_ms).toBe(7 * 60_000);
    await reportPicture(at(-61), new Date(Date.parse(from) + 60_000));
    await reportPicture(new Date(Date.parse(to) + 60_000), at(-5));
    expect((await report()).missing_ms).toBe(8 * 60_000);
  });
});

describe('a refund', () => {
  it('returns the coins once, keeps the live unlocked, and shows the reason in the history', async () => {
    const fans = [await makeViewer(), await makeViewer(), await makeViewer()];
    const coded = await makeViewer(-60, -5, 'code');
    const order = orderOf(3);
    const answer = await call(REFUND(), order);
    expect(answer.body.data.refund).toMatchObject({
      ...{ coins: 3 * PRICE, members: 3, members_done: 0, by: 'Anan', finished_at: null },
    });
    await payOutages(deps());
    for (const fan of fans) expect(await balanceOf(fan)).toBe(100);
    expect(await balanceOf(coded)).toBe(100);
    expect((await report()).refund).toMatchObject({
      members_done: 3,
      finished_at: now.toISOString(),
    });
    const [last] = (await wallet.readHistory(fans[0]?.memberId as MemberId, { limit: 1 })).data;
    expect(last).toMatchObject({
      ...{ kind: 'unlock_refund', coins: PRICE },
      about: { type: 'live', id: live, reason: 'outage' },
    });
    expect(await wallet.findFaults()).toEqual([]);
    // The response to the first request was lost, and the job runs again.
    expect((await call(REFUND(), order)).body.data.refund.members_done).toBe(3);
    await payOutages(deps());
    expect(await balanceOf(fans[0] as { memberId: MemberId })).toBe(100);
    expect((await call(REFUND(), orderOf(3))).body.status).toBe('outage_refunded');
  });

  it('is ordered once when two operators order it concurrently', async () => {
    const fan = await makeViewer();
    const answers = await Promise.all([1, 2, 3, 4].map(() => call(REFUND(), orderOf(1))));
    const codes = answers.map(({ body }) => body.status ?? 'done').sort();
    expect(codes).toEqual(['done', 'outage_refunded', 'outage_refunded', 'outage_refunded']);
    await Promise.all([payOutages(deps()), payOutages(deps()), payOutages(deps())]);
    await payOutages(deps());
    expect(await balanceOf(fan)).toBe(100);
    expect(await wallet.findFaults()).toEqual([]);
  });

  it('continues after a crash in the middle, and pays no member twice', async () => {
    const fans = [];
    for (let index = 0; index < 7; index += 1) fans.push(await makeViewer());
    await call(REFUND(), orderOf(7));
    let credits = 0;
    const dying = {
      ...deps(),
      wallet: {
        credit: async (...[trx, credit]: Parameters<Wallet['credit']>) => {
          const moved = await wallet.credit(trx, credit);
          credits += 1;
          if (credits === 4) {
            // The connection closes between the transfer and the commit, like when a process is killed.
            await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
          }
          return moved;
        },
      },
    };
    await expect(payOutages(dying)).rejects.toThrow();
    expect((await report()).refund).toMatchObject({ members_done: 2, finished_at: null });
    await payOutages(deps());
    expect((await report()).refund).toMatchObject({ members_done: 7 });
    for (const fan of fans) expect(await balanceOf(fan)).toBe(100);
    expect(await wallet.findFaults()).toEqual([]);
  });

  it('forfeits the coins of a deleted account, and returns no coins twice', async () => {
    const gone = await makeViewer();
    const other = await makeViewer();
    await call(REFUND(), orderOf(2));
    await test.db
      .transaction()
      .execute((trx) =>
        wallet.forfeit(trx, { memberId: gone.memberId, expectedCoins: 100 - PRICE }),
      );
    // The other unlock has been refunded for another reason in the meantime.
    await test.db.transaction().execute(async (trx) => {
      await wallet.credit(trx, {
        memberId: other.memberId,
        from: 'revenue:premium',
        coins: PRICE,
        kind: 'unlock_refund',
        idempotencyKey: `unlock_refund:${live}:${other.memberId}`,
      });
    });
    await payOutages(deps());
    expect(await wallet.forfeitLateCredits()).toBe(PRICE);
    expect(await balanceOf(gone)).toBe(0);
    expect(await balanceOf(other)).toBe(100);
    expect((await report()).refund).toMatchObject({ finished_at: now.toISOString() });
    expect(await wallet.findFaults()).toEqual([]);
  });

  it('transfers nothing if the sums differ from those that the operator saw', async () => {
    await makeViewer();
    const order = orderOf(1);
    await makeViewer();
    expect((await call(REFUND(), order)).body.status).toBe('edit_stale');
    expect((await report()).refund).toBeNull();
  });

  it('is refused for visitors, for other staff and for an invalid body', async () => {
    expect((await test.call('GET /operator/outage')).status).toBe(401);
    const cashier = await test.makeStaff('cashier', 'Malee');
    expect((await call('GET /operator/outage', undefined, cashier)).status).toBe(403);
    expect((await call(REFUND(), orderOf(1), cashier)).status).toBe(403);
    expect((await call(REFUND(), { ...orderOf(1), reason: ' ' })).status).toBe(400);
  });
});
