import type { MemberId, WatchToken } from '@sangwian/contract/ids';
import type { Clock } from '../../../platform/time/clock.ts';
import type { WatchReader } from './watch.store.ts';

/** Beats are batched for this long, so that a crowd's beats become one statement. */
const FLUSH_MS = 2_000;
/** Further beats of a batch are dropped: a browser beats three times before its session would end. */
const BEATS_MAX = 50_000;

export class WatchBeats {
  readonly #reader: WatchReader;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #waiting = new Map<string, { memberId: MemberId; watchToken: WatchToken }>();
  #timer: NodeJS.Timeout | null = null;

  constructor(reader: WatchReader, clock: Clock, onError: (error: unknown) => void) {
    this.#reader = reader;
    this.#clock = clock;
    this.#onError = onError;
  }

  add(memberId: MemberId, watchToken: WatchToken): void {
    if (this.#waiting.size >= BEATS_MAX) return;
    this.#waiting.set(`${memberId} ${watchToken}`, { memberId, watchToken });
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Writes the batch. A failed batch is not retried, because the next beats come soon. */
  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const beats = [...this.#waiting.values()];
    this.#waiting.clear();
    if (beats.length === 0) return;
    await this.#reader.markSeenByTokens(beats, this.#clock()).catch(this.#onError);
  }
}
