import { setImmediate as turn } from 'node:timers/promises';
import { createLogger } from '@sangwian/node-kit/logger';
import type { RtmpPublisher } from '@sangwian/rtmp/publisher';
import { afterEach, describe, expect, it } from 'vitest';
import type { DemoLoop, LoopUnit } from '../demo-bout/demo-loop.ts';
import { Broadcaster } from './broadcaster.ts';
import type { Clock } from './clock.ts';
import { LATE_MS_MAX } from './publish-loop.ts';

/** A clock that only the test advances, from wake to wake, so that no real time passes. */
class ManualClock implements Clock {
  #now = 5_000;
  #waiters: { readonly atMs: number; readonly wake: () => void }[] = [];

  nowMs = (): number => this.#now;
  wallMs = (): number => this.#now + 1_800_000_000_000;

  until(atMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || atMs <= this.#now) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiters.push({ atMs, wake: resolve });
    signal.addEventListener('abort', () => resolve());
    return promise;
  }

  async run(milliseconds: number, jitterMs: () => number = () => 0): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      for (let turns = 0; turns < 3; turns += 1) await turn();
      const next = this.#waiters.toSorted((a, b) => a.atMs - b.atMs)[0];
      if (next === undefined || next.atMs > end) break;
      this.#waiters.splice(this.#waiters.indexOf(next), 1);
      this.#now = Math.min(end, Math.max(this.#now, next.atMs + jitterMs()));
      next.wake();
    }
    this.#now = end;
  }

  /** Advances the time without waking anyone, as a suspended machine does. */
  freeze(milliseconds: number): void {
    this.#now += milliseconds;
  }
}

const LENGTH_MS = 2_000;
const unit = (kind: LoopUnit['kind'], offsetMs: number, key = false): LoopUnit => ({
  kind,
  offsetMs,
  key,
  payload: Buffer.from(`${kind}@${offsetMs}`),
});
const LOOP: DemoLoop = {
  lengthMs: LENGTH_MS,
  videoConfig: Buffer.from('video config'),
  audioConfig: Buffer.from('audio config'),
  units: [
    ...Array.from({ length: 50 }, (_, index) => unit('video', index * 40, index % 25 === 0)),
    ...Array.from({ length: 94 }, (_, index) => unit('audio', Math.round(index * 21.27))),
  ].sort((a, b) => a.offsetMs - b.offsetMs || (a.kind === 'video' ? -1 : 1)),
};

interface Sent {
  readonly kind: 'video' | 'audio';
  readonly timestampMs: number;
  readonly text: string;
  readonly atMs: number;
}

/** A server that records what it receives, and refuses or drops the publisher on demand. */
class Receiver {
  readonly connections: {
    readonly atMs: number;
    readonly sent: Sent[];
    drop: (error: Error | null) => void;
  }[] = [];
  attempts: number[] = [];
  refuses = false;
  full: Promise<void> | null = null;
  readonly #clock: ManualClock;

  constructor(clock: ManualClock) {
    this.#clock = clock;
  }

