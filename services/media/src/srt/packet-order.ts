import { addToSequence, sequenceDistance } from './sequence.ts';
import type { SequenceRange } from './srt-packet.ts';

/** Packets that may be waiting behind a lost one: several seconds of any stream. */
export const WINDOW_PACKETS = 8_192;

interface Loss {
  readonly noticedMs: number;
  requestedMs: number;
}

/**
 * Puts the data packets of a connection in order. It waits for a lost packet for the latency of the connection, and then
 * continues without it.
 */
export class PacketOrder {
  readonly #latencyMs: number;
  /** The packet that is passed on next. */
  #next: number;
  /** The packet after the newest one received. */
  #end: number;
  /** Received packets from `#next` on; `null` for a packet that the sender has dropped. */
  readonly #waiting = new Map<number, Buffer | null>();
  /** Missing packets in their order. */
  readonly #losses = new Map<number, Loss>();

  constructor(firstSequence: number, latencyMs: number) {
    this.#next = firstSequence;
    this.#end = firstSequence;
    this.#latencyMs = latencyMs;
  }

  /** The first packet that is missing: all before it were received or are no longer wanted. */
  get acknowledged(): number {
    const [firstMissing] = this.#losses.keys();
    return firstMissing ?? this.#end;
  }

  get freePackets(): number {
    return WINDOW_PACKETS - this.#waiting.size;
  }

  /**
   * Adds a packet. Returns the packets that it shows to be missing, `'known'` for a packet that was received before, or
   * `'outside'` for one too far ahead.
   */
  push(
    sequence: number,
    payload: Buffer,
    nowMs: number,
  ): SequenceRange | null | 'known' | 'outside' {
    const ahead = sequenceDistance(this.#next, sequence);
    if (ahead < 0 || this.#waiting.has(sequence)) return 'known';
    if (ahead >= WINDOW_PACKETS) return 'outside';
    this.#waiting.set(sequence, payload);
    if (this.#losses.delete(sequence)) return null;
    const gap = sequenceDistance(this.#end, sequence);
    const first = this.#end;
    for (let index = 0; index < gap; index += 1) {
      this.#losses.set(addToSequence(first, index), { noticedMs: nowMs, requestedMs: nowMs });
    }
    this.#end = addToSequence(sequence, 1);
    return gap > 0 ? { first, last: addToSequence(first, gap - 1) } : null;
  }

  /** Gives up packets that the sender has dropped. */
  drop({ first, last }: SequenceRange): void {
    const from = sequenceDistance(this.#next, first) < 0 ? this.#next : first;
    const count = sequenceDistance(from, last) + 1;
    if (sequenceDistance(this.#next, last) >= WINDOW_PACKETS) return;
    for (let index = 0; index < count; index += 1) {
      const sequence = addToSequence(from, index);
      this.#losses.delete(sequence);
      if (!this.#waiting.has(sequence)) this.#waiting.set(sequence, null);
      if (sequenceDistance(this.#end, sequence) >= 0) this.#end = addToSequence(sequence, 1);
    }
  }

  /** Removes and returns the payloads whose turn it is, with `null` in place of each run of lost packets. */
  take(nowMs: number): (Buffer | null)[] {
    const payloads: (Buffer | null)[] = [];
    while (this.#next !== this.#end) {
      const loss = this.#losses.get(this.#next);
      if (loss !== undefined && nowMs - loss.noticedMs < this.#latencyMs) break;
      const payload = this.#waiting.get(this.#next) ?? null;
      this.#waiting.delete(this.#next);
      this.#losses.delete(this.#next);
      this.#next = addToSequence(this.#next, 1);
      if (payload !== null || payloads.at(-1) !== null || payloads.length === 0)
        payloads.push(payload);
    }
    return payloads;
  }

  /** Returns the missing packets that were last requested `everyMs` ago or earlier, and counts them as requested now. */
  takeOverdue(everyMs: number, nowMs: number): SequenceRange[] {
    const ranges: { first: number; last: number }[] = [];
    for (const [sequence, loss] of this.#losses) {
      if (nowMs - loss.requestedMs < everyMs) continue;
      loss.requestedMs = nowMs;
      const open = ranges.at(-1);
      if (open !== undefined && addToSequence(open.last, 1) === sequence) open.last = sequence;
      else ranges.push({ first: sequence, last: sequence });
    }
    return ranges;
  }
}
