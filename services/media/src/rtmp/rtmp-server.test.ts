import { createLogger } from '@sangwian/node-kit/logger';
import { ChunkWriter } from '@sangwian/rtmp/chunk-writer';
import type { RtmpRefusedError } from '@sangwian/rtmp/client-connection';
import { writeCommand } from '@sangwian/rtmp/command';
import { setAcknowledgementWindow, USER_CONTROL, userControl } from '@sangwian/rtmp/control';
import {
  writeAacFrame,
  writeAacSequenceHeader,
  writeAvcFrame,
  writeAvcSequenceHeader,
} from '@sangwian/rtmp/flv-tag';
import { MESSAGE_TYPE } from '@sangwian/rtmp/message';
import { connectPublisher, type RtmpPublisher } from '@sangwian/rtmp/publisher';
import { SeededRandom } from '@sangwian/rtmp/testing/seeded-random';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PUBLISHER_STALE_MS } from '../stream/access-unit.ts';
import type { PublishRequest } from '../stream/authorise-publish.ts';
import { RTMP_LIMITS, type RtmpLimits } from './rtmp-limits.ts';
import { createRtmpServer, type RtmpServer } from './rtmp-server.ts';
import { RawPeer } from './testing/raw-peer.ts';
import { RecordingChannels } from './testing/recording-channels.ts';
import {
  aacFrame,
  aacRecord,
  avcRecord,
  idrPicture,
  interPicture,
} from './testing/sample-media.ts';

const PORT = 19_351;
/** More than anybody may send before the key was accepted. */
const KEY_PICTURE_BYTES = 300_000;
const running: RtmpServer[] = [];

interface Setting {
  limits?: Partial<RtmpLimits>;
  authorise?: (request: PublishRequest) => Promise<{ channelId: string } | null>;
  port?: number;
}

/** A server that knows the key `good`, and a clock that only moves when it is told to. */
async function start(setting: Setting = {}) {
  const clock = { ms: 0 };
  const now = (): number => clock.ms;
  const channels = new RecordingChannels(now);
  const requests: PublishRequest[] = [];
  const server = createRtmpServer({
    channels,
    authorise: async (request) => {
      requests.push(request);
      if (setting.authorise !== undefined) return setting.authorise(request);
      return request.token === 'good' ? { channelId: 'channel' } : null;
    },
    logger: createLogger('test', 'silent'),
    host: '127.0.0.1',
    port: setting.port ?? 0,
    limits: setting.limits ?? {},
    now,
  });
  running.push(server);
  const port = await server.listen();
  const publish = (streamKey = 'good', app = 'live'): Promise<RtmpPublisher> =>
    connectPublisher({ host: '127.0.0.1', port, app, streamKey, connectMsMax: 5_000 });
  return { server, channels, requests, clock, port, publish };
}

function sendBeginning(publisher: RtmpPublisher): void {
  publisher.sendVideo({ timestampMs: 0, payload: writeAvcSequenceHeader(avcRecord()) });
  publisher.sendAudio({ timestampMs: 0, payload: writeAacSequenceHeader(aacRecord) });
  const key = { key: true, compositionTimeMs: 80, data: idrPicture(KEY_PICTURE_BYTES) };
  publisher.sendVideo({ timestampMs: 0, payload: writeAvcFrame(key) });
  publisher.sendAudio({ timestampMs: 5, payload: writeAacFrame(aacFrame) });
}

const codeOf = (error: unknown): string => (error as RtmpRefusedError).code;

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

