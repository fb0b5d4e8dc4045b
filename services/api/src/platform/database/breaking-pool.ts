import { ApiError } from '@sangwian/node-kit/api-error';
import pg from 'pg';
import { cutConnection } from './cut-connection.ts';

/** Retry delay in seconds, long enough for several more polls of the database watch. */
const RETRY_S = 5;

const unavailable = (): ApiError =>
  new ApiError('unavailable', {
    retryAfterS: RETRY_S,
    cause: new Error('the database does not answer'),
  });

/**
 * A pool with a circuit breaker. While it is open, requests for a connection fail immediately with `unavailable`
 * instead of waiting for a database that does not respond.
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

  /** Opens the breaker. Running queries fail, and it is unknown whether the database executed them. */
  break(): void {
    this.#open = true;
    for (const reject of this.#waiting) reject(unavailable());
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
