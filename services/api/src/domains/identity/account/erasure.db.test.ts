import { randomUUID } from 'node:crypto';
import { LIMITS } from '@sangwian/contract/limits';
import { createLogger } from '@sangwian/node-kit/logger';
import { tinyPng } from '@sangwian/testkit/fuzz/tiny-png';
import { startTestApi, type TestApi, type TestFan } from '@sangwian/testkit/start-test-api';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../../platform/database/create-database.ts';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import type { Database } from '../../../schema/database.ts';
import { createChat } from '../../live/chat/chat.module.ts';
import { createLiveReader } from '../../live/lives/lives.module.ts';
import { createWallet } from '../../money/wallet/wallet.module.ts';
import { createNoticesModule } from '../../sport/notices/notices.module.ts';
import { createMembers } from '../members/members.module.ts';
import { OtpStore } from '../otp/otp.store.ts';
import { createProofs } from '../proofs/proofs.module.ts';
import { createSessions } from '../sessions/sessions.module.ts';
import { AccountStore } from './account.store.ts';
import { cleanUpDeletedAccounts } from './clean-up-deleted-accounts.ts';
import { PictureStorage } from './picture-storage.ts';

/**
 * The test stores distinctive personal data of a member everywhere. It searches for that data in every row of every
 * table, in every stored object and in the log: before the deletion, after the deletion, and after the retention period
 * of traffic data.
 */
const NOW = new Date('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;
const FIRST_NAME = 'เอกภพสมมุติ';
const LAST_NAME = 'ผู้ขอลบข้อมูล';
const NICKNAME = 'ฉายาที่ต้องลบ';
const EMAIL = 'erase-me@fan.example';
const ADDRESS = '203.0.113.77';
const BROWSER = 'Browser of the member who leaves';
const SUBJECT = 'U-subject-of-the-member-who-leaves';
/** Tables that keep traffic data for the legal retention period (decision 9). */
const KEEPS_TRAFFIC = ['public.member_session'];
/** Tables whose rows a job deletes within the hour. */
const FORGETS_SOON = ['public.otp', 'public.proof'];

let now = NOW;
const clock = () => now;
const lines: string[] = [];
let avatarPath = '';
let api: TestApi;
let fan: TestFan;
/** Reads every table as the owner of the database, since the services' role has no access to some of them. */
let owner: Kysely<Database>;
beforeAll(async () => {
  const logger = createLogger('test', 'debug', { write: (line) => void lines.push(line) });
  api = await startTestApi({ clock, logger });
  owner = createDatabase(api.databaseUrl, createLogger('test', 'silent'));
});
afterAll(async () => {
  await owner.destroy();
  await api.close();
});

const wallet = () => createWallet(api.db);
const members = () => createMembers(api.db, wallet());
const chat = () =>
  createChat({
    db: api.db,
    bus: api.bus,
    clock,
    live: createLiveReader(api.db),
    members: members(),
  });

/** Returns the tables in which a row contains one of the texts. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')
  `.execute(owner);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.raw(name)} as searched
      where exists (select from unnest(${texts}::text[]) as traces(one) where strpos(searched::text, one) > 0)
      limit 1
    `.execute(owner);
    if (rows.length > 0) found.push(name);
  }
  return found.sort();
}

/** The values that identify the member, in every format in which they may be stored. */
function tracesOf({ phone }: TestFan, token: string): string[] {
  const plain = [
    FIRST_NAME,
    LAST_NAME,
    NICKNAME,
    EMAIL,
    ADDRESS,
    BROWSER,
    SUBJECT,
    phone.slice(1),
    token,
  ];
  return [...plain, ...plain.map((text) => Buffer.from(text).toString('hex'))];
}

/** Creates data of every kind that needs no payment provider. Returns the access token. */
async function leaveTraces(): Promise<string> {
  now = NOW;
  fan = await api.makeFan({ coins: 120 });
  const tonight = (await loadSampleSeason(api.db, { now })).program_live_id;
  const { phone, password, memberId } = fan;
  const signIn = await api.call('POST /auth/member/login-v2', {
    body: { phone, password },
    ip: ADDRESS,
    headers: { 'user-agent': BROWSER },
  });
  const token: string = signIn.body.data.access_token;
  const own = `/auth/member/profile/update/${memberId}`;
  const names = { first_name: FIRST_NAME, last_name: LAST_NAME, email: EMAIL };
  expect((await api.call(`PUT ${own}`, { token, body: names })).status).toBe(200);
  const nickname = { token, body: { nickname: NICKNAME } };
  expect((await api.call('PUT /auth/member/nickname', nickname)).status).toBe(200);
  const avatar = await api.call(`PUT ${own}/avatar`, {
    token,
    body: tinyPng(32),
    headers: { 'content-type': 'image/png' },
  });
  avatarPath = avatar.body.data.member_avatar;
  await api.db.transaction().execute((trx) =>
    members().store.addLink(trx, memberId, {
      provider: 'line',
      subject: `${SUBJECT} ${fan.memberId}`,
      sealedToken: null,
    }),
  );
  await chat().send(
    { programLiveId: tonight as never, chatMessageId: randomUUID() as never, text: 'สู้ ๆ' },
    { memberId, sessionId: randomUUID(), external: false },
  );
  // The test has no SMS carrier, so the request fails, but the attempt is stored with its phone number.
  await api.call('POST /auth/member/send-otp', { token, body: { phone, purpose: 'delete' } });
  await createProofs(api.db, clock).issue(api.db, {
    purpose: 'register',
    phone: `+66${phone.slice(1)}`,
  });
  return token;
}

const cleanUp = () =>
  cleanUpDeletedAccounts({
    db: api.db,
    clock,
    members: members(),
    sessions: createSessions(api.db, api.bus, clock),
    wallet: wallet(),
    chat: chat(),
    notices: createNoticesModule({ db: api.db, bus: api.bus, clock }),
    store: new AccountStore(api.db),
    storage: new PictureStorage(api.objects),
  });

test('after a deletion, no table, object or log contains personal data, except 90 days of traffic data', async () => {
  const token = await leaveTraces();
  const traces = tracesOf(fan, token);
  const before = await tablesWith(traces);
  // Makes sure that the search finds data that exists.
  for (const table of [
    'public.member',
    'public.member_link',
    'public.member_nickname',
    'public.member_session',
    'public.otp',
  ])
    expect(before).toContain(table);
  expect(before.some((table) => table.startsWith('public.chat_message'))).toBe(true);
  expect((await api.api.app.inject(avatarPath)).statusCode).toBe(200);

  const deletion = await api.call(`DELETE /auth/member/${fan.memberId}`, {
    token,
    body: { expected_coins: 120 },
  });
  expect(deletion.status).toBe(200);
  await cleanUp();
  expect((await tablesWith(traces)).filter((table) => !FORGETS_SOON.includes(table))).toEqual(
    KEEPS_TRAFFIC,
  );
  expect((await api.api.app.inject(avatarPath)).statusCode).toBe(404);

  now = new Date(NOW.getTime() + LIMITS.trafficDaysKept * DAY_MS + 1);
  await cleanUp();
  await new OtpStore(api.db).deleteSentBefore(now);
  await createProofs(api.db, clock).deleteExpired();
  expect(await tablesWith(traces)).toEqual([]);
  const personal = traces.filter((text) => text !== ADDRESS);
  expect(lines.filter((line) => personal.some((text) => line.includes(text)))).toEqual([]);
});
