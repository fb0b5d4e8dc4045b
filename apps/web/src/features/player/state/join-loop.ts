import { JoinRefused } from '../engine/join-refused.ts';
import { retryDelayMs } from '../engine/retry-delay.ts';
import type { StreamAddresses } from '../engine/stream-engine.ts';

interface JoinLoopOptions {
  readonly join: (signal: AbortSignal) => Promise<StreamAddresses>;
  /** Called after a join, to load the stream. An error counts as a failed join. */
  readonly onJoined: (addresses: StreamAddresses) => Promise<void>;
  readonly onRefused: (code: string) => void;
  /** Called when a join failed, before the loop retries. */
  readonly onUnreachable: () => void;
}

/**
 * Requests a grant until the API grants or refuses it. Runs one attempt at a time, with a backoff after each failure.
 */
export class JoinLoop {
  readonly #options: JoinLoopOptions;
  #run = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #busy = false;
  #failures = 0;

  constructor(options: JoinLoopOptions) {
    this.#options = options;
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** Stops earlier attempts and begins again, without a backoff. */
  start(): void {
    this.stop();
    void this.#try();
  }

  /** Retries at once after the network has returned. */
  retryNow(): void {
    this.#failures = 0;
    void this.#try();
  }

  /**
   * Requests a new grant after the media server refused the current one. The first request is sent at once. Each further
   * request waits for a backoff.
   */
  renew(): void {
    if (this.#busy) return;
    if (this.#failures > 0) this.#scheduleRetry();
    else {
      this.#failures = 1;
      void this.#try();
    }
  }

  /** Call this when the stream works, so that the next failure counts as the first. */
  resetBackoff(): void {
    this.#failures = 0;
  }

  /** Handles a failed join, or a failure to load the stream after a join. Retries unless the API refused the join. */
  fail(error: unknown): void {
    if (error instanceof JoinRefused) {
      this.#options.onRefused(error.code);
      return;
    }
    this.#options.onUnreachable();
    this.#scheduleRetry();
  }

  stop(): void {
    this.#run.abort();
    this.#run = new AbortController();
    clearTimeout(this.#timer);
    this.#busy = false;
    this.#failures = 0;
  }

  async #try(): Promise<void> {
    if (this.#busy) return;
    const run = this.#run.signal;
    clearTimeout(this.#timer);
    this.#busy = true;
    try {
      const addresses = await this.#options.join(run);
      if (!run.aborted) await this.#options.onJoined(addresses);
    } catch (error) {
      if (!run.aborted) this.fail(error);
    } finally {
      if (!run.aborted) this.#busy = false;
    }
  }

  #scheduleRetry(): void {
    const delayMs = retryDelayMs(this.#failures, Math.random());
    this.#failures += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#try(), delayMs);
  }
}
