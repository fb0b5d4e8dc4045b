import type { ErrorCode } from '@sangwian/contract/errors/codes';
import type { Clock } from '../stream/clock.ts';

/** Retention: a peer requests the reason within a second, and an encoder's operator may look later. */
const KEPT_MS = 60_000;
/** Maximum number of remembered sessions, about 200 bytes each; the oldest is evicted. */
const KEPT_MAX = 2_000;

/** Why the server ended a session; returned at the session's URL. */
export interface EndCause {
  readonly code: ErrorCode;
  /** What the encoder's operator should change. */
  readonly detail?: string;
}

interface Ended {
  readonly cause: EndCause;
  readonly atMs: number;
}

/** Remembers for a minute why sessions were ended, so that their peers can request the reason. */
export class EndedSessions {
  readonly #clock: Clock;
  readonly #ended = new Map<string, Ended>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(key: string, cause: EndCause): void {
    this.#ended.set(key, { cause, atMs: this.#clock.elapsedMs() });
    const [oldest] = this.#ended.keys();
    if (this.#ended.size > KEPT_MAX && oldest !== undefined) this.#ended.delete(oldest);
  }

  find(key: string): EndCause | null {
    const found = this.#ended.get(key);
    if (found === undefined) return null;
    return this.#clock.elapsedMs() - found.atMs > KEPT_MS ? null : found.cause;
  }
}
