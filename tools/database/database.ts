/**
 * `npm run database`: moves the embedded database to the PostgreSQL of `DATABASE_URL`, while the site is stopped.
 */
import { join, resolve } from 'node:path';
import { startEmbeddedPostgres } from '@sangwian/embedded-postgres/embedded-postgres';
import { readEnvironment, variables } from '@sangwian/node-kit/environment';
import { acquireProcessLock, LockHeldError } from '@sangwian/node-kit/process-lock';
import { moveDatabase } from '../../services/api/src/move-database.ts';
import { roleOf } from '../../services/api/src/schema/migrate.ts';
import { readArguments, UsageError } from '../operator/command-line.ts';
import { runCommand } from '../operator/run-command.ts';
import { awaitEarlierProcesses } from '../start/earlier-start.ts';
import { loadDotEnv, ROOT } from '../start/settings.ts';

const USAGE = `Usage:
  npm run database -- move   copies the embedded database of DATA_DIR to DATABASE_URL, which must be empty

The site must be stopped. The embedded database stays as it was; the site uses the new one from its next start.`;

/** Prevents a start of the site while the database is copied. @throws if the site runs */
function lockSite(dataDir: string) {
  try {
    return acquireProcessLock(join(dataDir, 'start.lock'));
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw error;
    throw new Error(`The site runs from ${dataDir} (process ${error.pid}). Stop it first.`);
  }
}

async function move(): Promise<string> {
  loadDotEnv();
  const settings = readEnvironment(variables('DATA_DIR', 'DATABASE_URL', 'DATABASE_OWNER_URL'));
  const { DATABASE_URL: serviceUrl, DATABASE_OWNER_URL: ownerUrl } = settings;
  if (serviceUrl === '') throw new Error('DATABASE_URL is not set: it names the new database.');
  const dataDir = resolve(ROOT, settings.DATA_DIR);
  const lock = lockSite(dataDir);
  try {
    await awaitEarlierProcesses(dataDir);
    const source = await startEmbeddedPostgres({ dataDir });
    try {
      const targetUrl = ownerUrl || serviceUrl;
      const { tables, rows } = await moveDatabase({
        sourceUrl: source.url,
        targetUrl,
        ...(targetUrl === serviceUrl ? {} : { serviceRole: roleOf(serviceUrl) }),
        onNote: (text) => console.error(text),
      });
      return `${rows} rows of ${tables.length} tables were copied and counted. The ledger of the new database has no fault. Start the site.`;
    } finally {
      await source.stop();
    }
  } finally {
    lock.release();
  }
}

await runCommand((args) => {
  const { positionals } = readArguments(args, {});
  if (positionals.join(' ') !== 'move') throw new UsageError('The only action is "move".');
  return move();
}, USAGE);
