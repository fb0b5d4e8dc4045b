import { setAcknowledgementWindow, USER_CONTROL, userControl } from '@sangwian/rtmp/control';
import { writeAacFrame, writeAvcFrame } from '@sangwian/rtmp/flv-tag';
import { MESSAGE_TYPE } from '@sangwian/rtmp/message';
import { SeededRandom } from '@sangwian/rtmp/testing/seeded-random';
import { describe, expect, test } from 'vitest';
import { PUBLISHER_STALE_MS } from '../stream/access-unit.ts';
import { RTMP_LIMITS } from './rtmp-limits.ts';
import { RawPeer } from './testing/raw-peer.ts';
import {
  codeOf,
  endServersAfterEach,
  KEY_PICTURE_BYTES,
  sendBeginning,
  startServer,
} from './testing/rtmp-stage.ts';
import {
  aacFrame,
  aacRecord,
  avcRecord,
  idrPicture,
  interPicture,
} from './testing/sample-media.ts';

endServersAfterEach();

describe('a publisher with the right key', () => {
  test('delivers its units unchanged, and its end once', async () => {
    const { channels, publish } = await startServer();
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

  test('may send the key as a token beside a stream name, and is authorised in MediaMTX’s format', async () => {
    const { requests, publish } = await startServer();
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

  test('gets no confirmation before it is authorised', async () => {
    const answer = Promise.withResolvers<{ channelId: string }>();
    const { channels, port, publish, requests } = await startServer({
      authorise: () => answer.promise,
    });
    const peer = await (await RawPeer.connect(port)).shakeHands();
    peer.askToPublish('good');
    const codes: string[] = [];
    const status = peer.nextStatus().then((code) => codes.push(String(code)));
    await expect.poll(() => requests).toHaveLength(1);
    // Serving another publisher completely gives a premature confirmation enough time to arrive.
    await publish('other', 'nowhere').catch(() => {});
    expect(codes).toEqual([]);
    expect(channels.streams).toEqual([]);
    answer.resolve({ channelId: 'channel' });
    await status;
    expect(codes).toEqual(['NetStream.Publish.Start']);
    peer.socket.destroy();
  });

  test('may end and begin again on the same connection', async () => {
    const { channels, port } = await startServer();
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

  test('may wrap its commands as AMF3, sign its handshake, and send any bytes as C2', async () => {
    const { port } = await startServer();
    const peer = await RawPeer.connect(port);
    const random = new SeededRandom(7);
    const signed = Buffer.concat([Buffer.of(3, 0, 0, 0, 9, 0x80, 0, 7, 2), random.bytes(1_528)]);
    peer.socket.write(Buffer.concat([signed, random.bytes(1_536)]));
    const amf3 = (hex: string): Buffer => Buffer.concat([Buffer.of(0), Buffer.from(hex, 'latin1')]);
    const connect = '\x02\0\x07connect\0\x3f\xf0\0\0\0\0\0\0\x03\0\x03app\x02\0\x04live\0\0\x09';
    const message = { streamId: 0, timestampMs: 0, typeId: MESSAGE_TYPE.commandAmf3 };
    peer.send(3, { ...message, payload: amf3(connect) });
    // The server's handshake of 1 + 2 × 1536 bytes precedes the chunks.
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

  test('gets acknowledgements, and responses to its pings', async () => {
    const { port } = await startServer();
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

describe('the server sends its reason for refusing', () => {
  test('a wrong key', async () => {
    const { channels, publish } = await startServer();
    const error = await publish('bad').catch((reason: unknown) => reason);
    expect(codeOf(error)).toBe('NetStream.Publish.BadName');
    expect(channels.streams).toEqual([]);
  });

  test('a wrong application', async () => {
    const { requests, publish } = await startServer();
    const error = await publish('good', 'other').catch((reason: unknown) => reason);
    expect(codeOf(error)).toBe('NetConnection.Connect.InvalidApp');
    expect(requests).toEqual([]);
  });

  test('a key that cannot be checked right now', async () => {
    const { publish } = await startServer({
      authorise: () => Promise.reject(new Error('API is away')),
    });
    const error = await publish().catch((reason: unknown) => reason);
    expect(codeOf(error)).toBe('NetStream.Failed');
    expect(String(error)).not.toContain('API is away');
  });

  test('a player', async () => {
    const { port } = await startServer();
    const peer = await (await RawPeer.connect(port)).shakeHands();
    peer.command(0, 'connect', { app: 'live' });
    peer.command(1, 'play', null, 'good');
    expect(await peer.nextStatus()).toBe('NetStream.Play.Failed');
    await peer.ignoreAnswers().gone;
  });

  test('an unsupported codec', async () => {
    const { channels, publish } = await startServer();
    const publisher = await publish();
    const payload = Buffer.concat([Buffer.of(0x90), Buffer.from('hvc1'), Buffer.alloc(30)]);
    publisher.sendVideo({ timestampMs: 0, payload });
    const end = await publisher.closed;
    expect(codeOf(end)).toBe('NetStream.Publish.Rejected');
    expect(end?.message).toContain('HEVC is not supported: choose H.264');
    expect(channels.streams[0]?.ends).toBe(1);
  });

  test('a publisher that sends only audio', async () => {
    const { channels, clock, publish } = await startServer();
    const publisher = await publish();
    sendBeginning(publisher);
    await expect.poll(() => channels.streams[0]?.frames).toHaveLength(1);
    const sound = { timestampMs: 26, payload: writeAacFrame(aacFrame) };
    clock.ms += RTMP_LIMITS.pictureSilenceMsMax - 1;
    publisher.sendAudio(sound);
    await expect.poll(() => channels.streams[0]?.frames).toHaveLength(2);
    clock.ms += 1;
    publisher.sendAudio(sound);
    const end = await publisher.closed;
    expect(codeOf(end)).toBe('NetStream.Publish.Rejected');
    expect(end?.message).toContain('sound alone cannot be watched');
    expect(channels.streams[0]?.ends).toBe(1);
  });

  test('a publisher that was stopped', async () => {
    const { channels, publish } = await startServer();
    const publisher = await publish();
    channels.streams[0]?.publisher.close('stopped by the operator');
    await publisher.closed;
    expect(channels.streams[0]?.ends).toBe(1);
    expect(publisher.sendVideo({ timestampMs: 0, payload: Buffer.alloc(1) })).toBe(false);
  });
});

describe('two publishers with one key', () => {
  test('the second is refused while the first is active', async () => {
    const { channels, clock, publish } = await startServer();
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

  test('the second takes over once the first has sent nothing for a while, and the first is disconnected', async () => {
    const { channels, clock, publish } = await startServer();
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
