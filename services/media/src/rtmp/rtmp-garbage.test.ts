import { SeededRandom } from '@sangwian/rtmp/testing/seeded-random';
import { describe, expect, test } from 'vitest';
import { RTMP_LIMITS } from './rtmp-limits.ts';
import { RawPeer } from './testing/raw-peer.ts';
import { endServersAfterEach, sendBeginning, startServer } from './testing/rtmp-stage.ts';

endServersAfterEach();

describe('garbage closes only its own connection', () => {
  const STAGES = ['at once', 'after the handshake', 'after connect', 'while publishing'] as const;
  const SEEDS = 25;
  const BYTES_MAX = 200_000;

  async function connectAt(stage: (typeof STAGES)[number], port: number): Promise<RawPeer> {
    const peer = await RawPeer.connect(port);
    if (stage === 'at once') return peer;
    await peer.shakeHands();
    if (stage === 'after connect') peer.command(0, 'connect', { app: 'live' });
    if (stage === 'while publishing') {
      peer.askToPublish('good');
      expect(await peer.nextStatus()).toBe('NetStream.Publish.Start');
    }
    return peer;
  }

  test.each(STAGES)('%s', async (stage) => {
    const { channels, clock, port, publish } = await startServer({
      authorise: async ({ id }) => ({ channelId: id }),
    });
    const before = process.memoryUsage();
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const random = new SeededRandom(seed);
      const peer = (await connectAt(stage, port)).ignoreAnswers();
      peer.socket.write(random.bytes(random.integer(BYTES_MAX)));
      // Garbage may look like the beginning of a message. The server then waits for the rest until its time-out.
      const clockTimer = setInterval(() => {
        clock.ms += RTMP_LIMITS.negotiationMsMax;
      }, 100);
      await peer.gone;
      clearInterval(clockTimer);
    }
    const after = process.memoryUsage();
    expect(after.rss - before.rss).toBeLessThan(150_000_000);
    await expect.poll(() => channels.streams.every(({ ends }) => ends === 1)).toBe(true);
    await (await publish()).close();
  });

  test('inside valid audio and video messages', async () => {
    const { channels, publish } = await startServer({
      authorise: async ({ id }) => ({ channelId: id }),
    });
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const random = new SeededRandom(seed);
      const publisher = await publish();
      sendBeginning(publisher);
      let open = true;
      void publisher.closed.then(() => {
        open = false;
      });
      for (let sent = 0; sent < 1_000 && open; sent += 1) {
        const kind = random.integer(2) === 0 ? 'sendVideo' : 'sendAudio';
        const first = kind === 'sendVideo' ? [0x17, 0x27, 0x90, 0xa6, 0xa7] : [0xaf, 0x90, 0x95];
        const payload = random.bytes(1 + random.integer(60));
        payload.writeUInt8(first[random.integer(first.length)] ?? 0, 0);
        publisher[kind]({ timestampMs: random.integer(2 ** 32), payload });
        if (sent % 20 === 0) await new Promise(setImmediate);
      }
      await publisher.closed;
    }
    await expect.poll(() => channels.streams.every(({ ends }) => ends === 1)).toBe(true);
  });
});