  connect = async (): Promise<RtmpPublisher> => {
    this.attempts.push(this.#clock.nowMs());
    if (this.refuses) throw new Error('NetStream.Publish.BadName: the key is taken');
    const { promise, resolve } = Promise.withResolvers<Error | null>();
    const sent: Sent[] = [];
    this.connections.push({ atMs: this.#clock.nowMs(), sent, drop: resolve });
    const take = (kind: Sent['kind']) => (message: { timestampMs: number; payload: Buffer }) => {
      sent.push({
        kind,
        timestampMs: message.timestampMs,
        text: String(message.payload),
        atMs: this.#clock.nowMs(),
      });
      return this.full === null;
    };
    return {
      sendMetadata: () => true,
      sendVideo: take('video'),
      sendAudio: take('audio'),
      bufferedBytes: 0,
      drained: () => this.full ?? Promise.resolve(),
      close: async () => resolve(null),
      closed: promise,
    };
  };
}

const frames = (sent: readonly Sent[]): Sent[] => sent.filter(({ text }) => text.includes('@'));

let broadcaster: Broadcaster | undefined;
afterEach(() => broadcaster?.stop());

function setUp() {
  const clock = new ManualClock();
  const receiver = new Receiver(clock);
  broadcaster = new Broadcaster({
    loop: LOOP,
    target: { host: '127.0.0.1', port: 1, app: 'live', streamKey: 'key' },
    connect: receiver.connect,
    clock,
    logger: createLogger('test', 'silent'),
  });
  return { clock, receiver, broadcaster };
}

describe('the broadcaster', () => {
  it('sends both configurations first, then the loop from a key frame at timestamp 0', async () => {
    const { clock, receiver, broadcaster } = setUp();
    broadcaster.start();
    await clock.run(100);
    const [connection] = receiver.connections;
    expect(
      connection!.sent.slice(0, 3).map(({ text, timestampMs }) => [text, timestampMs]),
    ).toEqual([
      ['video config', 0],
      ['audio config', 0],
      ['video@0', 0],
    ]);
  });

  it('sends each frame when it is due, in every lap, without drift', async () => {
    const { clock, receiver, broadcaster } = setUp();
    broadcaster.start();
    // Timers always wake a little late; the delays must not add up.
    let wakes = 0;
    await clock.run(LENGTH_MS * 20, () => (wakes++ % 7) * 0.9);
    const [connection] = receiver.connections;
    const sent = frames(connection!.sent);
    expect(sent.length).toBeGreaterThanOrEqual(LOOP.units.length * 20 - 2);
    for (const { timestampMs, atMs } of sent) {
      const lateMs = atMs - connection!.atMs - timestampMs;
      expect(lateMs).toBeGreaterThanOrEqual(0);
      expect(lateMs).toBeLessThan(8);
    }
  });

  it('sends timestamps that never decrease, also across the seam of the loop', async () => {
    const { clock, receiver, broadcaster } = setUp();
    broadcaster.start();
    await clock.run(LENGTH_MS * 3.5);
    const sent = frames(receiver.connections[0]!.sent);
    for (const kind of ['video', 'audio'] as const) {
      const times = sent.filter((one) => one.kind === kind).map(({ timestampMs }) => timestampMs);
      expect(times.every((time, index) => index === 0 || time > times[index - 1]!)).toBe(true);
    }
    expect(
      sent.every(
        ({ timestampMs }, index) => index === 0 || timestampMs >= sent[index - 1]!.timestampMs,
      ),
    ).toBe(true);
    expect(
      sent.filter(({ text }) => text === 'video@0').map(({ timestampMs }) => timestampMs),
    ).toEqual([0, 2_000, 4_000, 6_000]);
  });

  it('skips missed frames up to the next key frame instead of sending a burst', async () => {
    const { clock, receiver, broadcaster } = setUp();
    broadcaster.start();
    await clock.run(500);
    const before = frames(receiver.connections[0]!.sent).length;
    clock.freeze(LATE_MS_MAX * 10 + 1_300);
    await clock.run(1_500);
    const after = frames(receiver.connections[0]!.sent).slice(before);
    expect(after[0]).toMatchObject({ kind: 'video', text: expect.stringMatching(/@(0|1000)$/) });
    for (const { atMs, timestampMs } of after) {
      expect(atMs - receiver.connections[0]!.atMs - timestampMs).toBeLessThanOrEqual(1);
    }
    expect(after.length).toBeLessThan(150);
  });

  it('waits while the connection is full and continues with a key frame', async () => {
    const { clock, receiver, broadcaster } = setUp();
    broadcaster.start();
    await clock.run(300);
    const drained = Promise.withResolvers<void>();
    receiver.full = drained.promise;
    await clock.run(200);
    const stuck = frames(receiver.connections[0]!.sent).length;
    await clock.run(2_000);
    expect(frames(receiver.connections[0]!.sent)).toHaveLength(stuck);
    receiver.full = null;
    drained.resolve();
    await clock.run(1_100);
    expect(frames(receiver.connections[0]!.sent)[stuck]).toMatchObject({
      kind: 'video',
      text: expect.stringMatching(/@(0|1000)$/),
    });
  });

  it('reconnects at the current position of the bout, with timestamps from 0', async () => {
    const { clock, receiver, broadcaster } = setUp();
    broadcaster.start();
    await clock.run(2_400);
    receiver.connections[0]!.drop(null);
    await clock.run(1_700);
    expect(receiver.connections).toHaveLength(2);
    const [first] = frames(receiver.connections[1]!.sent);
    expect(first).toMatchObject({ text: 'video@1000', timestampMs: 0 });
    expect(first!.atMs).toBe(receiver.connections[0]!.atMs + 3_000);
  });

  it('starts with a key frame that has just passed instead of one a second later', async () => {
    const { clock, receiver, broadcaster } = setUp();
    broadcaster.start();
    await clock.run(2_950);
    receiver.connections[0]!.drop(null);
    await clock.run(200);
    const sent = frames(receiver.connections[1]!.sent);
    expect(sent[0]).toMatchObject({ text: 'video@1000', timestampMs: 0 });
    const cameBackMs = receiver.connections[0]!.atMs + 3_050;
    expect(receiver.connections[1]!.atMs).toBe(cameBackMs);
    expect(sent[0]!.atMs).toBe(cameBackMs);
  });

  it('retries forever with backoff below 5 s, which resets after a stable connection', async () => {
    const { clock, receiver, broadcaster } = setUp();
    receiver.refuses = true;
    broadcaster.start();
    await clock.run(120_000);
    const waits = receiver.attempts.slice(1).map((at, index) => at - receiver.attempts[index]!);
    expect(waits.slice(0, 4)).toEqual([100, 150, 225, 337.5]);
    expect(Math.max(...waits)).toBe(5_000);
    expect(broadcaster.status).toMatchObject({
      state: 'waiting',
      epoch: null,
      last_error: expect.stringContaining('BadName'),
    });
    receiver.refuses = false;
    await clock.run(30_000);
    expect(broadcaster.status.state).toBe('live');
    const attempts = receiver.attempts.length;
    const droppedAt = clock.nowMs();
    receiver.connections[0]!.drop(new Error('reset'));
    await clock.run(300);
    expect(receiver.attempts[attempts]! - droppedAt).toBe(100);
  });

  it('reports when loop time 0 was last sent', async () => {
    const { clock, broadcaster } = setUp();
    broadcaster.start();
    await clock.run(10);
    const first = broadcaster.status.epoch!;
    expect(first).toBe(clock.wallMs() - 10);
    await clock.run(LENGTH_MS * 2 + 600);
    expect(broadcaster.status.epoch).toBe(first + LENGTH_MS * 2);
    expect(broadcaster.loopTimeMs).toBe(610);
  });

  it('stops cleanly, reports it, and can be started again', async () => {
    const { clock, receiver, broadcaster } = setUp();
    broadcaster.start();
    broadcaster.start();
    await clock.run(500);
    await broadcaster.stop();
    expect(broadcaster.status.state).toBe('stopped');
    expect(broadcaster.loopTimeMs).toBeNull();
    const sent = receiver.connections[0]!.sent.length;
    await clock.run(3_000);
    expect(receiver.connections[0]!.sent).toHaveLength(sent);
    expect(receiver.connections).toHaveLength(1);
    broadcaster.start();
    await clock.run(1_500);
    expect(receiver.connections).toHaveLength(2);
    expect(broadcaster.status).toMatchObject({ state: 'live', connections: 2 });
  });
});
