import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import { LIMITS } from '@sangwian/contract/limits';

/** Lines that may wait for a missing line; with one more, the missing line is skipped. */
const EARLY_LINES_MAX = 10 * LIMITS.chatResumeMax;

/**
 * Sorts the lines of a live by `seq`. Lines of this node arrive at once and lines of other nodes a moment later, so
 * either may overtake the other.
 */
export class ReorderBuffer {
  /** `seq` of the newest line that was returned; `null` before the first. */
  #seq: number | null = null;
  readonly #early = new Map<number, ChatMessage>();

  get seq(): number | null {
    return this.#seq;
  }

  /** Whether lines wait for a missing one. */
  get isWaiting(): boolean {
    return this.#early.size > 0;
  }

  /** Sets the start to the `seq` that a join has read up to. Only the first call has an effect. */
  startAt(seq: number): void {
    this.#seq ??= seq;
  }

  /** Returns the lines that are complete up to here, without duplicates. */
  add(messages: readonly ChatMessage[]): ChatMessage[] {
    const [first] = messages;
    if (first === undefined) return [];
    this.#seq ??= first.seq - 1;
    for (const message of messages) {
      if (message.seq > this.#seq) this.#early.set(message.seq, message);
    }
    const ready = this.#takeFollowing();
    return this.#early.size > EARLY_LINES_MAX ? [...ready, ...this.skip()] : ready;
  }

  /** Gives up on missing lines and returns all that wait, in order. */
  skip(): ChatMessage[] {
    const rest = [...this.#early.values()].sort((a, b) => a.seq - b.seq);
    this.#early.clear();
    this.#seq = rest.at(-1)?.seq ?? this.#seq;
    return rest;
  }

  #takeFollowing(): ChatMessage[] {
    const ready: ChatMessage[] = [];
    if (this.#seq === null) return ready;
    for (;;) {
      const next = this.#early.get(this.#seq + 1);
      if (next === undefined) return ready;
      this.#early.delete(next.seq);
      this.#seq = next.seq;
      ready.push(next);
    }
  }
}
