import { describe, expect, it } from 'vitest';
import { DeliveryWatch } from './delivery-watch.ts';

interface Link {
  /** Packets sent each second. */
  readonly sentPerS?: number;
  /** The share of a second's packets that arrives. */
  readonly arrives: (second: number) => number;
}

/** Sends for some seconds with a report each second; returns when the link was found too thin, in seconds. */
function thinAt(seconds: number, { sentPerS = 150, arrives }: Link, first = 65_400): number | null {
  const watch = new DeliveryWatch();
  watch.begin(0);
  let lost = 0;
  let sequence = first;
  for (let second = 0; second < seconds; second += 1) {
    for (let packet = 0; packet < sentPerS; packet += 1) {
      watch.sent(sequence % 0x1_0000);
      sequence += 1;
    }
    lost += Math.round(sentPerS * (1 - arrives(second)));
    const report = { highestSequence: sequence - 1, lost };
    if (watch.take(report, (second + 1) * 1_000)) return second + 1;
  }
  return null;
}

describe('a link', () => {
  it('is too thin where a quarter arrives, by the second report', () => {
    expect(thinAt(10, { arrives: () => 0.25 })).toBe(2);
  });

  it('is found too thin within two seconds in the middle of a session', () => {
    expect(thinAt(60, { arrives: (second) => (second < 30 ? 1 : 0.2) })).toBe(32);
  });

  it('is good where one packet in four is lost, where nearly nothing is sent, and after one bad second', () => {
    expect(thinAt(60, { arrives: () => 0.75 })).toBeNull();
    expect(thinAt(60, { sentPerS: 10, arrives: () => 0.1 })).toBeNull();
    expect(thinAt(60, { arrives: (second) => (second === 20 ? 0.1 : 1) })).toBeNull();
  });

  it('is too thin where packets are queued instead of lost', () => {
    const watch = new DeliveryWatch();
    watch.begin(0);
    for (let packet = 0; packet < 200; packet += 1) watch.sent(packet);
    expect(watch.take({ highestSequence: 60, lost: 0 }, 1_000)).toBe(false);
    for (let packet = 200; packet < 400; packet += 1) watch.sent(packet);
    expect(watch.take({ highestSequence: 110, lost: 0 }, 2_000)).toBe(true);
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
    expect(watch.take({ highestSequence: 499, lost: 310 }, 2_000)).toBe(false);
  });
});
