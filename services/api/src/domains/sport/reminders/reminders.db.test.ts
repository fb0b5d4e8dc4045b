import { randomUUID } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import {
  type SubscribedBrowser,
  startTestPush,
  type TestPush,
} from '@sangwian/testkit/start-test-push';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase } from '../../../platform/database/create-database.ts';
import type { Database } from '../../../schema/database.ts';
import { createSessions } from '../../identity/sessions/sessions.module.ts';
import { makeCard, makeMembers, setResults, type TestCard } from '../predict/testing/make-card.ts';
import { createPush, createPushModule, type PushModule } from '../push/push.module.ts';
import { createRemindersModule, type RemindersModule } from './reminders.module.ts';

/** 18:30 in Bangkok. */
const START = new Date('2026-11-21T11:30:00Z');
const HOUR = 60;
const DAY = 24 * HOUR;
const LEADS = ['day', 'hour', 'start'];
const logger = createLogger('test', 'silent');

let now = START;
const clock = () => now;
let api: TestApi;
let service: TestPush;
let owner: Kysely<Database>;
let card: TestCard;
let fans: { readonly memberId: MemberId; readonly token: string }[];
let nodes: { readonly reminders: RemindersModule; readonly push: PushModule }[];

/** Sets the clock to `minutes` before the card begins. */
const before = (minutes: number) => {
  now = new Date(START.getTime() - minutes * 60_000);
};
const token = (index: number) => fans[index]?.token ?? '';
const set = (index: number, leads: readonly string[] = LEADS, matchId: string | null = null) =>
  api.call(`PUT /program/${card.programId}/reminder`, {
    token: token(index),
    body: { match_id: matchId, leads },
  });
const mine = async (index: number) =>
  (await api.call('GET /program/reminder', { token: token(index) })).body.data;
async function subscribe(index: number, browser = service.subscribe()): Promise<SubscribedBrowser> {
  const { status } = await api.call('PUT /push/subscription', {
    token: token(index),
    body: browser.subscription,
  });
  expect(status).toBe(200);
  return browser;
}
/** Runs both nodes at the same time. */
const work = async () => {
  await Promise.all(nodes.map(({ reminders }) => reminders.fire()));
  await Promise.all(nodes.map(({ push }) => push.deliver()));
};
const titles = (browser: SubscribedBrowser) => browser.messages().map(({ title }) => title);
const move = (minutes: number) =>
  owner
    .updateTable('program')
    .set({ starts_at: new Date(START.getTime() + minutes * 60_000) })
    .where('program_id', '=', card.programId)
    .execute();
const setLive = (values: {
  status: 'in_progress' | 'ended';
  cancelled_at?: Date;
  ended_at?: Date;
}) =>
  owner
    .updateTable('program_live')
    .set(values)
    .where('program_live_id', '=', card.programLiveId)
    .execute();

beforeAll(async () => {
  service = await startTestPush(clock);
  api = await startTestApi({ clock, config: { push: service.settings } });
  owner = createDatabase(api.databaseUrl, logger, { connectionsMax: 1 });
  const base = { db: api.db, clock, logger };
  nodes = [1, 2].map(() => {
    const reminders = createRemindersModule({
      ...base,
      bus: api.bus,
      push: createPush(api.db, clock),
    });
    const sessions = createSessions(api.db, api.bus, clock);
    const { present } = reminders;
    const push = createPushModule({ ...base, sessions, settings: service.settings, present });
    return { reminders, push };
  });
});
beforeEach(async () => {
  before(2 * DAY);
  await sql`truncate program, push_subscription cascade`.execute(owner);
  card = await makeCard(api.db, START, 2);
  await owner.updateTable('program_live').set({ status: 'not_started' }).execute();
  fans = [];
  for (const memberId of await makeMembers(api.db, 2)) {
    const sessions = createSessions(api.db, api.bus, clock);
    const { token } = await sessions.start({ memberId, userAgent: '', ip: '' });
    fans.push({ memberId, token });
  }
});
afterAll(async () => {
  await Promise.all(nodes.map(({ push }) => push.stop?.()));
  await owner.destroy();
  await api.close();
  await service.close();
});

