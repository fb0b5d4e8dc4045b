import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import { LIMITS } from '@sangwian/contract/limits';

/** Maximum number of lines that wait for a missing line. Beyond it, the missing line is skipped. */
const BUFFERED_LINES_MAX = 10 * LIMITS.chatResumeMax;

/**
 * Sorts the lines of a live by `seq`. Lines of other nodes arrive later than lines of this node, so lines can
 * arrive out of order.
 */
export class ReorderBuffer {
  /** The `seq` of the newest line that was returned; `null` before the first line. */
  #seq: number | null = null;
  readonly #buffered = new Map<number, ChatMessage>();

  get seq(): number | null {
    return this.#seq;
  }

  /** Whether lines wait for a missing line. */
  get isWaiting(): boolean {
    return this.#buffered.size > 0;
  }

  /** Starts after the last line that a join has read. Only the first call has an effect. */
  startAt(seq: number): void {
    this.#seq ??= seq;
  }

  /** Adds lines. Returns the lines that now follow the last returned line without a gap. Ignores duplicates. */
  add(messages: readonly ChatMessage[]): ChatMessage[] {
    const [first] = messages;
    if (first === undefined) return [];
    this.#seq ??= first.seq - 1;
    for (const message of messages) {
      if (message.seq > this.#seq) this.#buffered.set(message.seq, message);
    }
    const ready = this.#takeConsecutive();
    return this.#buffered.size > BUFFERED_LINES_MAX ? [...ready, ...this.skip()] : ready;
  }

  /** Skips missing lines and returns all waiting lines in order. */
  skip(): ChatMessage[] {
    const rest = [...this.#buffered.values()].sort((a, b) => a.seq - b.seq);
    this.#buffered.clear();
    this.#seq = rest.at(-1)?.seq ?? this.#seq;
    return rest;
  }

  #takeConsecutive(): ChatMessage[] {
    const ready: ChatMessage[] = [];
    if (this.#seq === null) return ready;
    for (;;) {
      const next = this.#buffered.get(this.#seq + 1);
      if (next === undefined) return ready;
      this.#buffered.delete(next.seq);
      this.#seq = next.seq;
      ready.push(next);
    }
  }
}
