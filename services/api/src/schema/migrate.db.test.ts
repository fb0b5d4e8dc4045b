import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@sangwian/node-kit/logger';
import { createTestDatabase } from '@sangwian/testkit/test-database';
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '../platform/database/create-database.ts';
import { readFunctions } from './apply-functions.ts';
import type { Database } from './database.ts';
import { listMigrations } from './list-migrations.ts';
import { findSchemaGaps, migrate, OlderDatabaseError, SCHEMA_FOLDER } from './migrate.ts';

interface TestContext {
  readonly url: string;
  readonly db: Kysely<Database>;
}

async function openDatabase(): Promise<TestContext> {
  const database = await createTestDatabase();
  const db = createDatabase(database.url, createLogger('test', 'silent'));
  onTestFinished(async () => {
    await db.destroy();
    await database.drop();
  });
  return { url: database.url, db };
}

async function openEmptyDatabase(): Promise<TestContext> {
  const context = await openDatabase();
  await sql`drop schema public cascade; create schema public`.execute(context.db);
  return context;
}

/** Creates the migrations folder of a later release: the current schema with additional files. */
async function planRelease(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sangwian-release-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(join(SCHEMA_FOLDER, 'functions'), join(folder, 'functions'), { recursive: true });
  for (const name of await listMigrations()) {
    // A re-export, so that the file's own imports still resolve.
    const file = JSON.stringify(join(SCHEMA_FOLDER, `${name}.ts`));
    await writeFile(join(folder, `${name}.ts`), `export { up } from ${file};`);
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

const RUN_STATEMENTS = JSON.stringify(join(SCHEMA_FOLDER, 'testing/run-statements.ts'));

/** Returns the text of a migration that runs statements one after the other. */
const migration = (statements: readonly string[], transaction = true): string => `
  import { runStatements } from ${RUN_STATEMENTS};
  export const transaction = ${transaction};
  export const up = (db) => runStatements(db, ${JSON.stringify(statements)});`;

/** Waits until another caller has polled for the migration lock. */
const WAIT_FOR_ANOTHER_CALLER = `do $$ begin
  while (
    select count(*) from pg_stat_activity
    where datname = current_database() and application_name = 'sangwian-migrate-lock' and query like '%advisory%'
  ) < 2 loop
    perform pg_sleep(0.01);
    perform pg_stat_clear_snapshot();
  end loop;
end $$`;

test('concurrent callers migrate an empty database once', async () => {
  const { url, db } = await openEmptyDatabase();
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
  expect(applied.flatMap(({ migrations }) => migrations)).toEqual(await listMigrations());
  const functions = await readFunctions(join(SCHEMA_FOLDER, 'functions'));
  expect(applied.flatMap((each) => each.functions)).toEqual(functions.map(({ name }) => name));
  expect(await findSchemaGaps(db)).toEqual([]);
  expect(await migrate(url)).toEqual({ migrations: [], functions: [] });
});

test('lists the migrations and functions that a database lacks', async () => {
  const { db } = await openDatabase();
  await sql`delete from kysely_migration where name = '0004-live'`.execute(db);
  await sql`delete from schema_function where name = 'send_gifts'`.execute(db);
  expect(await findSchemaGaps(db)).toEqual(['migration 0004-live', 'function send_gifts.sql']);
});

test('a failed migration is rolled back, and earlier migrations stay applied', async () => {
  const { url, db } = await openEmptyDatabase();
  await sql`create table program_live (note text)`.execute(db);
  await expect(migrate(url)).rejects.toThrow('"program_live" already exists');
  const { rows } = await sql<{ channel: string | null; member: string | null }>`
    select to_regclass('channel')::text as channel, to_regclass('member')::text as member`.execute(
    db,
  );
  expect(rows).toEqual([{ channel: null, member: 'member' }]);
  await sql`drop table program_live`.execute(db);
  const { migrations } = await migrate(url);
  expect(migrations[0]).toBe('0004-live');
});

test('refuses a database of a newer release', async () => {
  const { url, db } = await openDatabase();
  await sql`insert into kysely_migration values ('9999-later', '2099-01-01T00:00:00.000Z')`.execute(
    db,
  );
  await expect(migrate(url)).rejects.toThrow('newer than this release: 9999-later');
});

test('refuses a database from before the first baseline and changes nothing in it', async () => {
  const { url, db } = await openEmptyDatabase();
  await sql`
    create table schema_migration (name text primary key, applied_at timestamptz not null default now());
    insert into schema_migration (name) values ('20261121010000-members-tables');
    create table member (first_name text);
    insert into member values ('Somchai')`.execute(db);
  await expect(migrate(url)).rejects.toThrow(OlderDatabaseError);
  const { rows } = await sql`
    select table_name, (select first_name from member) from information_schema.tables
    where table_schema = 'public' order by table_name`.execute(db);
  expect(rows).toEqual([
    { table_name: 'member', first_name: 'Somchai' },
    { table_name: 'schema_migration', first_name: 'Somchai' },
  ]);
});

test('upgrades a database with data from the baseline to a later release', async () => {
  const { url, db } = await openDatabase();
  await sql`insert into member (first_name, last_name) values ('Somchai', 'Jaidee')`.execute(db);
  const folder = await planRelease({
    '9000-nickname.ts': migration([
      'alter table member add column nickname text',
      'update member set nickname = upper(first_name)',
    ]),
    '9001-nickname-index.ts': migration(
      [
        'drop index concurrently if exists member_nickname_idx',
        'create index concurrently member_nickname_idx on member (nickname)',
      ],
      false,
    ),
  });
  expect((await migrate(url, undefined, folder)).migrations).toEqual([
    '9000-nickname',
    '9001-nickname-index',
  ]);
  const { rows } = await sql`
    select nickname, (select indisvalid from pg_index where indexrelid = 'member_nickname_idx'::regclass) as valid
    from member`.execute(db);
  expect(rows).toEqual([{ nickname: 'SOMCHAI', valid: true }]);
});

test('builds an index concurrently while another caller waits for the lock', async () => {
  const { url } = await openDatabase();
  const folder = await planRelease({
    '9000-index.ts': migration(
      [
        'drop index concurrently if exists member_name_idx',
        WAIT_FOR_ANOTHER_CALLER,
        'create index concurrently member_name_idx on member (first_name)',
      ],
      false,
    ),
  });
  const applied = await Promise.all([
    migrate(url, undefined, folder),
    migrate(url, undefined, folder),
  ]);
  expect(applied.flatMap(({ migrations }) => migrations)).toEqual(['9000-index']);
});

test('builds a failed concurrent index in the next run', async () => {
  const { url, db } = await openDatabase();
  await sql`insert into member (first_name, last_name) values ('A', 'B'), ('A', 'C')`.execute(db);
  const folder = await planRelease({
    '9000-unique.ts': migration(
      [
        'drop index concurrently if exists member_first_key',
        'create unique index concurrently member_first_key on member (first_name)',
      ],
      false,
    ),
  });
  await expect(migrate(url, undefined, folder)).rejects.toThrow('could not create unique index');
  await sql`update member set first_name = last_name`.execute(db);
  expect((await migrate(url, undefined, folder)).migrations).toEqual(['9000-unique']);
});

test('applies only the functions whose files changed', async () => {
  const { url, db } = await openDatabase();
  const file = await readFile(join(SCHEMA_FOLDER, 'functions/open_escrow.sql'), 'utf8');
  const folder = await planRelease({
    'functions/open_escrow.sql': file.replace("'escrow:'", "'stake:'"),
  });
  expect((await migrate(url, undefined, folder)).functions).toEqual(['open_escrow']);
  await sql`select open_escrow(uuidv7(), 'red')`.execute(db);
  const { rows } =
    await sql`select count(*)::int as n from account where name like 'stake:%'`.execute(db);
  expect(rows).toEqual([{ n: 1 }]);
});

test.each([
  ['arguments', 'corner text)', 'corner text, note text)'],
  ['result', 'returns uuid', 'returns text'],
  ['argument names', 'corner text)', 'side text)'],
])('refuses a function whose %s changed under its old name', async (_, before, after) => {
  const { url, db } = await openDatabase();
  const file = await readFile(join(SCHEMA_FOLDER, 'functions/open_escrow.sql'), 'utf8');
  expect(file).toContain(before);
  const folder = await planRelease({ 'functions/open_escrow.sql': file.replace(before, after) });
  await expect(migrate(url, undefined, folder)).rejects.toThrow(
    'open_escrow has another signature in the database: give the new one a new name',
  );
  const { rows } =
    await sql`select count(*)::int as n from pg_proc where proname = 'open_escrow'`.execute(db);
  expect(rows).toEqual([{ n: 1 }]);
});
