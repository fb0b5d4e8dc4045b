import { createLogger } from '@sangwian/node-kit/logger';
import { createTestDatabase } from '@sangwian/testkit/test-database';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../schema/database.ts';
import { createDatabase } from './create-database.ts';
import { prepared } from './prepared.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Kysely<Database>;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(database.url, createLogger('test', 'silent'), { connectionsMax: 1 });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('a named statement is prepared once per connection and runs with different values', async () => {
  const double = async (value: number) => {
    const { rows } = await sql<{ doubled: number }>`
      ${prepared('twice as much')} select 2 * ${value}::int as doubled`.execute(db);
    return rows[0]?.doubled;
  };
  expect([await double(1), await double(21), await double(4)]).toEqual([2, 42, 8]);
  await sql`select ${1}::int as of_no_name`.execute(db);
  const { rows } = await sql`
    select name, generic_plans + custom_plans as calls from pg_prepared_statements`.execute(db);
  expect(rows).toEqual([{ name: 'twice as much', calls: 3 }]);
});

test('a prepared statement survives a failed transaction, and its name is refused for another text', async () => {
  const failing = db.transaction().execute(async (trx) => {
    await sql`${prepared('of a transaction')} select ${1}::int as one`.execute(trx);
    await sql`select 1 / 0`.execute(trx);
  });
  await expect(failing).rejects.toThrow('division by zero');
  const again = await sql`${prepared('of a transaction')} select ${1}::int as one`.execute(db);
  expect(again.rows).toEqual([{ one: 1 }]);
  const other = sql`${prepared('of a transaction')} select 2`.execute(db);
  await expect(other).rejects.toThrow('must be unique');
  expect(() => prepared('*/ drop')).toThrow(TypeError);
});