describe('a publisher with the right key', () => {
  test('delivers its units as they are, and its end once', async () => {
    const { channels, publish } = await start();
    const publisher = await publish();
    publisher.sendMetadata({ width: 1280, height: 720, encoder: 'test' });
    sendBeginning(publisher);
    const inter = { key: false, compositionTimeMs: -40, data: interPicture() };
    publisher.sendVideo({ timestampMs: 40, payload: writeAvcFrame(inter) });
    await publisher.drained();
    await publisher.close();
    const [stream] = channels.streams;
    await expect.poll(() => stream?.ends).toBe(1);
    expect(stream?.publisher).toMatchObject({
      channelId: 'channel',
      protocol: 'rtmp',
      remoteAddress: '127.0.0.1',
      standby: false,
    });
    expect(stream?.videoConfigs).toEqual([{ codec: 'h264', record: avcRecord() }]);
    expect(stream?.audioConfigs).toEqual([
      {
        codec: 'aac',
        record: aacRecord,
        format: { codec: 'mp4a.40.2', sampleRateHz: 48_000, channelConfiguration: 2, channels: 2 },
      },
    ]);
    expect(stream?.pictures).toEqual([
      { dts: 0, pts: 7_200, key: true, data: idrPicture(KEY_PICTURE_BYTES) },
      { dts: 3_600, pts: 0, key: false, data: interPicture() },
    ]);
    expect(stream?.frames).toEqual([{ pts: 450, data: aacFrame }]);
    expect(await publisher.closed).toBeNull();
  });

  test('may give it as a token beside a name, and the question is MediaMTX’s', async () => {
    const { requests, publish } = await start();
    const publisher = await publish('camera', 'live?token=good');
    expect(requests).toEqual([
      {
        user: '',
        password: '',
        token: 'good',
        ip: '127.0.0.1',
        action: 'publish',
        path: 'live/camera',
        protocol: 'rtmp',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        query: 'token=good',
      },
    ]);
    await publisher.close();
  });

  test('hears nothing of it before it was asked after', async () => {
    const answer = Promise.withResolvers<{ channelId: string }>();
    const { channels, port, publish, requests } = await start({
      authorise: () => answer.promise,
    });
    const peer = await (await RawPeer.connect(port)).shakeHands();
    peer.askToPublish('good');
    const heard: string[] = [];
    const status = peer.nextStatus().then((code) => heard.push(String(code)));
    await expect.poll(() => requests).toHaveLength(1);
    // Somebody else is served from beginning to end meanwhile: time enough for a hasty permission to arrive.
    await publish('other', 'nowhere').catch(() => {});
    expect(heard).toEqual([]);
    expect(channels.streams).toEqual([]);
    answer.resolve({ channelId: 'channel' });
    await status;
    expect(heard).toEqual(['NetStream.Publish.Start']);
    peer.socket.destroy();
  });

  test('may end and begin again on the same connection', async () => {
    const { channels, port } = await start();
    const peer = await (await RawPeer.connect(port)).shakeHands();
    peer.askToPublish('good');
    expect(await peer.nextStatus()).toBe('NetStream.Publish.Start');
    peer.command(0, 'FCUnpublish', null, 'good');
    peer.command(0, 'deleteStream', null, 1);
    expect(await peer.nextStatus()).toBe('NetStream.Unpublish.Success');
    peer.command(0, 'createStream', null);
    peer.command(2, 'publish', null, 'good', 'live');
    expect(await peer.nextStatus()).toBe('NetStream.Publish.Start');
    peer.socket.destroy();
    await expect.poll(() => channels.streams.map(({ ends }) => ends)).toEqual([1, 1]);
  });

  test('may wrap its commands as AMF3, shake hands with a signature, and echo what it likes', async () => {
    const { port } = await start();
    const peer = await RawPeer.connect(port);
    const random = new SeededRandom(7);
    const signed = Buffer.concat([Buffer.of(3, 0, 0, 0, 9, 0x80, 0, 7, 2), random.bytes(1_528)]);
    peer.socket.write(Buffer.concat([signed, random.bytes(1_536)]));
    const amf3 = (hex: string): Buffer => Buffer.concat([Buffer.of(0), Buffer.from(hex, 'latin1')]);
    const connect = '\x02\0\x07connect\0\x3f\xf0\0\0\0\0\0\0\x03\0\x03app\x02\0\x04live\0\0\x09';
    const message = { streamId: 0, timestampMs: 0, typeId: MESSAGE_TYPE.commandAmf3 };
    peer.send(3, { ...message, payload: amf3(connect) });
    // The server's own handshake comes first: 1 + 2 × 1536 bytes that no chunk reader should see.
    const skipped = await new Promise<Buffer>((resolve) => {
      const pieces: Buffer[] = [];
      peer.socket.on('data', (bytes) => {
        pieces.push(bytes);
        const all = Buffer.concat(pieces);
        if (all.includes('NetConnection.Connect.Success')) resolve(all);
      });
    });
    expect(skipped[0]).toBe(3);
    expect(skipped.subarray(5, 9)).toEqual(Buffer.alloc(4));
    peer.socket.destroy();
  });

  test('gets acknowledgements and answers to its pings', async () => {
    const { port } = await start();
    const peer = await (await RawPeer.connect(port)).shakeHands();
    peer.send(2, setAcknowledgementWindow(5_000));
    peer.send(2, userControl(USER_CONTROL.pingRequest, 1_234));
    peer.command(0, 'connect', { app: 'live', padding: 'x'.repeat(6_000) });
    const pong = await peer.next(MESSAGE_TYPE.userControl);
    expect(pong.payload).toEqual(Buffer.from('0007000004d2', 'hex'));
    const acknowledgement = await peer.next(MESSAGE_TYPE.acknowledgement);
    expect(acknowledgement.payload.readUInt32BE(0)).toBeGreaterThan(6_000);
    peer.socket.destroy();
  });
});

