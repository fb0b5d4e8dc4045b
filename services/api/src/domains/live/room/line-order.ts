import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import { LIMITS } from '@sangwian/contract/limits';

/** Lines that may wait for one before them; beyond it nobody waits any more. */
const EARLY_LINES_MAX = 10 * LIMITS.chatResumeMax;

/**
 * Brings the lines of a live into the order of their `seq`. A line of this node comes at once, one that another node
 * added a moment later, so either may overtake the other.
 */
export class LineOrder {
  /** The newest line that was given out; `null` before the first is known. */
  #seq: number | null = null;
  readonly #early = new Map<number, ChatMessage>();

  /** `null` before the first line is known. */
  get seq(): number | null {
    return this.#seq;
  }

  /** Whether lines are here whose predecessors are not. */
  get isWaiting(): boolean {
    return this.#early.size > 0;
  }

  /** A join has read the chat up to there. Only the first says something new. */
  startAt(seq: number): void {
    this.#seq ??= seq;
  }

  /** The lines whose turn it is now; a line that was given out before is not given again. */
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

  /** Waits no longer for what is missing: all that is here, in order. */
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
