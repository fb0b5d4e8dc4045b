import { every, type RepeatedTask } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import pg from 'pg';

/** Channel on which all nodes of a database listen. */
const CHANNEL = 'sangwian_bus';

export interface BusLineTimes {
  readonly connectMsMax: number;
  readonly queryMsMax: number;
  /** A silently lost connection is detected after this time plus `queryMsMax`. */
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
  /** Called each time the connection listens, also after a reconnect. */
  readonly onOpen: () => void;
  readonly onLost: () => void;
}

/**
 * A dedicated connection for LISTEN and NOTIFY, reopened with backoff when it is lost. It is not from the pool, because
 * a notification only arrives on the session that listens.
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

  /** Resolves when the first attempt has succeeded or failed. Retries run in the background. */
  async open(): Promise<void> {
    const { url, times, logger, onFrame, onOpen } = this.#options;
    const client = new pg.Client({
      connectionString: url,
      application_name: 'sangwian-bus',
      connectionTimeoutMillis: times.connectMsMax,
      query_timeout: times.queryMsMax,
      keepAlive: true,
    });
    // Both events may arrive, and more than once. `#lose` handles the first one only.
    client.on('error', (err) => this.#lose(client, err));
    client.on('end', () => this.#lose(client, new Error('the connection ended')));
    client.on('notification', ({ payload }) => {
      if (payload !== undefined && this.#client === client) onFrame(payload);
    });
    try {
      await client.connect();
      // Notifications are not durable, so waiting for the disk has no benefit.
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

  /** Sends all frames in order in one transaction. Returns `false` on failure, which also reopens the connection. */
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

  /** Ignores errors, because the connection is no longer used. */
  #dismiss(client: pg.Client): void {
    client.end().catch(() => {});
  }
}
