import { unwrap16 } from './rtp-packet.ts';

/** Packets that arrived are compared with packets that were sent over at least this long: two reports of a browser. */
const WINDOW_MS = 1_750;
/** Below this share the link does not carry the picture: with repairs, half of it lost leaves nothing to decode. */
const DELIVERED_SHARE_MIN = 0.5;
/** Fewer packets than this in a window say nothing: 30 frames a second of one packet each are above it. */
const WINDOW_PACKETS_MIN = 40;
/** Reports that follow each other faster are passed over: browsers send one a second. */
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
  readonly sent: number;
  readonly arrived: number;
}

/**
 * Compares what one viewer was sent with what the viewer's receiver reports say arrived, and so finds a link that cannot
 * carry the stream, whether it drops packets or queues them. Packets that are sent again count once.
 */
export class DeliveryWatch {
  #samples: Sample[] = [];
  #first = 0;
  #highest: number | null = null;
  #sent = 0;

  /** Packets are sent from now on. */
  begin(nowMs: number): void {
    this.#samples = [{ atMs: nowMs, sent: 0, arrived: 0 }];
  }

  /** A packet of the picture was sent, or sent again. */
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
    const latest = {
      atMs: nowMs,
      sent: this.#sent,
      arrived: reached - this.#first + 1 - lost,
    };
    const from = this.#samples.findLast(({ atMs }) => nowMs - atMs >= WINDOW_MS);
    if (from !== undefined) this.#samples = this.#samples.slice(this.#samples.indexOf(from));
    this.#samples.push(latest);
    if (from === undefined) return false;
    const sent = latest.sent - from.sent;
    if (sent < WINDOW_PACKETS_MIN) return false;
    return latest.arrived - from.arrived < sent * DELIVERED_SHARE_MIN;
  }
}
