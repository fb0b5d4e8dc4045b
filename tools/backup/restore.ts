/** `npm run restore`: restores a backup of `npm run backup` into a data folder without a database. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readEnvironment, variables } from '@sangwian/node-kit/environment';
import { acquireProcessLock, LockHeldError } from '@sangwian/node-kit/process-lock';
import { readArguments, UsageError } from '../operator/command-line.ts';
import { runCommand } from '../operator/run-command.ts';
import { loadDotEnv, ROOT } from '../start/settings.ts';
import { type Backup, listBackups } from './back-up.ts';
import { restoreBackup } from './restore-backup.ts';

const USAGE = `Usage:
  npm run restore -- <folder> [--at 2026-11-23T20:00:00Z]   restores the newest backup, or the newest one up to a time,
                                                            into DATA_DIR, which must not have a database`;

/** Returns the newest backup, or the newest one taken by the time `at`. @throws {UsageError} if `at` is not a time */
function chooseBackup(folder: string, at: string | undefined): Backup {
  const limit = at === undefined ? Number.POSITIVE_INFINITY : Date.parse(at);
  if (Number.isNaN(limit)) throw new UsageError('--at is a time such as 2026-11-23T20:00:00Z.');
  const backups = listBackups(folder);
  if (backups.length === 0) throw new Error(`${folder} has no backup.`);
  const chosen = backups.findLast(({ manifest }) => Date.parse(manifest.taken_at) <= limit);
  if (chosen === undefined) {
    throw new Error(`The oldest backup is of ${backups[0]?.manifest.taken_at}.`);
  }
  return chosen;
}

await runCommand(async (args) => {
  const { positionals, values } = readArguments(args, { at: { type: 'string' } });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new UsageError('Name one folder.');
  loadDotEnv();
  const { DATA_DIR } = readEnvironment(variables('DATA_DIR'));
  const dataDir = resolve(ROOT, DATA_DIR);
  const backup = chooseBackup(resolve(folder), values.at);
  const began = performance.now();
  const lockFile = join(dataDir, 'start.lock');
  const isNew = !existsSync(dataDir);
  try {
    const lock = isNew ? null : acquireProcessLock(lockFile);
    try {
      await restoreBackup(backup, dataDir);
    } finally {
      lock?.release();
    }
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw error;
    throw new Error(`The site runs from ${dataDir} (process ${error.pid}). Stop it first.`);
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  return `The backup of ${backup.manifest.taken_at} is restored into ${dataDir} in ${seconds} s. Its ledger has no fault. Put the secrets back, then start the site.`;
}, USAGE);
