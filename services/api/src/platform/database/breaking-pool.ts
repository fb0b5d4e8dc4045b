import { ApiError } from '@sangwian/node-kit/api-error';
import pg from 'pg';
import { cutConnection } from './cut-connection.ts';

/** By then the watch has asked again some times. */
const RETRY_S = 5;

const unavailable = (): ApiError =>
  new ApiError('unavailable', {
    retryAfterS: RETRY_S,
    cause: new Error('the database does not answer'),
  });

/**
 * A pool with a circuit breaker. While it is open, a call that wants a connection is refused at once with `unavailable`
 * instead of waiting for a database that does not answer.
 */
export class BreakingPool extends pg.Pool {
  readonly #connected = new Set<pg.PoolClient>();
  readonly #waiting = new Set<(error: Error) => void>();
  #open = false;

  constructor(config: pg.PoolConfig) {
    super(config);
    this.on('connect', (client) => this.#connected.add(client));
    this.on('remove', (client) => this.#connected.delete(client));
  }

  /** Opens the breaker. Calls under way fail now; whether the database did what they asked is not known. */
  break(): void {
    this.#open = true;
    for (const refuse of this.#waiting) refuse(unavailable());
    this.#waiting.clear();
    for (const client of this.#connected) cutConnection(client);
  }

  mend(): void {
    this.#open = false;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(
    callback?: Parameters<pg.Pool['connect']>[0],
  ): Promise<pg.PoolClient> | undefined {
    if (callback !== undefined) {
      super.connect(callback);
      return;
    }
    if (this.#open) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      super.connect().then(
        (client) => {
          if (this.#waiting.delete(reject)) resolve(client);
          else client.release();
        },
        (error: unknown) => {
          this.#waiting.delete(reject);
          reject(error);
        },
      );
    });
  }
}
