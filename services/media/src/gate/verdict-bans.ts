import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@sangwian/node-kit/logger';

const CALL_MS_MAX = 1_000;
const RETRY_MS = 200;
/**
 * Each ban is repeated after this time: a verdict that left the gate just before the revocation may reach the cache just
 * after the first ban. Varnish gives up on a verdict after one second (`deploy/edge/edge.vcl`).
 */
const REPEAT_MS = 1_200;
/** More sessions are banned together with all others: Varnish compares each cached verdict with every ban. */
const SESSIONS_PER_BAN_MAX = 50;
/** The ids become part of a regular expression. */
const SESSION_PATTERN = /^[\w-]{1,128}$/;

/** Returns a pattern that matches these watch sessions, or all if there are many. */
function patternOf(watchSessionIds: readonly string[]): string {
  const few =
    watchSessionIds.length <= SESSIONS_PER_BAN_MAX &&
    watchSessionIds.every((id) => SESSION_PATTERN.test(id));
  return few ? `^(${watchSessionIds.join('|')})$` : '.';
}

export interface VerdictBansOptions {
  /** Varnish's control address. */
  readonly url: string;
  readonly logger: Logger;
  readonly repeatMs?: number;
}

/** Removes verdicts of revoked grants from the cache of an edge. */
export class VerdictBans {
  readonly #options: VerdictBansOptions;
  readonly #stopped = new AbortController();
  readonly #waiting = new Set<string>();
  #running: Promise<void> | null = null;
  #due: Promise<void> = Promise.resolve();

  constructor(options: VerdictBansOptions) {
    this.#options = options;
  }

  /** Bans the verdicts of these watch sessions, at once and once more. Call it after the revocation is known. */
  ban(watchSessionIds: readonly string[]): void {
    if (watchSessionIds.length === 0 || this.#stopped.signal.aborted) return;
    for (const id of watchSessionIds) this.#waiting.add(id);
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  /** Drops waiting bans: the verdicts end within their time. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
    await this.#due;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    while (this.#waiting.size > 0 && !signal.aborted) {
      const ids = [...this.#waiting];
      try {
        await this.#send(patternOf(ids));
        for (const id of ids) this.#waiting.delete(id);
        this.#repeat(patternOf(ids));
      } catch (err) {
        this.#options.logger.warn({ err }, 'verdict ban failed');
        await delay(RETRY_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  #repeat(pattern: string): void {
    const { signal } = this.#stopped;
    const { repeatMs = REPEAT_MS, logger } = this.#options;
    const repeated = delay(repeatMs, undefined, { signal })
      .then(() => this.#send(pattern))
      .catch((err: unknown) => {
        if (!signal.aborted) logger.warn({ err }, 'repeated verdict ban failed');
      });
    this.#due = Promise.all([this.#due, repeated]).then(() => {});
  }

  /** Sends one ban. `fetch` has no methods of its own. */
  #send(pattern: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const call = request(this.#options.url, {
        method: 'BAN',
        headers: { 'x-ban-sessions': pattern },
        signal: AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(CALL_MS_MAX)]),
      });
      call.on('error', reject);
      call.on('response', (response) => {
        response.resume();
        if (response.statusCode === 200) resolve();
        else reject(new Error(`Varnish answered ${response.statusCode}`));
      });
      call.end();
    });
  }
}
