import { setTimeout as wait } from 'node:timers/promises';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@sangwian/embedded-postgres/embedded-postgres';
import type { Logger } from '@sangwian/node-kit/logger';

const RESTART_MS = 250;
const RESTARTS_IN_A_ROW_MAX = 20;

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

/**
 * Keeps the embedded database running. The supervisor restarts PostgreSQL, and this function restarts a killed
 * supervisor. The connection URLs do not change.
 */
export async function runEmbeddedDatabase(dataDir: string, notes: Notes): Promise<RunningDatabase> {
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
    },
  };
}
