import { every, type RepeatedTask } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import {
  type BusConnection,
  type BusTimes,
  COMMON_CHANNEL,
  type ConnectBus,
  type Frame,
} from './bus-connection.ts';

export interface BusLineOptions {
  readonly connect: ConnectBus;
  readonly logger: Logger;
  readonly times: BusTimes;
  readonly onFrame: (text: string) => void;
  /** Called each time the connection begins to listen, also after a reconnect. */
  readonly onOpen: () => void;
  readonly onLost: () => void;
}

/** The connection of this node to the bus server. A lost connection is reopened with backoff. */
export class BusLine {
  readonly #options: BusLineOptions;
  /** Number of followers by channel. */
  readonly #followed = new Map<string, number>();
  #connection: BusConnection | null = null;
  #probe: RepeatedTask | null = null;
  #retry: NodeJS.Timeout | null = null;
  #retryMs: number;
  #closed = false;

  constructor(options: BusLineOptions) {
    this.#options = options;
    this.#retryMs = options.times.retryMsMin;
  }

  get isOpen(): boolean {
    return this.#connection !== null;
  }

  /** Resolves when the first attempt has succeeded or failed. Retries run in the background. */
  async open(): Promise<void> {
    const { connect, times, logger, onFrame } = this.#options;
    let connection: BusConnection | null = null;
    try {
      connection = await connect(times, {
        onFrame: (text) => {
          if (this.#connection !== null && this.#connection === connection) onFrame(text);
        },
        // Before the connection is in use, an error makes the pending call fail instead.
        onLost: (err) => this.#lose(connection, err),
      });
      await this.#listenToAll(connection);
    } catch (err) {
      logger.warn({ err }, 'the bus between nodes did not open');
      connection?.close();
      this.#retryLater();
    }
  }

  /** Sends all frames in order. Returns `false` on failure, which also reopens the connection. */
  async send(frames: readonly Frame[]): Promise<boolean> {
    const connection = this.#connection;
    if (connection === null) return false;
    try {
      await connection.send(frames);
      return true;
    } catch (err) {
      this.#lose(connection, err);
      return false;
    }
  }

  /**
   * Listens to one more channel.
   *
   * @param onHeard called once frames of the channel arrive; not called while the connection is lost, because `onOpen`
   * is called later
   * @returns a function that stops listening
   */
  follow(channel: string, onHeard: () => void): () => void {
    this.#followed.set(channel, (this.#followed.get(channel) ?? 0) + 1);
    this.#change((connection) => connection.listen(channel), onHeard);
    return () => {
      const left = (this.#followed.get(channel) ?? 1) - 1;
      if (left > 0) this.#followed.set(channel, left);
      else {
        this.#followed.delete(channel);
        this.#change((connection) => connection.unlisten(channel));
      }
    };
  }

  close(): void {
    this.#closed = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
    const connection = this.#connection;
    this.#connection = null;
    void this.#probe?.stop();
    connection?.close();
  }

  /** Listens to all channels, including those that are added meanwhile, and then puts the connection into use. */
  async #listenToAll(connection: BusConnection): Promise<void> {
    const heard = new Set<string>();
    for (;;) {
      const missing = [COMMON_CHANNEL, ...this.#followed.keys()].filter((one) => !heard.has(one));
      if (missing.length === 0) break;
      for (const channel of missing) heard.add(channel);
      await Promise.all(missing.map((channel) => connection.listen(channel)));
    }
    this.#use(connection);
  }

  #use(connection: BusConnection): void {
    if (this.#closed) {
      connection.close();
      return;
    }
    const { times, logger, onOpen } = this.#options;
    this.#connection = connection;
    this.#retryMs = times.retryMsMin;
    const probe = () => connection.probe().catch((err: unknown) => this.#lose(connection, err));
    this.#probe = every(times.probeMs, probe, { name: 'bus_probe', logger });
    this.#probe.start();
    onOpen();
  }

  #change(change: (connection: BusConnection) => Promise<unknown>, onDone = () => {}): void {
    const connection = this.#connection;
    if (connection === null) return;
    change(connection).then(
      () => {
        if (this.#connection === connection) onDone();
      },
      (err: unknown) => this.#lose(connection, err),
    );
  }

  #lose(connection: BusConnection | null, err: unknown): void {
    if (connection === null || this.#connection !== connection) return;
    this.#connection = null;
    void this.#probe?.stop();
    this.#options.logger.warn({ err }, 'the bus between nodes was lost');
    this.#options.onLost();
    connection.close();
    this.#retryLater();
  }

  #retryLater(): void {
    if (this.#closed) return;
    this.#retry = setTimeout(() => void this.open(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, this.#options.times.retryMsMax);
  }
}
