import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '@redis/client';
import type { Logger } from '@sangwian/node-kit/logger';
import { within } from '../bus/answer-within.ts';
import type { ApiModule } from '../http/handler.ts';

/** A call waits for Redis for at most this long. On a healthy network, a response takes less than a millisecond. */
const ANSWER_MS_MAX = 100;
/** After a late response, Redis is probed at this interval. It is used again once it responds to a probe in time. */
const PROBE_EVERY_MS = 500;
/** After this many unanswered probes, the connection is reopened, because its other end may be gone. */
const PROBES_LOST_MAX = 10;

interface ScriptOptions {
  readonly keys: string[];
  readonly arguments: string[];
}

const createCountersClient = (url: string) =>
  createClient({ url, name: 'sangwian-limits', disableOfflineQueue: true });

/**
 * Counters in Redis that all nodes share. While `isReady` is false, each node counts in its memory. When Redis becomes
 * slow, only the calls in progress wait for it; then only probes test whether Redis responds in time.
 */
export class SharedCounters {
  readonly #url: string;
  readonly #logger: Logger;
  #client: ReturnType<typeof createCountersClient>;
  #isSlow = false;
  #isStopped = false;
  #isReported = false;

  constructor(url: string, logger: Logger) {
    this.#url = url;
    this.#logger = logger;
    this.#client = this.#createClient();
  }

  /** Connects in the background, and again whenever the connection is lost. */
  start(): void {
    this.#client.connect().catch((err: unknown) => this.#report(err));
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#client.isOpen) this.#client.destroy();
  }

  get isReady(): boolean {
    return this.#client.isReady && !this.#isSlow;
  }

  /** Runs a script of `rate-limiter-flexible` or of `SharedHolds`. Rejects if Redis does not respond in time. */
  async eval(script: string, options: ScriptOptions): Promise<unknown> {
    try {
      return await within(ANSWER_MS_MAX, this.#client.eval(script, options));
    } catch (err) {
      this.#report(err);
      if (!this.#isSlow) {
        this.#isSlow = true;
        void this.#probeUntilFast();
      }
      throw err;
    }
  }

  #createClient(): ReturnType<typeof createCountersClient> {
    const client = createCountersClient(this.#url);
    client.on('error', (err) => this.#report(err));
    client.on('ready', () => {
      this.#isReported = false;
    });
    return client;
  }

  async #probeUntilFast(): Promise<void> {
    for (let lost = 0; !this.#isStopped; ) {
      await wait(PROBE_EVERY_MS, undefined, { ref: false });
      try {
        await within(ANSWER_MS_MAX, this.#client.ping());
        this.#isSlow = false;
        this.#isReported = false;
        return;
      } catch {
        // No probe is sent while the client reconnects automatically.
        if (this.#client.isReady) lost += 1;
        if (lost < PROBES_LOST_MAX || this.#isStopped) continue;
        lost = 0;
        this.#client.destroy();
        this.#client = this.#createClient();
        this.start();
      }
    }
  }

  /** Logs the first error since the connection was last ready. */
  #report(err: unknown): void {
    if (this.#isReported || this.#isStopped) return;
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
