import { JoinRefused } from '../engine/join-refused.ts';
import { retryDelayMs } from '../engine/retry-delay.ts';
import type { StreamAddresses } from '../engine/stream-engine.ts';

interface JoinLoopOptions {
  readonly join: (signal: AbortSignal) => Promise<StreamAddresses>;
  /** Loads what was answered; what it throws counts like a join that failed. */
  readonly onJoined: (addresses: StreamAddresses) => Promise<void>;
  readonly onRefused: (code: string) => void;
  /** It is tried again by itself. */
  readonly onUnreachable: () => void;
}

/** Asks for a grant until there is one or it is refused, one try at a time, further apart with each that fails. */
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

  /** Begins anew, as if nothing had been tried. */
  begin(): void {
    this.stop();
    void this.#try();
  }

  /** The network is back: tried at once. */
  hurry(): void {
    this.#failures = 0;
    void this.#try();
  }

  /** The grant was refused: asks for another, at once the first time. */
  renew(): void {
    if (this.#busy) return;
    if (this.#failures > 0) this.#later();
    else {
      this.#failures = 1;
      void this.#try();
    }
  }

  /** What was joined works, so the next failure is a first one. */
  worked(): void {
    this.#failures = 0;
  }

  /** What a join led to went wrong. */
  fail(error: unknown): void {
    if (error instanceof JoinRefused) {
      this.#options.onRefused(error.code);
      return;
    }
    this.#options.onUnreachable();
    this.#later();
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

  #later(): void {
    const delayMs = retryDelayMs(this.#failures, Math.random());
    this.#failures += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#try(), delayMs);
  }
}