describe('setting a reminder', () => {
  it('keeps the lead times requested last, in order, and removes the reminder if none is requested', async () => {
    expect((await set(0, ['start', 'day'])).body.data).toMatchObject({ leads: ['day', 'start'] });
    const bout = card.boutIds[1] ?? '';
    await set(0, ['hour'], bout);
    expect(await mine(0)).toEqual([
      { program_id: card.programId, match_id: null, leads: ['day', 'start'] },
      { program_id: card.programId, match_id: bout, leads: ['hour'] },
    ]);
    expect(await mine(1)).toEqual([]);
    expect((await set(0, [])).body.data).toBeNull();
    expect((await set(0, [])).status).toBe(200);
    expect(await mine(0)).toHaveLength(1);
  });

  it('is refused when it is too late, and for an unknown card or bout', async () => {
    before(30);
    expect((await set(0, ['day', 'hour'])).body).toMatchObject({ status: 'reminder_too_late' });
    expect((await set(0, ['day', 'start'])).status).toBe(200);
    await setLive({ status: 'in_progress' });
    expect((await set(1, LEADS)).body.status).toBe('reminder_too_late');
    const elsewhere = (await makeCard(api.db, START, 1)).boutIds[0] ?? '';
    expect((await set(0, LEADS, elsewhere)).body.status).toBe('match_not_found');
    const nowhere = await api.call(`PUT /program/${randomUUID()}/reminder`, {
      token: token(0),
      body: { match_id: null, leads: LEADS },
    });
    expect(nowhere.body.status).toBe('match_not_found');
  });

  it('refuses an invalid body and visitors', async () => {
    expect((await set(0, ['week'])).body.status).toBe('request_invalid');
    expect((await set(0, [...LEADS, 'day'])).body.status).toBe('request_invalid');
    const path = `PUT /program/${card.programId}/reminder`;
    const visitor = await api.call(path, { body: { match_id: null, leads: LEADS } });
    expect(visitor.body.status).toBe('token_missing');
  });

  it('respects the limit in concurrent requests', async () => {
    const [memberId = ''] = fans.map((fan) => fan.memberId);
    const cards = await sql<{ program_id: string }>`
      insert into program (promotion_id, stadium_id, title_th, title_en, starts_at)
      select promotion_id, stadium_id, 'x', 'x', starts_at from program
      cross join generate_series(2, ${LIMITS.remindersMax}) where program_id = ${card.programId}
      returning program_id`.execute(owner);
    await sql`
      with target as (
        insert into reminder_target (program_id, starts_at)
        select unnest(${cards.rows.map((row) => row.program_id)}::uuid[]), ${START} returning reminder_target_id
      )
      insert into reminder select reminder_target_id, ${memberId}, array['start'] from target`.execute(
      owner,
    );
    const answers = await Promise.all([set(0), set(0, LEADS, card.boutIds[0])]);
    expect(answers.map(({ body }) => body.status ?? 'set').sort()).toEqual([
      'reminder_limit_reached',
      'set',
    ]);
    expect((await set(0, [])).status).toBe(200);
  });
});

