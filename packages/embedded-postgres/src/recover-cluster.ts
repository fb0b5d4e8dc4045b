import { chownSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { clusterLayout } from './cluster.ts';
import { type DatabaseUser, databaseUser } from './database-user.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { fetchSegment, listSegments, type WalArchive } from './wal-archive.ts';

/** Folder in which PostgreSQL requests files of the log, and gets them. */
const FETCH = 'pg_wal/fetch';
const WANTED = '.want';
const POLL_MS = 20;
/**
 * Requests a file and waits for it, two minutes at most. Exit code 1: the archive does not have the file, so the log
 * ends. Exit code 126: the recovery must fail.
 */
const RESTORE_COMMAND = [
  `f=${FETCH}/%f`,
  `[ -e $f ] || { : > $f${WANTED} || exit 126; n=0; while [ -e $f${WANTED} ]; do n=$((n+1)); [ $n -lt 6000 ] || exit 126; sleep 0.02; done; }`,
  '[ ! -e $f.failed ] || exit 126',
  '[ -e $f ] || exit 1',
  'mv $f "%p" || exit 126',
].join('; ');

export interface Recovery {
  readonly dataDir: string;
  readonly archive: WalArchive;
  /** Id of the archive that continues the restored backup. */
  readonly archiveId: string;
  /** Whether the restored backup is encrypted. Then all segments must be. */
  readonly isSealed: boolean;
  /** Commits up to this time are recovered; `null`: all that are in the archive. */
  readonly until: Date | null;
}

/** Serves the requests of PostgreSQL from the archive, and decrypts the next segment while one is replayed. */
class SegmentServer {
  readonly #recovery: Recovery;
  readonly #folder: string;
  readonly #user: DatabaseUser | null;
  readonly #segments: readonly string[];
  #isStopping = false;
  #running: Promise<void> = Promise.resolve();
  /** Why the recovery had to fail. */
  error: Error | null = null;

  constructor(recovery: Recovery, folder: string, user: DatabaseUser | null) {
    this.#recovery = recovery;
    this.#folder = folder;
    this.#user = user;
    this.#segments = listSegments(recovery.archive, recovery.archiveId);
  }

  start(): void {
    this.#running = this.#serve();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  async #serve(): Promise<void> {
    while (!this.#isStopping) {
      const request = readdirSync(this.#folder).find((name) => name.endsWith(WANTED));
      if (request === undefined) await wait(POLL_MS);
      else await this.#answer(request.slice(0, -WANTED.length));
    }
  }

  async #answer(name: string): Promise<void> {
    const path = join(this.#folder, name);
    const isFound = await this.#deliver(name).catch((error: Error) => {
      this.error = error;
      writeFileSync(`${path}.failed`, '');
      return false;
    });
    await rm(path + WANTED, { force: true });
    const next = this.#segments[this.#segments.indexOf(name) + 1];
    // A failure is reported when PostgreSQL requests the segment.
    if (next !== undefined && isFound) await this.#deliver(next).catch(() => undefined);
  }

  async #deliver(name: string): Promise<boolean> {
    const path = join(this.#folder, name);
    if (existsSync(path)) return true;
    const { archive, archiveId: id, isSealed: mustBeSealed } = this.#recovery;
    if (await fetchSegment(archive, { id, segment: name, mustBeSealed }, `${path}.part`)) {
      if (this.#user !== null) chownSync(`${path}.part`, this.#user.uid, this.#user.gid);
      await rename(`${path}.part`, path);
      return true;
    }
    const last = this.#segments.at(-1) ?? '';
    if (name < last && name.length === last.length) {
      throw new Error(`The archive lacks the segment ${name}, and has later ones.`);
    }
    return false;
  }
}

/** Returns a sentence for the operator about a recovery that PostgreSQL ended. */
function explain(error: Error, until: Date | null): Error {
  if (!error.message.includes('before configured recovery target')) return error;
  const last = /last completed transaction was at log time ([^\n]+)/.exec(error.message)?.[1];
  return new Error(
    `The archived log ends before ${until?.toISOString()}${last === undefined ? '' : `: its last commit is of ${last}`}. Use "--until latest", or an earlier time.`,
  );
}

/**
 * Starts a restored base backup, and replays the archived log up to a time. The database is on a new timeline
 * afterwards, and does not archive.
 *
 * @throws {Error} with a sentence for the operator: the log ends too early, is incomplete, or cannot be decrypted
 */
export async function recoverCluster(recovery: Recovery): Promise<EmbeddedPostgres> {
  const { dataDir, until } = recovery;
  const layout = clusterLayout(dataDir);
  const user = databaseUser(layout.data);
  const folder = join(layout.data, FETCH);
  mkdirSync(folder, { mode: 0o700 });
  const signal = join(layout.data, 'recovery.signal');
  writeFileSync(signal, '', { mode: 0o600 });
  if (user !== null) for (const path of [folder, signal]) chownSync(path, user.uid, user.gid);
  const server = new SegmentServer(recovery, folder, user);
  server.start();
  try {
    return await startEmbeddedPostgres({
      dataDir,
      isRecovery: true,
      settings: {
        hot_standby: 'off',
        restore_command: RESTORE_COMMAND,
        recovery_target_timeline: 'current',
        ...(until === null
          ? {}
          : {
              // PostgreSQL reads this setting before it knows the names of time zones, such as Z.
              recovery_target_time: until.toISOString().replace('T', ' ').replace('Z', '+00'),
              recovery_target_action: 'promote',
            }),
      },
    });
  } catch (error) {
    throw server.error ?? explain(error as Error, until);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
