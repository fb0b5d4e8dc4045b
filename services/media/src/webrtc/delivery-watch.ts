import { unwrap16 } from './rtp-packet.ts';

/** Measurement window. A good link may lose all packets for half of it. */
const WINDOW_MS = 2_400;
/** Minimum share of delivered packets. Below it, frames cannot be decoded even with retransmissions. */
const DELIVERED_SHARE_MIN = 0.5;
/**
 * Minimum number of packets per window for a decision. A stream of 30 frames a second exceeds it, even with one packet
 * per frame.
 */
const WINDOW_PACKETS_MIN = 40;
/** Minimum interval between reports; others are ignored. Browsers send one a second, and one with each NACK. */
const SAMPLE_EVERY_MS_MIN = 100;

/** Video statistics of one receiver report (RFC 3550, 6.4.2). */
export interface ReceptionReport {
  /** The highest received sequence number is in its lower 16 bits. */
  readonly highestSequence: number;
  /** Packets lost since the beginning, minus duplicates. */
  readonly lost: number;
}

interface Sample {
  readonly atMs: number;
  /** Packets since the beginning. */
  readonly sent: number;
  readonly arrived: number;
}

/**
 * Detects a link that cannot carry the stream, whether it drops or queues packets: compares the packets sent to a
 * viewer with those that the viewer's receiver reports acknowledge. A retransmitted packet counts once.
 */
export class DeliveryWatch {
  #samples: Sample[] = [];
  #first = 0;
  #highest: number | null = null;
  #sent = 0;

  /** Starts counting; called before the first packet. */
  begin(nowMs: number): void {
    this.#samples = [{ atMs: nowMs, sent: 0, arrived: 0 }];
  }

  /** Counts a video packet; a retransmission is not counted. */
  sent(sequence: number): void {
    if (this.#highest === null) this.#first = sequence;
    const unwrapped = unwrap16(sequence, this.#highest ?? sequence);
    if (this.#highest !== null && unwrapped <= this.#highest) return;
    this.#highest = unwrapped;
    this.#sent += 1;
  }

  /** Processes a report. Returns whether the link is too thin for the stream. */
  take({ highestSequence, lost }: ReceptionReport, nowMs: number): boolean {
    const last = this.#samples.at(-1)?.atMs ?? nowMs;
    if (this.#highest === null || nowMs - last < SAMPLE_EVERY_MS_MIN) return false;
    const reached = Math.min(this.#highest, unwrap16(highestSequence % 0x1_0000, this.#highest));
    const latest = { atMs: nowMs, sent: this.#sent, arrived: reached - this.#first + 1 - lost };
    this.#samples.push(latest);
    const start = this.#at(nowMs - WINDOW_MS);
    if (start === null) return false;
    const older = this.#samples.findLastIndex(({ atMs }) => atMs <= nowMs - WINDOW_MS);
    this.#samples = this.#samples.slice(older);
    const sent = latest.sent - start.sent;
    if (sent < WINDOW_PACKETS_MIN) return false;
    return latest.arrived - start.arrived < sent * DELIVERED_SHARE_MIN;
  }

  /** Interpolates the counts at a time between two reports, because reports arrive irregularly. */
  #at(atMs: number): Sample | null {
    const index = this.#samples.findLastIndex((sample) => sample.atMs <= atMs);
    const [before, after] = [this.#samples[index], this.#samples[index + 1]];
    if (before === undefined) return null;
    if (after === undefined) return before;
    const part = (atMs - before.atMs) / (after.atMs - before.atMs);
    return {
      atMs,
      sent: before.sent + (after.sent - before.sent) * part,
      arrived: before.arrived + (after.arrived - before.arrived) * part,
    };
  }
}
