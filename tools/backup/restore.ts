/** `npm run restore`: restores a backup of `npm run backup` into a data folder without a database. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readEnvironment, variables } from '@sangwian/node-kit/environment';
import { acquireProcessLock, LockHeldError } from '@sangwian/node-kit/process-lock';
import { splitSecrets } from '@sangwian/node-kit/secret-strength';
import { readArguments, UsageError } from '../operator/command-line.ts';
import { runCommand } from '../operator/run-command.ts';
import { loadDotEnv, ROOT, readArchive } from '../start/settings.ts';
import { type Backup, listBackups } from './back-up.ts';
import { type RestoreUntil, restoreBackup } from './restore-backup.ts';

const USAGE = `Usage:
  npm run restore -- [folder] [--at 2026-11-23T20:00:00Z]   restores the newest backup, or the newest one up to a time
  npm run restore -- [folder] --until <time>                restores the state of this time, from the archived log
  npm run restore -- [folder] --until latest                restores everything that was archived

The folder is BACKUP_DIR by default. The target is DATA_DIR, which must not have a database. A time has a zone:
2026-11-23T20:00:00Z or 2026-11-24T03:00:00+07:00.`;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

function readTime(option: string, text: string): Date {
  const time = new Date(text);
  if (TIME.test(text) && !Number.isNaN(time.getTime())) return time;
  throw new UsageError(`${option} is a time with its zone, such as 2026-11-23T20:00:00Z.`);
}

/** Time at which a backup can be restored. The log up to a later time is replayed on top of it. */
const timeOf = ({ manifest }: Backup): number =>
  Date.parse(manifest.database.consistentAt ?? manifest.taken_at);

/** Returns the newest backup, or the newest one up to a time. */
function chooseBackup(backups: readonly Backup[], limit: Date | null): Backup {
  const chosen = backups.findLast((backup) => limit === null || timeOf(backup) <= limit.getTime());
  if (chosen !== undefined) return chosen;
  const [oldest] = backups;
  if (oldest === undefined) throw new Error('The folder has no backup.');
  throw new Error(`The oldest backup is of ${new Date(timeOf(oldest)).toISOString()}.`);
}

interface Plan {
  readonly backup: Backup;
  readonly until: RestoreUntil | undefined;
}

/** Reads the options. @throws {UsageError} if they are no times, or exclude each other */
async function plan(folder: string, secrets: readonly string[], values: Options): Promise<Plan> {
  const { at, until: text } = values;
  if (at !== undefined && text !== undefined) throw new UsageError('Use --at or --until.');
  const until = text === undefined || text === 'latest' ? text : readTime('--until', text);
  const limit = at === undefined ? null : readTime('--at', at);
  const backups = await listBackups(folder, secrets);
  return { backup: chooseBackup(backups, until instanceof Date ? until : limit), until };
}

interface Options {
  readonly at?: string | undefined;
  readonly until?: string | undefined;
}

/** Restores while no site can start from the folder. */
async function restore({ backup, until }: Plan, dataDir: string): Promise<void> {
  const isNew = !existsSync(dataDir);
  try {
    const lock = isNew ? null : acquireProcessLock(join(dataDir, 'start.lock'));
    try {
      await restoreBackup(backup, dataDir, until);
    } finally {
      lock?.release();
    }
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw error;
    throw new Error(`The site runs from ${dataDir} (process ${error.pid}). Stop it first.`);
  }
}

function describe({ backup, until }: Plan): string {
  const taken = `The backup of ${backup.manifest.taken_at}`;
  if (until === undefined) return taken;
  return `${taken}, with the log ${until === 'latest' ? 'to its end' : `up to ${until.toISOString()}`},`;
}

await runCommand(async (args) => {
  const { positionals, values } = readArguments(args, {
    at: { type: 'string' },
    until: { type: 'string' },
  });
  loadDotEnv();
  const settings = readEnvironment(variables('DATA_DIR', 'BACKUP_DIR', 'BACKUP_SECRET'));
  const [folder = readArchive(settings)?.folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new UsageError('Name one folder.');
  const dataDir = resolve(ROOT, settings.DATA_DIR);
  const began = performance.now();
  const chosen = await plan(resolve(folder), splitSecrets(settings.BACKUP_SECRET), values);
  await restore(chosen, dataDir);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  return `${describe(chosen)} is restored into ${dataDir} in ${seconds} s. Its ledger has no fault. Put the secrets back, start the site, and make a new backup: the log of a restored database begins a new archive.`;
}, USAGE);
