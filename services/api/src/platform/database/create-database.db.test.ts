import { createLogger } from '@sangwian/node-kit/logger';
import { createTestDatabase } from '@sangwian/testkit/test-database';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createDatabase, parseBigint } from './create-database.ts';

const silent = createLogger('test', 'silent');

async function withDatabase(
  use: (url: string, db: ReturnType<typeof createDatabase>) => Promise<void>,
): Promise<void> {
  const database = await createTestDatabase();
  const db = createDatabase(database.url, silent);
  try {
    await use(database.url, db);
  } finally {
    await db.destroy();
    await database.drop();
  }
}

test('a bigint is read as an exact number and a date as text', () =>
  withDatabase(async (_, db) => {
    const { rows } = await sql`
      select 9007199254740991::bigint as coins, date '2026-11-21' as day, now() as at`.execute(db);
    expect(rows).toEqual([{ coins: 2 ** 53 - 1, day: '2026-11-21', at: expect.any(Date) }]);
    expect(() => parseBigint('9007199254740993')).toThrow(RangeError);
  }));

const endAllOthers = sql`select pg_terminate_backend(pid) from pg_stat_activity
  where pid <> pg_backend_pid() and datname = current_database()`;

test('a connection terminated by the server is replaced', () =>
  withDatabase(async (url, db) => {
    const other = createDatabase(url, silent);
    await sql`select 1`.execute(db);
    await endAllOthers.execute(other);
    await expect
      .poll(() => sql<{ n: number }>`select 1 as n`.execute(db).then(({ rows }) => rows))
      .toEqual([{ n: 1 }]);
    await other.destroy();
  }));

test('a connection lost between two queries fails only its transaction', () =>
  withDatabase(async (url, db) => {
    const other = createDatabase(url, silent);
    const transaction = db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      await endAllOthers.execute(other);
      await expect.poll(() => sql`select 1`.execute(trx).catch(() => 'gone')).toBe('gone');
      await sql`select 1`.execute(trx);
    });
    await expect(transaction).rejects.toThrow();
    expect((await sql`select 1 as n`.execute(db)).rows).toEqual([{ n: 1 }]);
    await other.destroy();
  }));
