import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@sangwian/node-kit/logger';

const CALL_MS_MAX = 1_000;
const RETRY_MS = 200;
/**
 * Each ban is repeated after this time, because a verdict that was sent just before the revocation may reach the cache
 * just after the first ban. Varnish waits at most one second for a verdict (`deploy/edge/edge.vcl`).
 */
const REPEAT_MS = 1_200;
/**
 * If more sessions are revoked at once, all verdicts are banned, because Varnish compares each cached verdict with
 * every ban.
 */
const SESSIONS_PER_BAN_MAX = 50;
/** Ids are checked against this pattern, because they become part of a regular expression. */
const SESSION_PATTERN = /^[\w-]{1,128}$/;

/** Returns a regular expression that matches these watch sessions, or all sessions if there are many. */
function patternOf(watchSessionIds: readonly string[]): string {
  const few =
    watchSessionIds.length <= SESSIONS_PER_BAN_MAX &&
    watchSessionIds.every((id) => SESSION_PATTERN.test(id));
  return few ? `^(${watchSessionIds.join('|')})$` : '.';
}

export interface VerdictBansOptions {
  /** URL of Varnish's control port. */
  readonly url: string;
  readonly logger: Logger;
  readonly repeatMs?: number;
}

/** Removes the verdicts on revoked grants from the cache of an edge. */
export class VerdictBans {
  readonly #options: VerdictBansOptions;
  readonly #stopped = new AbortController();
  readonly #waiting = new Set<string>();
  #running: Promise<void> | null = null;
  #due: Promise<void> = Promise.resolve();

  constructor(options: VerdictBansOptions) {
    this.#options = options;
  }

  /**
   * Bans the verdicts on these watch sessions now, and once more later. Call it after the revocation has been recorded.
   */
  ban(watchSessionIds: readonly string[]): void {
    if (watchSessionIds.length === 0 || this.#stopped.signal.aborted) return;
    for (const id of watchSessionIds) this.#waiting.add(id);
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  /** Drops pending bans. The affected verdicts expire soon. */
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

  /** Sends one ban, with Varnish's method `BAN`. */
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