describe('who is turned away hears why', () => {
  test('a wrong key', async () => {
    const { channels, publish } = await start();
    const error = await publish('bad').catch((reason: unknown) => reason);
    expect(codeOf(error)).toBe('NetStream.Publish.BadName');
    expect(channels.streams).toEqual([]);
  });

  test('a wrong application', async () => {
    const { requests, publish } = await start();
    const error = await publish('good', 'other').catch((reason: unknown) => reason);
    expect(codeOf(error)).toBe('NetConnection.Connect.InvalidApp');
    expect(requests).toEqual([]);
  });

  test('a key that cannot be checked right now', async () => {
    const { publish } = await start({ authorise: () => Promise.reject(new Error('API is away')) });
    const error = await publish().catch((reason: unknown) => reason);
    expect(codeOf(error)).toBe('NetStream.Failed');
    expect(String(error)).not.toContain('API is away');
  });

  test('a player', async () => {
    const { port } = await start();
    const peer = await (await RawPeer.connect(port)).shakeHands();
    peer.command(0, 'connect', { app: 'live' });
    peer.command(1, 'play', null, 'good');
    expect(await peer.nextStatus()).toBe('NetStream.Play.Failed');
    await peer.ignoreAnswers().gone;
  });

  test('a codec that we do not take', async () => {
    const { channels, publish } = await start();
    const publisher = await publish();
    const payload = Buffer.concat([Buffer.of(0x90), Buffer.from('hvc1'), Buffer.alloc(30)]);
    publisher.sendVideo({ timestampMs: 0, payload });
    const end = await publisher.closed;
    expect(codeOf(end)).toBe('NetStream.Publish.Rejected');
    expect(end?.message).toContain('HEVC is not taken: choose H.264');
    expect(channels.streams[0]?.ends).toBe(1);
  });

  test('a publisher that another took the place of', async () => {
    const { channels, publish } = await start();
    const publisher = await publish();
    channels.streams[0]?.publisher.close('stopped by the operator');
    await publisher.closed;
    expect(channels.streams[0]?.ends).toBe(1);
    expect(publisher.sendVideo({ timestampMs: 0, payload: Buffer.alloc(1) })).toBe(false);
  });
});

describe('two publishers with one key', () => {
  test('the second is refused while the first is alive', async () => {
    const { channels, clock, publish } = await start();
    const first = await publish();
    sendBeginning(first);
    await expect.poll(() => channels.streams[0]?.frames).toHaveLength(1);
    clock.ms += PUBLISHER_STALE_MS - 1;
    const error = await publish().catch((reason: unknown) => reason);
    expect(codeOf(error)).toBe('NetStream.Publish.BadName');
    expect(channels).toMatchObject({ refused: 1 });
    expect(channels.streams.map(({ ends }) => ends)).toEqual([0]);
    await first.close();
  });

  test('the second takes over once the first is stale, and the first is told to go', async () => {
    const { channels, clock, publish } = await start();
    const first = await publish();
    sendBeginning(first);
    await expect.poll(() => channels.streams[0]?.frames).toHaveLength(1);
    clock.ms += PUBLISHER_STALE_MS;
    const second = await publish();
    await first.closed;
    expect(channels.streams.map(({ ends }) => ends)).toEqual([1, 0]);
    await second.close();
  });
});

describe('a publisher that vanishes ends its stream once', () => {
  test('by a connection that breaks', async () => {
    const { channels, port } = await start();
    const peer = await (await RawPeer.connect(port)).shakeHands();
    peer.askToPublish('good');
    await peer.nextStatus();
    peer.socket.resetAndDestroy();
    await expect.poll(() => channels.streams[0]?.ends).toBe(1);
  });

  test('by silence, even if it goes on asking for pongs', async () => {
    const { channels, clock, port } = await start();
    const peer = await (await RawPeer.connect(port)).shakeHands();
    peer.askToPublish('good');
    await peer.nextStatus();
    clock.ms += RTMP_LIMITS.mediaSilenceMsMax - 1;
    peer.send(2, userControl(USER_CONTROL.pingRequest, 1));
    await peer.next(MESSAGE_TYPE.userControl);
    expect(channels.streams[0]?.ends).toBe(0);
    clock.ms += 1;
    await peer.ignoreAnswers().gone;
    expect(channels.streams[0]?.ends).toBe(1);
  });

  test('while it was being asked about: nothing is opened', async () => {
    const answer = Promise.withResolvers<{ channelId: string }>();
    const { channels, clock, port, requests } = await start({ authorise: () => answer.promise });
    const peer = (await (await RawPeer.connect(port)).shakeHands()).ignoreAnswers();
    peer.askToPublish('good');
    await expect.poll(() => requests).toHaveLength(1);
    clock.ms += RTMP_LIMITS.negotiationMsMax;
    await peer.gone;
    answer.resolve({ channelId: 'channel' });
    await new Promise(setImmediate);
    expect(channels.streams).toEqual([]);
  });
});

