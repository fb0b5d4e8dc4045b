import { describe, expect, it } from 'vitest';
import { DeliveryWatch } from './delivery-watch.ts';

interface Link {
  /** Number of packets sent each second. */
  readonly sentPerS?: number;
  /** Returns the share of packets that arrive at a time in seconds. */
  readonly arrives: (atS: number) => number;
  /** Seconds between two reports. */
  readonly reportEveryS?: number;
  /** Packets lost in one second arrive in the next, because the viewer requests them again. */
  readonly repaired?: boolean;
}

/** Simulates sending and reports. Returns the second at which the link was found too thin. */
function thinAt(seconds: number, link: Link): number | null {
  const { sentPerS = 150, arrives, reportEveryS = 1, repaired = false } = link;
  const watch = new DeliveryWatch();
  watch.begin(0);
  const lostAt: number[] = [];
  let reportAtS = reportEveryS;
  for (let packet = 0; packet < seconds * sentPerS; packet += 1) {
    const sequence = 65_400 + packet;
    const atS = packet / sentPerS;
    watch.sent(sequence % 0x1_0000);
    // Losses are spread evenly: one share of the packets, then the next.
    const isLost = Math.floor(packet * arrives(atS)) === Math.floor((packet - 1) * arrives(atS));
    if (isLost) lostAt.push(atS);
    if (atS + 1 / sentPerS < reportAtS) continue;
    const lost = repaired ? lostAt.filter((time) => reportAtS - time < 1).length : lostAt.length;
    if (watch.take({ highestSequence: sequence, lost }, reportAtS * 1_000)) return reportAtS;
    reportAtS += reportEveryS;
  }
  return null;
}

describe('a link', () => {
  it('is too thin by the third report if a quarter of the packets arrives', () => {
    expect(thinAt(10, { arrives: () => 0.25 })).toBe(3);
  });

  it('is found too thin within 2.5 s during a session, at any report interval', () => {
    for (const reportEveryS of [0.125, 0.25, 0.5, 0.7, 1]) {
      const arrives = (atS: number) => (atS < 30 ? 1 : 0.2);
      const at = thinAt(60, { arrives, reportEveryS });
      expect(at).toBeGreaterThan(30);
      expect(at).toBeLessThanOrEqual(32.5);
    }
  });

  it('is found too thin within 1.7 s if each NACK brings a report', () => {
    const arrives = (atS: number) => (atS < 30.3 ? 1 : 0.2);
    expect(thinAt(60, { arrives, reportEveryS: 0.125 })).toBeLessThanOrEqual(32);
  });

  it('is good if one packet in four is lost, if hardly any packets are sent, and after one bad second', () => {
    expect(thinAt(60, { arrives: () => 0.75 })).toBeNull();
    expect(thinAt(60, { sentPerS: 10, arrives: () => 0.1 })).toBeNull();
    expect(thinAt(60, { arrives: (atS) => (atS >= 20 && atS < 21 ? 0.1 : 1) })).toBeNull();
  });

  it('is good after a burst that loses everything for more than a second, repaired or not', () => {
    for (const reportEveryS of [0.125, 0.4, 1])
      for (const repaired of [true, false])
        for (let phase = 0; phase < 1; phase += 0.1) {
          const from = 20 + phase;
          const arrives = (atS: number) => (atS >= from && atS < from + 1.15 ? 0 : 1);
          expect(thinAt(40, { arrives, reportEveryS, repaired })).toBeNull();
        }
  });

  it('is too thin if packets are queued instead of lost', () => {
    const watch = new DeliveryWatch();
    watch.begin(0);
    for (let packet = 0; packet < 200; packet += 1) watch.sent(packet);
    expect(watch.take({ highestSequence: 60, lost: 0 }, 1_000)).toBe(false);
    for (let packet = 200; packet < 400; packet += 1) watch.sent(packet);
    expect(watch.take({ highestSequence: 110, lost: 0 }, 2_400)).toBe(true);
  });

  it('is not judged by a report before the first packet, or by a report of packets that were not sent', () => {
    const watch = new DeliveryWatch();
    watch.begin(0);
    expect(watch.take({ highestSequence: 7, lost: 9 }, 3_000)).toBe(false);
    for (let packet = 0; packet < 100; packet += 1) watch.sent(packet);
    expect(watch.take({ highestSequence: 0xffff_0200, lost: 0 }, 6_000)).toBe(false);
  });

  it('counts retransmitted packets once, and skipped packets not at all', () => {
    const watch = new DeliveryWatch();
    watch.begin(0);
    for (let packet = 0; packet < 100; packet += 1) watch.sent(packet);
    for (let packet = 0; packet < 100; packet += 1) watch.sent(packet);
    // A key frame begins a new GOP before the buffered GOP was sent completely.
    for (let packet = 400; packet < 500; packet += 1) watch.sent(packet);
    expect(watch.take({ highestSequence: 499, lost: 310 }, 2_400)).toBe(false);
  });
});
