import { setImmediate } from 'node:timers/promises';
import { every, type RepeatedTask } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import pg from 'pg';
import { cutConnection } from './cut-connection.ts';

export interface WatchTimes {
  /** Interval of the polls. */
  readonly everyMs: number;
  /** A database is frozen if `select 1`, which needs neither disk nor locks, takes longer than this. */
  readonly answerMsMax: number;
}

export const WATCH_TIMES: WatchTimes = { everyMs: 1_000, answerMsMax: 3_000 };

export interface DatabaseWatchOptions {
  readonly url: string;
  readonly times: WatchTimes;
  readonly logger: Logger;
  /** Called when the database stops responding. */
  readonly onFrozen: () => void;
  /** Called when the database responds again, or refuses connections, so that calls fail immediately. */
  readonly onThawed: () => void;
}

const LATE = Symbol('late');

/**
 * Polls the database over a dedicated connection. A frozen database (a stopped process, a hung disk or network) accepts
 * connections but never responds, so every call would wait until its timeout, and the server's timeouts are frozen too.
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
    this.#polls = every(times.everyMs, () => this.#poll(), { name: 'database_watch', logger });
    this.#polls.start();
  }

  stop(): void {
    this.#stopped = true;
    void this.#polls.stop();
    this.#drop();
  }

  async #poll(): Promise<void> {
    const answer = await this.#withTimeout(this.#select()).catch(() => null);
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

  async #withTimeout<Value>(answer: Promise<Value>): Promise<Value | typeof LATE> {
    const { promise: late, resolve } = Promise.withResolvers<typeof LATE>();
    const timer = setTimeout(async () => {
      // If this process was busy, the response may already be in the socket buffer. It is read before the timeout is
      // evaluated.
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
