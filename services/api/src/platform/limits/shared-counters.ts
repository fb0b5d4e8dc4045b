import { createClient } from '@redis/client';
import type { Logger } from '@sangwian/node-kit/logger';
import { within } from '../bus/answer-within.ts';
import type { ApiModule } from '../http/handler.ts';

/** A call waits for Redis at most this long; an answer takes less than a millisecond on a healthy network. */
const ANSWER_MS_MAX = 200;
/** After a late answer Redis is not asked for this long, so that few calls wait for it. */
const PAUSE_MS = 5_000;

interface ScriptOptions {
  readonly keys: string[];
  readonly arguments: string[];
}

/** Counters in Redis that all nodes share. While `isReady` is false, each node counts in its memory. */
export class SharedCounters {
  readonly #client: ReturnType<typeof createClient>;
  readonly #logger: Logger;
  #pausedUntilMs = 0;
  #isReported = false;

  constructor(url: string, logger: Logger) {
    this.#logger = logger;
    this.#client = createClient({ url, name: 'sangwian-limits', disableOfflineQueue: true });
    this.#client.on('error', (err) => this.#report(err));
    this.#client.on('ready', () => {
      this.#isReported = false;
    });
  }

  /** Connects in the background, and again whenever the connection is lost. */
  start(): void {
    this.#client.connect().catch((err: unknown) => this.#report(err));
  }

  stop(): void {
    if (this.#client.isOpen) this.#client.destroy();
  }

  get isReady(): boolean {
    return this.#client.isReady && performance.now() >= this.#pausedUntilMs;
  }

  /** Runs a script of `rate-limiter-flexible`. Rejects if Redis does not answer in time. */
  async eval(script: string, options: ScriptOptions): Promise<unknown> {
    try {
      return await within(ANSWER_MS_MAX, this.#client.eval(script, options));
    } catch (err) {
      this.#pausedUntilMs = performance.now() + PAUSE_MS;
      this.#report(err);
      throw err;
    }
  }

  /** Logs the first error since the connection was last ready. */
  #report(err: unknown): void {
    if (this.#isReported) return;
    this.#isReported = true;
    this.#logger.warn({ err }, 'limits are counted on each node: Redis does not answer');
  }
}

/** Creates the counters at `BUS_URL` and the module that connects them; `null` without Redis. */
export function createSharedCounters(
  redisUrl: string,
  logger: Logger,
): { readonly counters: SharedCounters | null; readonly module: ApiModule } {
  if (redisUrl === '') return { counters: null, module: {} };
  const counters = new SharedCounters(redisUrl, logger);
  return {
    counters,
    module: { start: () => counters.start(), stop: async () => counters.stop() },
  };
}
