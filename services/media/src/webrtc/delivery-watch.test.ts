import { describe, expect, it } from 'vitest';
import { DeliveryWatch } from './delivery-watch.ts';

interface Link {
  /** Packets sent each second. */
  readonly sentPerS?: number;
  /** The share of the packets that arrives at a time, in seconds. */
  readonly arrives: (atS: number) => number;
  /** Seconds between two reports. */
  readonly reportEveryS?: number;
  /** Packets lost in one second arrive in the next, because the viewer asks for them again. */
  readonly repaired?: boolean;
}

/** Sends for some seconds and reports; returns when the link was found too thin, in seconds. */
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
  it('is too thin where a quarter arrives, by the third report', () => {
    expect(thinAt(10, { arrives: () => 0.25 })).toBe(3);
  });

  it('is found too thin within 2.5 s in the middle of a session, however far apart its reports are', () => {
    for (const reportEveryS of [0.125, 0.25, 0.5, 0.7, 1]) {
      const arrives = (atS: number) => (atS < 30 ? 1 : 0.2);
      const at = thinAt(60, { arrives, reportEveryS });
      expect(at).toBeGreaterThan(30);
      expect(at).toBeLessThanOrEqual(32.5);
    }
  });

  it('is found too thin within 1.7 s where reports come with each request for packets', () => {
    const arrives = (atS: number) => (atS < 30.3 ? 1 : 0.2);
    expect(thinAt(60, { arrives, reportEveryS: 0.125 })).toBeLessThanOrEqual(32);
  });

  it('is good where one packet in four is lost, where nearly nothing is sent, and after one bad second', () => {
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

  it('is too thin where packets are queued instead of lost', () => {
    const watch = new DeliveryWatch();
    watch.begin(0);
    for (let packet = 0; packet < 200; packet += 1) watch.sent(packet);
    expect(watch.take({ highestSequence: 60, lost: 0 }, 1_000)).toBe(false);
    for (let packet = 200; packet < 400; packet += 1) watch.sent(packet);
    expect(watch.take({ highestSequence: 110, lost: 0 }, 2_400)).toBe(true);
  });

  it('is not judged by a report that comes before any packet was sent, or that is ahead of all of them', () => {
    const watch = new DeliveryWatch();
    watch.begin(0);
    expect(watch.take({ highestSequence: 7, lost: 9 }, 3_000)).toBe(false);
    for (let packet = 0; packet < 100; packet += 1) watch.sent(packet);
    expect(watch.take({ highestSequence: 0xffff_0200, lost: 0 }, 6_000)).toBe(false);
  });

  it('counts packets that are sent again once, and none that were left out', () => {
    const watch = new DeliveryWatch();
    watch.begin(0);
    for (let packet = 0; packet < 100; packet += 1) watch.sent(packet);
    for (let packet = 0; packet < 100; packet += 1) watch.sent(packet);
    // A key frame begins a new group before the kept one was sent to its end.
    for (let packet = 400; packet < 500; packet += 1) watch.sent(packet);
    expect(watch.take({ highestSequence: 499, lost: 310 }, 2_400)).toBe(false);
  });
});
