import { setImmediate } from 'node:timers/promises';
import { every, type RepeatedTask } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import pg from 'pg';
import { cutConnection } from './cut-connection.ts';

export interface WatchTimes {
  /** Between one question and the next. */
  readonly everyMs: number;
  /** A database that does not answer `select 1` for this long is frozen: nothing of it needs the disk or a lock. */
  readonly answerMsMax: number;
}

export const WATCH_TIMES: WatchTimes = { everyMs: 1_000, answerMsMax: 3_000 };

export interface DatabaseWatchOptions {
  readonly url: string;
  readonly times: WatchTimes;
  readonly logger: Logger;
  /** It does not answer any more. */
  readonly onFrozen: () => void;
  /** It answers again, or it is gone, which every call finds out at once by itself. */
  readonly onThawed: () => void;
}

const LATE = Symbol('late');

/**
 * Asks the database over a connection of its own whether it is there. A database that is frozen (a stopped process, a
 * hung disk or network) takes connections and calls and answers none of them, so that each of them waits as long as it
 * may; and the server's own limits are frozen with it.
 */
export class DatabaseWatch {
  readonly #options: DatabaseWatchOptions;
  #client: pg.Client | null = null;
  #frozen = false;
  readonly #polls: RepeatedTask;
  #stopped = false;

  constructor(options: DatabaseWatchOptions) {
    this.#options = options;
    const { times, logger } = options;
    this.#polls = every(times.everyMs, () => this.#ask(), { name: 'database_watch', logger });
    this.#polls.start();
  }

  stop(): void {
    this.#stopped = true;
    void this.#polls.stop();
    this.#drop();
  }

  async #ask(): Promise<void> {
    const answer = await this.#inTime(this.#select()).catch(() => null);
    if (this.#stopped) return;
    if (answer === null || answer === LATE) this.#drop();
    const frozen = answer === LATE;
    if (frozen === this.#frozen) return;
    this.#frozen = frozen;
    const { logger, onFrozen, onThawed } = this.#options;
    if (frozen) {
      logger.error('database does not answer; calls that need it are refused until it does');
      onFrozen();
    } else {
      logger.warn('calls reach the database again');
      onThawed();
    }
  }

  async #select(): Promise<unknown> {
    if (this.#client === null) {
      const client = new pg.Client({
        connectionString: this.#options.url,
        application_name: 'sangwian-watch',
      });
      client.on('error', () => {});
      this.#client = client;
      await client.connect();
    }
    return this.#client.query('select 1');
  }

  async #inTime<Value>(answer: Promise<Value>): Promise<Value | typeof LATE> {
    const { promise: late, resolve } = Promise.withResolvers<typeof LATE>();
    const timer = setTimeout(async () => {
      // Where this process itself was busy, the answer may lie in the socket: it is read before this resolves.
      await setImmediate();
      await setImmediate();
      resolve(LATE);
    }, this.#options.times.answerMsMax);
    answer.catch(() => {});
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #drop(): void {
    if (this.#client !== null) cutConnection(this.#client);
    this.#client = null;
  }
}
