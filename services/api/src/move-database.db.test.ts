import { randomBytes } from 'node:crypto';
import { createLogger } from '@sangwian/node-kit/logger';
import { runAsAdmin } from '@sangwian/testkit/database-cluster';
import { createTestDatabase, type TestDatabase } from '@sangwian/testkit/test-database';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { moveDatabase } from './move-database.ts';
import { createDatabase } from './platform/database/create-database.ts';
import { loadSampleSeason } from './sample-season/load.ts';

/** Enough for two runs of all migrations on a busy machine. */
const MOVES_MS_MAX = 60_000;

let source: TestDatabase;
const targets: string[] = [];
beforeAll(async () => {
  source = await createTestDatabase();
  const db = createDatabase(source.url, createLogger('test', 'silent'));
  await loadSampleSeason(db, { now: new Date() });
  await db.destroy();
});
afterAll(async () => {
  await source.drop();
  const { adminUrl } = inject('testCluster');
  for (const name of targets) await runAsAdmin(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`);
});

/** Creates a database without tables. Returns the connection URL of its owner. */
async function createTarget(): Promise<string> {
  const name = `move_${randomBytes(6).toString('hex')}`;
  targets.push(name);
  await runAsAdmin(inject('testCluster').adminUrl, `CREATE DATABASE ${name} OWNER sangwian`);
  return source.url.replace(/\/test_\w+/, `/${name}`);
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Returns for each table the number of rows and a hash of their text. */
async function fingerprint(url: string): Promise<unknown> {
  const tables = await query(
    url,
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace in
       (select oid from pg_namespace where nspname in ('public', 'graphile_worker')) order by 1`,
  );
  return query(
    url,
    `${tables
      .map(
        ({ name }) =>
          `select '${name}' as name, count(*) as rows, md5(string_agg(t::text, '|' order by t::text)) as hash from ${name} t`,
      )
      .join(' union all ')} order by 1`,
  );
}

async function firstPartition(): Promise<{ name: string; bound: string }> {
  const rows = await query(
    source.url,
    `select inhrelid::regclass::text as name, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_inherits join pg_class c on c.oid = inhrelid
     where inhparent = 'chat_message'::regclass order by pg_get_expr(c.relpartbound, c.oid) like '%MINVALUE%' desc`,
  );
  return rows[0] as { name: string; bound: string };
}

const rulesOf = (url: string) =>
  query(
    url,
    `select conrelid::regclass::text as place, conname as name, convalidated::text as state
     from pg_constraint where connamespace = 'public'::regnamespace
     union all select tgrelid::regclass::text, tgname, tgenabled::text
     from pg_trigger where not tgisinternal order by 1, 2`,
  );

const move = (targetUrl: string, onNote: (text: string) => void = () => {}) =>
  moveDatabase({
    sourceUrl: source.url,
    targetUrl,
    serviceRole: new URL(source.serviceUrl).username,
    onNote,
  });

test(
  'an interrupted move begins again and copies every row, constraint and trigger',
  async () => {
    const targetUrl = await createTarget();
    // Like a database that was created a year ago: its first partition ends where later partitions begin.
    const { name, bound } = await firstPartition();
    const start = `'00000001-0000-7000-8000-000000000000'`;
    await query(
      source.url,
      `alter table chat_message detach partition ${name};
     alter table chat_message attach partition ${name} ${bound.replace('MINVALUE', start)};
     create table chat_message_of_past_months partition of chat_message
       for values from (minvalue) to (${start})`,
    );
    const before = await fingerprint(source.url);
    const interrupted = move(targetUrl, (text) => {
      if (text.startsWith('member:')) throw new Error('interrupted');
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    expect(await query(targetUrl, 'select count(*)::int as n from transfer')).toEqual([{ n: 0 }]);

    const notes: string[] = [];
    const { tables, rows } = await move(targetUrl, (text) => notes.push(text));
    expect(notes).toContain('an earlier move did not end: beginning again');
    expect(rows).toBeGreaterThan(3_000);
    expect(tables.find(({ table }) => table === 'transfer')?.rows).toBeGreaterThan(40);
    expect(await fingerprint(source.url)).toEqual(before);
    expect(await fingerprint(targetUrl)).toEqual(before);
    expect(await rulesOf(targetUrl)).toEqual(await rulesOf(source.url));
    // A second move would overwrite rows that the site has written since the first one.
    await expect(move(targetUrl)).rejects.toThrow('Give an empty database');
  },
  MOVES_MS_MAX,
);

test('refuses a running site, an incorrect ledger and a target that has tables', async () => {
  const targetUrl = await createTarget();
  const db = createDatabase(source.serviceUrl, createLogger('test', 'silent'), {
    applicationName: 'sangwian-api',
  });
  await db.selectFrom('member').select('member_id').limit(1).execute();
  await expect(move(targetUrl)).rejects.toThrow(/The site still uses the source \(sangwian-api\)/);
  await db.destroy();

  await query(targetUrl, 'create table other_program (id int)');
  await expect(move(targetUrl)).rejects.toThrow('The target has 1 tables already');
  await query(targetUrl, 'drop table other_program');

  await query(
    source.adminUrl,
    `set session_replication_role = replica;
     update account set balance_coins = balance_coins + 1
     where account_id = (select account_id from account where holder = 'member' limit 1)`,
  );
  await expect(move(targetUrl)).rejects.toThrow('The ledger of the source has faults');
});
