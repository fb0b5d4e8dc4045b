import type { ErrorCode } from '@sangwian/contract/errors/codes';
import type { Clock } from '../stream/clock.ts';

/** A peer asks within a second; an encoder's operator who looks at the answer has this long. */
const KEPT_MS = 60_000;
/** Ended sessions that are remembered, some 200 bytes each; of more, the oldest are forgotten. */
const KEPT_MAX = 2_000;

/** Why the server ended a session, as its address says afterwards. */
export interface EndCause {
  readonly code: ErrorCode;
  /** What to change, for the person at the encoder. */
  readonly detail?: string;
}

interface Ended {
  readonly cause: EndCause;
  readonly atMs: number;
}

/** Remembers for a minute why sessions were ended, so that their peers can ask. */
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