describe('a reminder', () => {
  it('is sent a day before, an hour before and at the start, once each', async () => {
    await set(0);
    const browser = await subscribe(0);
    const second = await subscribe(0);
    const other = await subscribe(1);
    const sent: (string[] | number)[] = [];
    for (const minutes of [DAY + 1, DAY, DAY - 1, HOUR, 1, -2]) {
      before(minutes);
      await work();
      await work();
      sent.push(titles(browser));
    }
    // The card is late, so nothing is sent at its planned start.
    expect(sent.at(-1)).toEqual(['อีก 1 วัน: ศึกทดสอบ', 'อีก 1 ชั่วโมง: ศึกทดสอบ']);
    await setLive({ status: 'in_progress' });
    await work();
    await work();
    expect(browser.messages().at(-1)).toEqual({
      title: 'เริ่มแล้ว: ศึกทดสอบ',
      body: 'เวที · แตะเพื่อดูสด',
      path: `/live/${card.programLiveId}`,
      tag: expect.stringMatching(/^[\w-]{32}$/),
      language: 'TH',
    });
    expect(sent.map((all) => (all as string[]).length)).toEqual([0, 1, 1, 2, 2, 2]);
    expect(titles(second)).toEqual(titles(browser));
    expect(titles(other)).toEqual([]);
    const notices = await api.call('GET /notice', { token: token(0) });
    expect(notices.body.data.map((one: { about: unknown }) => one.about)).toMatchObject([
      { kind: 'reminder', reminder: 'start', title: { th: 'ศึกทดสอบ' }, match_id: null },
      { reminder: 'hour', program_live_id: card.programLiveId },
      { reminder: 'day', starts_at: START.toISOString() },
    ]);
    expect((await api.call('GET /notice', { token: token(1) })).body.data).toEqual([]);
  });

  it('of a bout is sent when the bout begins, in the language of the browser', async () => {
    await set(0, ['start'], card.boutIds[1]);
    const browser = service.subscribe();
    await api.call('PUT /push/subscription', {
      token: token(0),
      body: browser.subscription,
      headers: { cookie: 'language=EN' },
    });
    before(0);
    await setLive({ status: 'in_progress' });
    await work();
    expect(titles(browser)).toEqual([]);
    await owner
      .updateTable('match_live')
      .set({ status: 'in_progress' })
      .where('match_live_id', '=', card.matchLiveIds[1] ?? '')
      .execute();
    await work();
    expect(browser.messages()).toMatchObject([
      { title: 'Starting now: นักมวย 2 vs นักมวย 3', body: 'Test night · เวที · Tap to watch' },
    ]);
  });

  it('is planned again when the card is moved, with a message', async () => {
    await set(0);
    const browser = await subscribe(0);
    before(DAY);
    await work();
    await move(2 * DAY);
    await work();
    expect(browser.messages().at(-1)).toMatchObject({
      title: 'เปลี่ยนเวลา: ศึกทดสอบ',
      body: 'เวลาใหม่ 23/11 18:30 น. · เวที',
    });
    before(-DAY);
    await work();
    before(-2 * DAY + HOUR);
    await work();
    expect(titles(browser).map((title) => title.split(':')[0])).toEqual([
      'อีก 1 วัน',
      'เปลี่ยนเวลา',
      'อีก 1 วัน',
      'อีก 1 ชั่วโมง',
    ]);
    // A change of a few minutes sends no message.
    await move(2 * DAY + 5);
    await work();
    await work();
    expect(browser.messages()).toHaveLength(4);
  });

  it('of a cancelled card sends one message about it, and is removed unless the card is restored', async () => {
    await set(0);
    await set(1, ['hour'], card.boutIds[0]);
    const [browser, other] = [await subscribe(0), await subscribe(1)];
    before(HOUR);
    await setLive({ status: 'ended', cancelled_at: now, ended_at: now });
    for (let look = 0; look < 3; look += 1) await work();
    expect(titles(browser)).toEqual(['ยกเลิกการแข่งขัน: ศึกทดสอบ']);
    expect(browser.messages()[0]?.path).toBe('/program');
    expect(titles(other)).toEqual(['ยกเลิกการแข่งขัน: นักมวย 0 พบ นักมวย 1']);
    before(-DAY);
    await work();
    expect([await mine(0), await mine(1)]).toEqual([[], []]);
  });

  it('of a cancelled and restored bout or card sends both messages, and stays planned', async () => {
    await set(0);
    await set(1, ['hour', 'start'], card.boutIds[1]);
    const [browser, other] = [await subscribe(0), await subscribe(1)];
    const cancelled = { winner: 'none', method: 'cancelled', round: null } as const;
    before(3 * HOUR);
    await setResults(api.db, card, [cancelled, cancelled], now);
    for (let look = 0; look < 3; look += 1) await work();
    before(2 * HOUR);
    await setResults(api.db, card, [null, null], now);
    for (let look = 0; look < 3; look += 1) await work();
    before(HOUR - 25);
    await work();
    const expected = ['ยกเลิกการแข่งขัน', 'กลับมาแข่งตามกำหนด', 'อีก 1 ชั่วโมง'];
    expect(titles(browser)).toEqual(expected.map((title) => `${title}: ศึกทดสอบ`));
    expect(titles(other)).toEqual(expected.map((title) => `${title}: นักมวย 2 พบ นักมวย 3`));
    expect(other.messages()[1]?.body).toBe('21/11 18:55 น. · ศึกทดสอบ · เวที');
    expect(await mine(1)).toMatchObject([{ leads: ['hour', 'start'] }]);
  });

  it('is dropped if its bout is cancelled before the reminder is sent', async () => {
    await set(0, ['hour'], card.boutIds[0]);
    const browser = await subscribe(0);
    before(HOUR);
    await nodes[0]?.reminders.fire();
    const cancelled = { winner: 'none', method: 'cancelled', round: null } as const;
    await setResults(api.db, card, [cancelled], now);
    await nodes[0]?.push.deliver();
    expect(titles(browser)).toEqual([]);
  });

  it('is sent late, but not once it is obsolete', async () => {
    await set(0);
    const browser = await subscribe(0);
    before(30);
    await work();
    expect(titles(browser)).toEqual(['อีก 1 ชั่วโมง: ศึกทดสอบ']);
    await setLive({ status: 'ended', ended_at: now });
    await work();
    expect([titles(browser).length, await mine(0)]).toEqual([1, []]);
  });

  it('of hundreds of fans is sent to each fan once by two concurrent nodes', async () => {
    const crowd = await makeMembers(api.db, 250);
    await set(0, ['hour']);
    await sql`
      insert into reminder select reminder_target_id, unnest(${crowd}::uuid[]), array['hour'] from reminder_target;
    `.execute(owner);
    await sql`insert into reminder_due select reminder_target_id, 'hour', unnest(${crowd}::uuid[])
      from reminder_target`.execute(owner);
    await subscribe(0);
    await sql`
      insert into push_subscription (member_id, member_session_id, endpoint, endpoint_hash, p256dh, auth, language, created_at)
      select member, member_session_id, endpoint, sha256(convert_to(member::text, 'UTF8')), p256dh, auth, language, created_at
      from push_subscription cross join unnest(${crowd}::uuid[]) as member`.execute(owner);
    const arrivedBefore = service.arrived();
    before(HOUR);
    await work();
    expect(service.arrived() - arrivedBefore).toBe(251);
  });
});
