import { listMigrations } from '@sangwian/api/schema/list-migrations';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './test-database.ts';

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

test('creates a test database with every migration', async () => {
  const database = await createTestDatabase();
  const rows = await query<{ name: string }>(
    database.url,
    'SELECT name FROM kysely_migration ORDER BY name',
  );
  expect(rows.map((row) => row.name)).toEqual(await listMigrations());
  await database.drop();
});

test('isolates the rows of one test database from another', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await query(one.url, 'CREATE TABLE note AS SELECT 1 AS n');
  expect(await query(one.url, 'SELECT n FROM note')).toEqual([{ n: 1 }]);
  await expect(query(other.url, 'SELECT n FROM note')).rejects.toThrow('does not exist');
  await Promise.all([one.drop(), other.drop()]);
});

test('drops a database with open connections', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  const lost = new Promise<void>((done) => client.once('end', () => done()));
  client.on('error', () => undefined);
  await client.connect();
  await database.drop();
  await lost;
  await expect(query(database.url, 'SELECT 1')).rejects.toThrow('does not exist');
});

test('gives the application no superuser rights', async () => {
  const database = await createTestDatabase();
  const [role] = await query(
    database.url,
    'SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = current_user',
  );
  expect(role).toEqual({ rolsuper: false, rolcreatedb: false, rolcreaterole: false });
  await database.drop();
});
