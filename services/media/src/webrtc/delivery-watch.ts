import { unwrap16 } from './rtp-packet.ts';

/** Delivery is judged over this long, so that a good link may lose everything for half of it. */
const WINDOW_MS = 2_400;
/** Below this share the link does not carry the picture: with repairs, half of it lost leaves nothing to decode. */
const DELIVERED_SHARE_MIN = 0.5;
/** Fewer packets than this in a window say nothing: 30 frames a second of one packet each are above it. */
const WINDOW_PACKETS_MIN = 40;
/** Reports that follow each other faster are ignored: browsers send one a second, and one with each request for packets. */
const SAMPLE_EVERY_MS_MIN = 100;

/** What one receiver report says of the picture (RFC 3550, 6.4.2). */
export interface ReceptionReport {
  /** Its lower 16 bits are the highest sequence number that arrived. */
  readonly highestSequence: number;
  /** Packets lost since the beginning; those that arrived twice count against it. */
  readonly lost: number;
}

interface Sample {
  readonly atMs: number;
  /** Packets since the beginning. */
  readonly sent: number;
  readonly arrived: number;
}

/**
 * Compares the packets sent to one viewer with those that the viewer's receiver reports acknowledge, and so finds a link
 * that cannot carry the stream, whether it drops packets or queues them. A packet that is sent again counts once.
 */
export class DeliveryWatch {
  #samples: Sample[] = [];
  #first = 0;
  #highest: number | null = null;
  #sent = 0;

  /** Starts the count: the first packets follow. */
  begin(nowMs: number): void {
    this.#samples = [{ atMs: nowMs, sent: 0, arrived: 0 }];
  }

  /** Counts a packet of the picture; one that is sent again changes nothing. */
  sent(sequence: number): void {
    if (this.#highest === null) this.#first = sequence;
    const unwrapped = unwrap16(sequence, this.#highest ?? sequence);
    if (this.#highest !== null && unwrapped <= this.#highest) return;
    this.#highest = unwrapped;
    this.#sent += 1;
  }

  /** Takes a report. Returns whether the link is too thin for the stream. */
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

  /** The counts at a time between two reports, in proportion: reports come at irregular times. */
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