describe('the server defends itself', () => {
  test('another port is taken when the wanted one is in use', async () => {
    const first = await start({ port: PORT });
    const second = await start({ port: PORT });
    expect(first.port).toBe(PORT);
    expect(second.port).not.toBe(PORT);
    await (await second.publish()).close();
  });

  test('a handshake in drops dies', async () => {
    const { clock, port } = await start();
    const peer = (await RawPeer.connect(port)).ignoreAnswers();
    peer.socket.write(Buffer.of(3));
    for (let drop = 0; drop < 20; drop += 1) {
      clock.ms += RTMP_LIMITS.handshakeMsMax / 20;
      peer.socket.write(Buffer.of(0));
    }
    await peer.gone;
  });

  test('a peer that never asks to publish is sent away', async () => {
    const { clock, port } = await start();
    const peer = (await (await RawPeer.connect(port)).shakeHands()).ignoreAnswers();
    clock.ms += RTMP_LIMITS.negotiationMsMax;
    await peer.gone;
  });

  test('too many connections from one address, or at all, are closed', async () => {
    for (const limits of [{ connectionsPerAddressMax: 2 }, { connectionsMax: 2 }]) {
      const { port, publish } = await start({ limits });
      const peers = await Promise.all([RawPeer.connect(port), RawPeer.connect(port)]);
      await (await RawPeer.connect(port)).ignoreAnswers().gone;
      for (const peer of peers) peer.socket.destroy();
      await vi.waitFor(async () => (await publish()).close());
    }
  });

  test('a peer that asks and does not read the answers is cut off', async () => {
    const { port } = await start();
    const peer = await (await RawPeer.connect(port)).shakeHands();
    let open = true;
    peer.socket.on('close', () => {
      open = false;
    });
    peer.command(0, 'connect', { app: 'live' });
    const writer = new ChunkWriter();
    const question = writeCommand(0, 'FCPublish', 1, null);
    peer.socket.write(writer.write(4, question));
    const burst = Buffer.concat(new Array(5_000).fill(writer.write(4, question)));
    // More than all the buffers between the two hold; each question asks for as many bytes back.
    for (let round = 0; round < 300 && open; round += 1) {
      if (!peer.socket.write(burst)) await new Promise(setImmediate);
    }
    await peer.gone;
  }, 20_000);

  test('messages beyond what commands need are refused until the key was accepted', async () => {
    const { channels, port } = await start();
    const peer = (await (await RawPeer.connect(port)).shakeHands()).ignoreAnswers();
    const payload = Buffer.alloc(RTMP_LIMITS.beforePublish.messageBytesMax + 1);
    peer.send(6, { typeId: MESSAGE_TYPE.video, streamId: 1, timestampMs: 0, payload });
    await peer.gone;
    expect(channels.streams).toEqual([]);
  });

  test('closing sends everybody away and ends their streams', async () => {
    const { server, channels, publish, port } = await start();
    const publisher = await publish();
    const waiting = (await RawPeer.connect(port)).ignoreAnswers();
    await server.close();
    await Promise.all([publisher.closed, waiting.gone]);
    expect(channels.streams[0]?.ends).toBe(1);
  });

  test('closing does not wait for an answer about a key', async () => {
    const { server, port, requests } = await start({
      authorise: () => new Promise<never>(() => {}),
    });
    const peer = (await (await RawPeer.connect(port)).shakeHands()).ignoreAnswers();
    peer.askToPublish('good');
    await expect.poll(() => requests).toHaveLength(1);
    const closed = server.close();
    peer.socket.destroy();
    await closed;
  });
});

describe('garbage closes the connection and nothing else', () => {
  const STAGES = ['at once', 'after the handshake', 'after connect', 'while publishing'] as const;
  const SEEDS = 25;
  const BYTES_MAX = 200_000;

  async function bringTo(stage: (typeof STAGES)[number], port: number): Promise<RawPeer> {
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
    const { channels, clock, port, publish } = await start({
      authorise: async ({ id }) => ({ channelId: id }),
    });
    const before = process.memoryUsage();
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const random = new SeededRandom(seed);
      const peer = (await bringTo(stage, port)).ignoreAnswers();
      peer.socket.write(random.bytes(random.integer(BYTES_MAX)));
      // Garbage that happens to look like the beginning of something is waited for, but not for ever.
      const impatience = setInterval(() => {
        clock.ms += RTMP_LIMITS.negotiationMsMax;
      }, 100);
      await peer.gone;
      clearInterval(impatience);
    }
    const after = process.memoryUsage();
    expect(after.rss - before.rss).toBeLessThan(150_000_000);
    await expect.poll(() => channels.streams.every(({ ends }) => ends === 1)).toBe(true);
    await (await publish()).close();
  });

  test('inside pictures and sounds that arrive in order', async () => {
    const { channels, publish } = await start({
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
