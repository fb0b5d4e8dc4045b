import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@sangwian/embedded-postgres/embedded-postgres';
import { createLogger } from '@sangwian/node-kit/logger';
import { type Kysely, sql } from 'kysely';
import { conditionOf } from '../services/api/src/domains/operations/member-desk/member-query.ts';
import {
  type MemberFilter,
  type MemberPosition,
  MemberSearchStore,
} from '../services/api/src/domains/operations/member-desk/member-search.store.ts';
import { createDatabase } from '../services/api/src/platform/database/create-database.ts';
import type { Database } from '../services/api/src/schema/database.ts';
import { migrate } from '../services/api/src/schema/migrate.ts';
import { type Bench, percentile, type Report } from './figure.ts';

const MEMBERS = 100_000;
const ADDED_AT_ONCE = 10_000;
const SESSIONS_EACH = 3;
const ROUNDS = 40;
const ROWS = 50;
/** A page far down the list, as after long scrolling. */
const DEEP_PAGES = 20;
const GOAL_MS = 200;

const FIRST = ['สมชาย', 'สมหญิง', 'วิทยา', 'Ploy', 'ชัย', 'Anan', 'นภา', 'กิตติ', 'John', 'ต้น'];
const LAST = ['ใจดี', 'แฟนมวย', 'Wattanasiri', 'ศรีสุขใส', 'บุญมา', 'Smith', 'ทองดี'];

/** The measured filters and search texts. */
const WANTED: readonly (readonly [kind: string, typed: string, filter: MemberFilter])[] = [
  ['no filter', '', {}],
  ['a whole phone', '081 000 4711', {}],
  ['the beginning of a phone', '08100047', {}],
  ['the beginning of many phones', '0810', {}],
  ['a whole address', 'fan4711@fans.example', {}],
  ['the beginning of an address', 'fan471@', {}],
  ['a common first name', 'สมชาย', {}],
  ['one letter of a name', 'ส', {}],
  ['a whole name', 'Ploy Wattanasiri', {}],
  ['a rare last name', 'Rare', {}],
  ['no such name', 'xylophone', {}],
  ['banned', '', { state: 'ban' }],
  ['active', '', { state: 'active' }],
  ['closed, which nobody is', '', { state: 'closed' }],
  ['deleted', '', { state: 'deleted' }],
  ['timed out in the chat', '', { sanction: 'chat' }],
  ['sanctioned before', '', { sanction: 'ever' }],
  ['a common name, banned', 'สมชาย', { state: 'ban' }],
  ['a common name, sanctioned before', 'สมชาย', { sanction: 'ever' }],
];

/** Adds members `from + 1` to `to`. Adding all members at once would exceed the site's statement timeout. */
async function addMembers(db: Kysely<Database>, from: number, to: number): Promise<void> {
  await sql`
    insert into member (first_name, last_name, phone, email, status, status_since, created_at, deleted_at)
    select case when n % 500 = 3 then '' else (${FIRST}::text[])[1 + n % 10] end,
      case when n % 500 = 3 then '' when n % 9973 = 5 then 'Rare' else (${LAST}::text[])[1 + n % 7] end,
      case when n % 500 = 3 then null else '+6681' || lpad(n::text, 7, '0') end,
      case when n % 500 = 3 or n % 3 = 0 then null else 'fan' || n || '@fans.example' end,
      case when n % 200 = 11 then 'ban' else 'active' end,
      case when n % 200 = 11 then now() end, now() - n * interval '5 minutes',
      case when n % 500 = 3 then now() end
    from generate_series(${sql.lit(from + 1)}, ${sql.lit(to)}) as n
  `.execute(db);
  await sql`
    insert into account (name, member_id, holder, balance_coins)
    select 'member:' || member_id, member_id, 'member', 100 from member
    where not exists (select from account where account.member_id = member.member_id)
  `.execute(db);
  await sql`
    insert into member_session (member_id, token_hash, user_agent, address, created_at, last_seen_at, expires_at)
    select member_id, sha256(convert_to(member_id::text || turn, 'utf8')), 'bench', '10.0.0.1', created_at, created_at, now()
    from member cross join generate_series(1, ${sql.lit(SESSIONS_EACH)}) as turn
    where not exists (select from member_session where member_session.member_id = member.member_id)
  `.execute(db);
}

async function fill(db: Kysely<Database>): Promise<void> {
  for (let from = 0; from < MEMBERS; from += ADDED_AT_ONCE) {
    await addMembers(db, from, from + ADDED_AT_ONCE);
  }
  await sql`
    insert into member_standing_change (member_id, status_before, status_after, reason, created_by, created_at)
    select member_id, 'active', 'ban', 'bench', 'bench', now() from member where status = 'ban'
  `.execute(db);
  await sql`
    insert into chat_timeout (member_id, program_live_id, until)
    select member_id, null, now() + interval '1 hour' from member where phone like '%777'
  `.execute(db);
  for (const table of ['member', 'account', 'member_session', 'member_standing_change']) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  }
}

const positionOf = (row: { created_at: Date; member_id: string }): MemberPosition => ({
  at: row.created_at,
  memberId: row.member_id,
});

interface Times {
  readonly kind: string;
  readonly typed: string;
  readonly found: number;
  readonly ms: readonly number[];
}

/** Reads a page of a filter `ROUNDS` times. */
async function timeFilter(
  search: MemberSearchStore,
  [kind, typed, filter]: (typeof WANTED)[number],
  after: MemberPosition | null = null,
): Promise<Times> {
  const ms: number[] = [];
  let found = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    const condition = typed === '' ? undefined : conditionOf(typed, true);
    const page = { limit: ROWS + 1, now: new Date() };
    const rows = await search.findPage({ ...filter, search: condition }, after, page);
    ms.push(performance.now() - began);
    found = Math.min(ROWS, rows.length);
  }
  return { kind, typed, found, ms };
}

async function findDeepPosition(search: MemberSearchStore): Promise<MemberPosition | null> {
  let after: MemberPosition | null = null;
  for (let page = 0; page < DEEP_PAGES; page += 1) {
    const rows = await search.findPage({}, after, { limit: ROWS, now: new Date() });
    const last = rows.at(-1);
    if (last !== undefined) after = positionOf(last);
  }
  return after;
}

async function measure(db: Kysely<Database>): Promise<Report> {
  const search = new MemberSearchStore(db);
  const times: Times[] = [];
  for (const wanted of WANTED) times.push(await timeFilter(search, wanted));
  const deep = await findDeepPosition(search);
  times.push(await timeFilter(search, [`page ${DEEP_PAGES + 1}`, '', {}], deep));
  return {
    table: [
      [`of ${MEMBERS} members`, 'typed', 'shown', 'median ms', 'p95 ms'],
      ...times.map(({ kind, typed, found, ms }) => [
        kind,
        typed,
        String(found),
        percentile(ms, 0.5).toFixed(1),
        percentile(ms, 0.95).toFixed(1),
      ]),
    ],
    figures: [
      {
        id: 'members-ms',
        value: Math.max(...times.map(({ ms }) => percentile(ms, 0.95))),
        goal: GOAL_MS,
        sense: 'at-most',
        unit: ' ms',
      },
    ],
  };
}

export const bench: Bench = {
  about: `searches and filters of ${MEMBERS} members, as the console's list reads them`,
  run: async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sangwian-members-'));
    const database = await startEmbeddedPostgres({ dataDir });
    await migrate(database.url);
    const db = createDatabase(database.url, createLogger('bench', 'silent'));
    try {
      await fill(db);
      return await measure(db);
    } finally {
      await db.destroy();
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
