import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLogger } from '@sangwian/node-kit/logger';
import { createTestDatabase } from '@sangwian/testkit/test-database';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '../platform/database/create-database.ts';
import {
  describeSchema,
  findChangedSignatures,
  findMisplacedMigrations,
} from './describe-schema.ts';

test('docs/schema.sql is the schema of a new database (`npm run schema` writes the file)', async () => {
  const database = await createTestDatabase();
  const db = createDatabase(database.url, createLogger('test', 'silent'));
  onTestFinished(async () => {
    await db.destroy();
    await database.drop();
  });
  const file = join(import.meta.dirname, '../../../../docs/schema.sql');
  expect(await readFile(file, 'utf8')).toBe(await describeSchema(db));
});

test('finds functions whose signature changed under their old name', () => {
  const before = [
    'CREATE FUNCTION unchanged(a uuid) RETURNS uuid LANGUAGE plpgsql STABLE;',
    'CREATE FUNCTION arguments(a uuid) RETURNS uuid LANGUAGE plpgsql;',
    'CREATE FUNCTION result(a uuid) RETURNS uuid LANGUAGE plpgsql;',
    'CREATE FUNCTION dropped(a uuid) RETURNS uuid LANGUAGE plpgsql;',
  ].join('\n');
  const now = [
    'CREATE FUNCTION unchanged(a uuid) RETURNS uuid LANGUAGE plpgsql;',
    'CREATE FUNCTION arguments(a uuid, b uuid) RETURNS uuid LANGUAGE plpgsql;',
    'CREATE FUNCTION result(a uuid) RETURNS text LANGUAGE plpgsql;',
    'CREATE FUNCTION added(a uuid) RETURNS uuid LANGUAGE plpgsql;',
  ].join('\n');
  expect(findChangedSignatures(before, now)).toEqual(['arguments', 'result']);
});

test('finds migrations that are numbered below an earlier one', () => {
  const list = (...names: string[]) => names.map((name) => `-- migration ${name}\n`).join('');
  const before = list('0001-identity', '0040-clips', '0043-restream');
  expect(findMisplacedMigrations(before, `${before}${list('0044-follows')}`)).toEqual([]);
  const between = list('0001-identity', '0040-clips', '0042-follows', '0043-restream');
  expect(findMisplacedMigrations(before, between)).toEqual(['0042-follows']);
  // A migration that no release contains may get another number.
  expect(findMisplacedMigrations(between, `${before}${list('0044-follows')}`)).toEqual([]);
});
