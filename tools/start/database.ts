import { setTimeout as wait } from 'node:timers/promises';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@sangwian/embedded-postgres/embedded-postgres';
import {
  disableArchive,
  emptyOutbox,
  enableArchive,
  type WalArchive,
} from '@sangwian/embedded-postgres/wal-archive';
import { every } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';

const RESTART_MS = 250;
const RESTARTS_IN_A_ROW_MAX = 20;
/** Segments of the log wait this long in the outbox at most. */
const ARCHIVE_POLL_MS = 1_000;
/** Failures before the terminal shows the operator a message, about half a minute after the first. */
const ARCHIVE_FAILURES_NOTED = 5;

export interface RunningDatabase {
  /** Connection URL of the database's owner. Services use `serviceUrl`. */
  readonly url: string;
  readonly serviceUrl: string;
  stop(): Promise<void>;
}

interface Notes {
  readonly logger: Logger;
  /** Receives messages to print on the terminal. */
  readonly onNote: (text: string) => void;
  /** Called when the database cannot be restarted. */
  readonly onLost: (reason: Error) => void;
}

/** Moves the log of the running database to its archive, until it is stopped. */
function runArchive(dataDir: string, archive: WalArchive | null, { logger, onNote }: Notes) {
  if (archive === null) {
    disableArchive(dataDir);
    return { stop: async (): Promise<void> => undefined };
  }
  const isNew = enableArchive(dataDir);
  const isSealed = archive.secrets.length > 0;
  if (isNew) onNote(`the log is archived from now on; make a backup: npm run backup`);
  if (!isSealed) onNote('backups are not encrypted: set BACKUP_SECRET');
  let failures = 0;
  const move = async (): Promise<void> => {
    try {
      const moved = await emptyOutbox(dataDir, archive);
      if (moved > 0) logger.debug({ files: moved }, 'log archived');
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures === ARCHIVE_FAILURES_NOTED) {
        onNote(`the log cannot be archived: ${(error as Error).message}`);
      }
      throw error;
    }
  };
  const task = every(ARCHIVE_POLL_MS, move, { name: 'wal archive', logger });
  task.start();
  return {
    stop: async (): Promise<void> => {
      await task.stop();
      // A database that stops archives its last segment. If it cannot be moved now, the next start moves it.
      await move().catch((error: unknown) => logger.warn({ err: error }, 'log not archived'));
    },
  };
}

interface DatabaseOrder {
  readonly dataDir: string;
  readonly archive: WalArchive | null;
}

/**
 * Keeps the embedded database running. The supervisor restarts PostgreSQL, and this function restarts a killed
 * supervisor. The connection URLs do not change.
 */
export async function runEmbeddedDatabase(
  { dataDir, archive }: DatabaseOrder,
  notes: Notes,
): Promise<RunningDatabase> {
  const archiver = runArchive(dataDir, archive, notes);
  const start = (): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDir, logger: notes.logger });
  let current = await start();
  const { url, serviceUrl } = current;
  let stopping = false;

  const supervise = async (): Promise<void> => {
    for (let failures = 0; ; ) {
      await current.ended;
      if (stopping) return;
      notes.onNote('the database ended unexpectedly; restarting it');
      try {
        current = await start();
        failures = 0;
      } catch (error) {
        failures += 1;
        notes.logger.error({ err: error }, 'database start failed');
        if (failures > RESTARTS_IN_A_ROW_MAX) throw error;
        await wait(RESTART_MS);
      }
      if (stopping) return current.stop();
    }
  };
  const supervision = supervise().catch((error: unknown) => notes.onLost(error as Error));
  return {
    url,
    serviceUrl,
    stop: async () => {
      stopping = true;
      await current.stop();
      await supervision;
      await archiver.stop();
    },
  };
}
