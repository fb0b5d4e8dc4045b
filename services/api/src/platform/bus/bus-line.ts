import { every, type RepeatedTask } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import pg from 'pg';

/** All nodes of one database listen to it. */
const CHANNEL = 'sangwian_bus';

export interface BusLineTimes {
  readonly connectMsMax: number;
  readonly queryMsMax: number;
  /** A connection that died without a word is found after this much and a query's time. */
  readonly probeMs: number;
  readonly retryMsMin: number;
  readonly retryMsMax: number;
}

export const BUS_LINE_TIMES: BusLineTimes = {
  connectMsMax: 5_000,
  queryMsMax: 5_000,
  probeMs: 5_000,
  retryMsMin: 100,
  retryMsMax: 5_000,
};

export interface BusLineOptions {
  readonly url: string;
  readonly logger: Logger;
  readonly times: BusLineTimes;
  readonly onFrame: (frame: string) => void;
  /** It listens (again). */
  readonly onOpen: () => void;
  readonly onLost: () => void;
}

/**
 * One connection of its own that listens and notifies, made again with growing pauses whenever it is lost. Not one of
 * the pool: a notification only arrives on the session that listens.
 */
export class BusLine {
  readonly #options: BusLineOptions;
  #client: pg.Client | null = null;
  #probe: RepeatedTask | null = null;
  #retry: NodeJS.Timeout | null = null;
  #retryMs: number;
  #closed = false;

  constructor(options: BusLineOptions) {
    this.#options = options;
    this.#retryMs = options.times.retryMsMin;
  }

  get isOpen(): boolean {
    return this.#client !== null;
  }

  /** Resolves once the first try has succeeded or failed; later ones follow by themselves. */
  async open(): Promise<void> {
    const { url, times, logger, onFrame, onOpen } = this.#options;
    const client = new pg.Client({
      connectionString: url,
      application_name: 'sangwian-bus',
      connectionTimeoutMillis: times.connectMsMax,
      query_timeout: times.queryMsMax,
      keepAlive: true,
    });
    // Both may come, and more than once; what is lost is lost once.
    client.on('error', (err) => this.#lose(client, err));
    client.on('end', () => this.#lose(client, new Error('the connection ended')));
    client.on('notification', ({ payload }) => {
      if (payload !== undefined && this.#client === client) onFrame(payload);
    });
    try {
      await client.connect();
      // A notification is no record: nothing is gained by waiting for the disk.
      await client.query('set synchronous_commit = off');
      await client.query(`listen ${CHANNEL}`);
    } catch (err) {
      logger.warn({ err }, 'the bus between nodes did not open');
      this.#dismiss(client);
      this.#retryLater();
      return;
    }
    if (this.#closed) return this.#dismiss(client);
    this.#client = client;
    this.#retryMs = times.retryMsMin;
    const probe = () => client.query('select 1').catch((err: unknown) => this.#lose(client, err));
    this.#probe = every(times.probeMs, probe, { name: 'bus_probe', logger });
    this.#probe.start();
    onOpen();
  }

  /** All frames in one transaction and in this order. Where that fails the line is lost, and opened again. */
  async send(frames: readonly string[]): Promise<boolean> {
    const client = this.#client;
    if (client === null) return false;
    try {
      await client.query({
        name: 'bus-notify',
        text: `select pg_notify('${CHANNEL}', frame) from unnest($1::text[]) as frame`,
        values: [frames],
      });
      return true;
    } catch (err) {
      this.#lose(client, err);
      return false;
    }
  }

  close(): void {
    this.#closed = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
    const client = this.#client;
    this.#client = null;
    void this.#probe?.stop();
    if (client !== null) this.#dismiss(client);
  }

  #lose(client: pg.Client, err: unknown): void {
    if (this.#client !== client) return;
    this.#client = null;
    void this.#probe?.stop();
    this.#options.logger.warn({ err }, 'the bus between nodes was lost');
    this.#options.onLost();
    this.#dismiss(client);
    this.#retryLater();
  }

  #retryLater(): void {
    if (this.#closed) return;
    this.#retry = setTimeout(() => void this.open(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, this.#options.times.retryMsMax);
  }

  /** Whether it ends well is of no interest: nothing of it is used any more. */
  #dismiss(client: pg.Client): void {
    client.end().catch(() => {});
  }
}
