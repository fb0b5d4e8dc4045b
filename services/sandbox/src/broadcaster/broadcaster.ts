import type { Logger } from '@sangwian/node-kit/logger';
import type { ConnectPublisherOptions, RtmpPublisher } from '@sangwian/rtmp/publisher';
import type { DemoLoop } from '../demo-bout/demo-loop.ts';
import type { Clock } from './clock.ts';
import { publishLoop } from './publish-loop.ts';

/** All processes start together, so the first retry follows soon after the API can check the stream key. */
const RETRY_MS_MIN = 100;
const RETRY_GROWTH = 1.5;
const RETRY_MS_MAX = 5_000;
/** A connection that lasted this long resets the backoff. */
const SETTLED_MS = 10_000;
const CONNECT_MS_MAX = 5_000;

export type BroadcasterState = 'stopped' | 'connecting' | 'live' | 'waiting';

/** The response of `GET /sandbox/broadcaster`. */
export interface BroadcasterStatus {
  readonly state: BroadcasterState;
  /** Unix time in ms at which loop time 0 was last due; `null` before the first connection. */
  readonly epoch: number | null;
  readonly loop_ms: number;
  /** Connections accepted by the server so far. */
  readonly connections: number;
  /** Video and audio frames sent so far. */
  readonly units_sent: number;
  readonly last_error: string | null;
}

export interface BroadcasterOptions {
  readonly loop: DemoLoop;
  readonly target: Omit<ConnectPublisherOptions, 'connectMsMax'>;
  readonly connect: (options: ConnectPublisherOptions) => Promise<RtmpPublisher>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Publishes the demo bout endlessly, as OBS would; retries with backoff after a refusal or a lost connection. */
export class Broadcaster {
  readonly #options: BroadcasterOptions;
  #state: BroadcasterState = 'stopped';
  #originMs: number | null = null;
  #connections = 0;
  #unitsSent = 0;
  #lastError: string | null = null;
  #running: { readonly stop: AbortController; readonly done: Promise<void> } | null = null;

  constructor(options: BroadcasterOptions) {
    this.#options = options;
  }

  get status(): BroadcasterStatus {
    const { clock, loop } = this.#options;
    const epoch =
      this.#originMs === null
        ? null
        : Math.round(clock.wallMs() - ((clock.nowMs() - this.#originMs) % loop.lengthMs));
    return {
      state: this.#state,
      epoch,
      loop_ms: loop.lengthMs,
      connections: this.#connections,
      units_sent: this.#unitsSent,
      last_error: this.#lastError,
    };
  }

  /** Loop time being sent; `null` while not connected. */
  get loopTimeMs(): number | null {
    if (this.#state !== 'live' || this.#originMs === null) return null;
    return (this.#options.clock.nowMs() - this.#originMs) % this.#options.loop.lengthMs;
  }

  /** Starts publishing; does nothing if already started. */
  start(): void {
    if (this.#running !== null) return;
    const stop = new AbortController();
    this.#running = { stop, done: this.#run(stop.signal) };
  }

  /** Resolves once the connection is closed. */
  async stop(): Promise<void> {
    const running = this.#running;
    if (running === null) return;
    running.stop.abort();
    await running.done;
    // A new start may have replaced it in the meantime.
    if (this.#running === running) this.#running = null;
  }

  async #run(stop: AbortSignal): Promise<void> {
    const { clock, logger } = this.#options;
    let retryMs = RETRY_MS_MIN;
    while (!stop.aborted) {
      const startedMs = clock.nowMs();
      try {
        this.#state = 'connecting';
        await this.#publishOnce(stop);
      } catch (error) {
        this.#lastError = error instanceof Error ? error.message : String(error);
        logger.warn({ reason: this.#lastError }, 'demo bout connection failed');
      }
      if (stop.aborted) break;
      if (clock.nowMs() - startedMs > SETTLED_MS) retryMs = RETRY_MS_MIN;
      this.#state = 'waiting';
      await clock.until(clock.nowMs() + retryMs, stop);
      retryMs = Math.min(retryMs * RETRY_GROWTH, RETRY_MS_MAX);
    }
    this.#state = 'stopped';
  }

  async #publishOnce(stop: AbortSignal): Promise<void> {
    const { connect, target, loop, clock, logger } = this.#options;
    const publisher = await connect({ ...target, connectMsMax: CONNECT_MS_MAX });
    const disconnected = new AbortController();
    const closed = publisher.closed.then((error) => {
      disconnected.abort();
      return error;
    });
    try {
      if (stop.aborted) return;
      this.#originMs ??= clock.nowMs();
      this.#connections += 1;
      this.#state = 'live';
      logger.info({ host: target.host, port: target.port }, 'demo bout connected');
      await publishLoop({
        loop,
        publisher,
        clock,
        originMs: this.#originMs,
        signal: AbortSignal.any([stop, disconnected.signal]),
        onSent: () => {
          this.#unitsSent += 1;
        },
      });
    } finally {
      await publisher.close();
    }
    const error = await closed;
    if (!stop.aborted) throw error ?? new Error('the server closed the connection');
  }
}
