import { fetchOwnProcess } from '@sangwian/node-kit/http/restrict-fetch';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Revocations } from '../watch/watch.module.ts';

const PUSH_MS_MAX = 1_000;
const RETRY_MS_MIN = 200;
const RETRY_MS_MAX = 5_000;

export interface RevocationPushOptions {
  /** The URL of a media process. */
  readonly url: string;
  readonly secret: string;
  readonly revocationsSince: (cursor: number) => Promise<Revocations>;
  readonly logger: Logger;
}

/**
 * Pushes revoked grants to a media process as soon as they are committed. Retries a failed push with backoff.
 * Each push contains all revocations since the last successful push, so that none is lost.
 */
export class RevocationPush {
  readonly #options: RevocationPushOptions;
  #cursor = 0;
  #due = false;
  #running: Promise<void> | null = null;
  #pause: { readonly wake: () => void; readonly timer: NodeJS.Timeout } | null = null;
  #stopped = false;

  constructor(options: RevocationPushOptions) {
    this.#options = options;
  }

  /** Starts a push. Call it after a revocation. */
  notify(): void {
    this.#due = true;
    if (this.#running !== null || this.#stopped) return;
    this.#running = this.#run().finally(() => {
      this.#running = null;
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#pause?.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    let retryMs = RETRY_MS_MIN;
    while (this.#due && !this.#stopped) {
      this.#due = false;
      try {
        await this.#push();
        retryMs = RETRY_MS_MIN;
      } catch (err) {
        this.#options.logger.warn({ err }, 'revocation push failed');
        this.#due = true;
        await this.#sleep(retryMs);
        retryMs = Math.min(RETRY_MS_MAX, retryMs * 2);
      }
    }
  }

  async #push(): Promise<void> {
    const found = await this.#options.revocationsSince(this.#cursor);
    if (found.revocations.length > 0) {
      const response = await fetchOwnProcess(`${this.#options.url}/control/revocations`, {
        method: 'POST',
        headers: { ...internalHeaders(this.#options.secret), 'content-type': 'application/json' },
        body: JSON.stringify(found),
        signal: AbortSignal.timeout(PUSH_MS_MAX),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the media process answered ${response.status}`);
    }
    this.#cursor = found.cursor;
    this.#due ||= found.more;
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((done) => {
      const wake = (): void => {
        if (this.#pause !== null) clearTimeout(this.#pause.timer);
        this.#pause = null;
        done();
      };
      this.#pause = { wake, timer: setTimeout(wake, ms) };
    });
  }
}
