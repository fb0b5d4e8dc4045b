import { type RtpFacts, unwrap16 } from './rtp-packet.ts';

/** Maximum wait for a missing packet. */
const WAIT_MS_MAX = 200;
/** Interval between requests for a missing packet. */
const ASK_AGAIN_MS = 40;
/** Maximum number of packets behind a missing one. */
const HELD_MAX = 2_048;
/** A larger step starts a new sequence. */
const JUMP_MAX = 3_000;

export interface Ordered {
  readonly packet: RtpFacts;
  /** Whether packets are missing before this one. */
  readonly afterLoss: boolean;
}

/** Sorts packets by sequence number, reports missing ones, and gives up on them after a time limit. */
export class ReorderBuffer {
  readonly #held = new Map<number, RtpFacts>();
  #next: number | null = null;
  #highest = 0;
  #waitingSinceMs: number | null = null;
  #askedAtMs = 0;
  #received = 0;
  #first = 0;

  /** Expected and received packets, for receiver reports. */
  get reception(): {
    readonly expected: number;
    readonly received: number;
    readonly highest: number;
  } {
    const expected = this.#next === null ? 0 : this.#highest - this.#first + 1;
    return { expected, received: this.#received, highest: this.#highest };
  }

  push(packet: RtpFacts): void {
    if (this.#next === null) this.#begin(packet.sequence);
    const near = this.#highest;
    const sequence = unwrap16(packet.sequence, near);
    if (Math.abs(sequence - near) > JUMP_MAX) {
      this.#held.clear();
      this.#begin(packet.sequence);
      return void this.push(packet);
    }
    if (sequence < (this.#next ?? 0) || this.#held.has(sequence)) return;
    this.#received += 1;
    this.#highest = Math.max(near, sequence);
    this.#held.set(sequence, packet);
  }

  /** Takes the available packets in order. */
  take(nowMs: number): Ordered[] {
    const ordered: Ordered[] = [];
    let afterLoss = false;
    while (this.#next !== null && this.#held.size > 0) {
      const packet = this.#held.get(this.#next);
      if (packet === undefined) {
        if (!this.#givesUp(nowMs)) break;
        this.#next = Math.min(...this.#held.keys());
        afterLoss = true;
        continue;
      }
      this.#held.delete(this.#next);
      this.#next += 1;
      this.#waitingSinceMs = null;
      ordered.push({ packet, afterLoss });
      afterLoss = false;
    }
    return ordered;
  }

  /** Returns the sequence numbers to request now. */
  missing(nowMs: number): number[] {
    if (this.#waitingSinceMs === null || this.#next === null) return [];
    if (nowMs - this.#askedAtMs < ASK_AGAIN_MS) return [];
    this.#askedAtMs = nowMs;
    const missing: number[] = [];
    for (let sequence = this.#next; sequence < this.#highest; sequence += 1) {
      if (!this.#held.has(sequence)) missing.push(sequence);
    }
    return missing;
  }

  #begin(sequence: number): void {
    this.#next = sequence;
    this.#first = sequence;
    this.#highest = sequence;
    this.#received = 0;
    this.#waitingSinceMs = null;
  }

  #givesUp(nowMs: number): boolean {
    if (this.#waitingSinceMs === null) {
      this.#waitingSinceMs = nowMs;
      this.#askedAtMs = Number.NEGATIVE_INFINITY;
    }
    const late = nowMs - this.#waitingSinceMs >= WAIT_MS_MAX || this.#held.size > HELD_MAX;
    if (late) this.#waitingSinceMs = null;
    return late;
  }
}
