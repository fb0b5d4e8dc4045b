/**
 * `npm run schema`: writes docs/schema.sql, the current schema, from the catalogue of a new database. Refuses an SQL
 * function whose signature changed but whose name did not, and a migration that is numbered below an earlier one.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@sangwian/embedded-postgres/embedded-postgres';
import { createLogger } from '@sangwian/node-kit/logger';
import { createDatabase } from '../../services/api/src/platform/database/create-database.ts';
import {
  describeSchema,
  findChangedSignatures,
  findMisplacedMigrations,
} from '../../services/api/src/schema/describe-schema.ts';
import { migrate } from '../../services/api/src/schema/migrate.ts';

const FILE = join(import.meta.dirname, '../../docs/schema.sql');

async function describeNewDatabase(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sangwian-schema-'));
  chmodSync(dataDir, 0o711);
  const cluster = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
  try {
    await migrate(cluster.url);
    const db = createDatabase(cluster.url, createLogger('schema', 'silent'));
    try {
      return await describeSchema(db);
    } finally {
      await db.destroy();
    }
  } finally {
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const before = readFileSync(FILE, 'utf8');
const now = await describeNewDatabase();
const changed = findChangedSignatures(before, now);
if (changed.length > 0) {
  console.error(
    `The signature changed of: ${changed.join(', ')}. Give each a new name and keep the old function until the next release,\n` +
      'so that two versions of the program can run side by side. docs/schema.sql was not written.',
  );
  process.exit(1);
}
const misplaced = findMisplacedMigrations(before, now);
if (misplaced.length > 0) {
  console.error(
    `Numbered below a migration that existing databases have: ${misplaced.join(', ')}. Use the next free number.\n` +
      'docs/schema.sql was not written.',
  );
  process.exit(1);
}
writeFileSync(FILE, now);
console.log(before === now ? 'docs/schema.sql is up to date.' : 'docs/schema.sql was written.');
