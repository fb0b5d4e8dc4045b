import { createCipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readConclusion } from './answer-conclusion.ts';
import { HandshakeCookies } from './cookie.ts';
import {
  EXTENSION,
  HANDSHAKE,
  type Handshake,
  OPTION_FLAG,
  readHandshake,
  refuseHandshake,
  SRT_REFUSAL,
  writeHandshake,
  writeOptions,
} from './handshake.ts';
import { PacketOrder, WINDOW_PACKETS } from './packet-order.ts';
import { PayloadCipher } from './payload-cipher.ts';
import { addToSequence, sequenceDistance } from './sequence.ts';
import { SrtConnection } from './srt-connection.ts';
import { CONTROL, readSrtPacket, writeControl, writeLossList } from './srt-packet.ts';
import { readStreamId } from './stream-id.ts';

const FIRST = 0x7fff_fffe;
const LATENCY_MS = 100;
const payload = (text: string): Buffer => Buffer.from(text);

/** Packs a text as SRT does: the bytes of each word reversed. */
const packText = (text: string): Buffer =>
  Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4, '\0')).swap32();

const request = (extensions: [number, Buffer][], version = 5): Handshake => ({
  version,
  encryption: 0,
  extensionField: 1,
  initialSequence: 7,
  packetBytesMax: 1_500,
  windowPackets: 8_192,
  type: HANDSHAKE.conclusion,
  socketId: 42,
  cookie: 1,
  extensions: new Map(extensions),
});

const options = (flags = 0, senderDelayMs = 120): [number, Buffer] => [
  EXTENSION.request,
  writeOptions({ srtVersion: 0x010500, flags, receiverDelayMs: 0, senderDelayMs }),
];

describe('sequence numbers', () => {
  it('wrap at 31 bits in both directions', () => {
    expect(addToSequence(0x7fff_ffff, 1)).toBe(0);
    expect(sequenceDistance(0x7fff_ffff, 1)).toBe(2);
    expect(sequenceDistance(1, 0x7fff_ffff)).toBe(-2);
  });
});

describe('the order of packets', () => {
  it('is restored across the wrap of the numbers, and each packet is passed on once', () => {
    const order = new PacketOrder(FIRST, LATENCY_MS);
    expect(order.push(FIRST, payload('a'), 0)).toBeNull();
    expect(order.push(0, payload('c'), 0)).toEqual({ first: FIRST + 1, last: FIRST + 1 });
    expect(order.acknowledged).toBe(FIRST + 1);
    expect(order.take(0)).toEqual([payload('a')]);
    expect(order.push(FIRST + 1, payload('b'), 10)).toBeNull();
    expect(order.push(FIRST + 1, payload('b'), 10)).toBe('known');
    expect(order.take(10)).toEqual([payload('b'), payload('c')]);
    expect(order.acknowledged).toBe(1);
    expect(order.push(0, payload('c'), 10)).toBe('known');
  });

  it('continues without a packet after the latency, with one mark for a run of lost packets', () => {
    const order = new PacketOrder(5, LATENCY_MS);
    order.push(8, payload('d'), 0);
    expect(order.take(LATENCY_MS - 1)).toEqual([]);
    expect(order.take(LATENCY_MS)).toEqual([null, payload('d')]);
    expect(order.acknowledged).toBe(9);
  });

  it('gives up packets that the sender has dropped', () => {
    const order = new PacketOrder(5, LATENCY_MS);
    order.push(7, payload('c'), 0);
    order.drop({ first: 3, last: 6 });
    expect(order.take(0)).toEqual([null, payload('c')]);
    order.drop({ first: 8, last: 8 + WINDOW_PACKETS });
    expect(order.acknowledged).toBe(8);
  });

  it('refuses packets that are too far ahead, so that memory is bounded', () => {
    const order = new PacketOrder(5, LATENCY_MS);
    expect(order.push(5 + WINDOW_PACKETS, payload('x'), 0)).toBe('outside');
    expect(order.freePackets).toBe(WINDOW_PACKETS);
  });

  it('requests missing packets again, in ranges, at most once per interval', () => {
    const order = new PacketOrder(0, LATENCY_MS);
    order.push(3, payload('d'), 0);
    order.push(5, payload('f'), 0);
    expect(order.takeOverdue(20, 10)).toEqual([]);
    expect(order.takeOverdue(20, 20)).toEqual([
      { first: 0, last: 2 },
      { first: 4, last: 4 },
    ]);
    expect(order.takeOverdue(20, 30)).toEqual([]);
  });
});

describe('packets', () => {
  it('are read as they were written', () => {
    const content = writeLossList([
      { first: 4, last: 4 },
      { first: 6, last: 9 },
    ]);
    expect(content.toString('hex')).toBe('000000048000000600000009');
    const fields = { type: CONTROL.nak, info: 3, socketId: 9, content };
    const written = writeControl({ ...fields, timestampUs: 5 });
    expect(readSrtPacket(written)).toEqual({ kind: 'control', subtype: 0, ...fields });
    expect(readSrtPacket(Buffer.alloc(15))).toBeNull();
  });

  it('of any content are read without an error', () => {
    for (let round = 0; round < 2_000; round += 1) {
      const packet = readSrtPacket(randomBytes(round % 120));
      if (packet?.kind === 'control') readHandshake(packet.content);
    }
  });
});

describe('a conclusion', () => {
  const settings = { latencyMs: 300, passphrase: '' };

  it('survives writing and reading, with its refusal', () => {
    const whole = request([options(), [EXTENSION.streamId, packText('key')]]);
    const written = writeHandshake(whole);
    expect(readHandshake(written)).toEqual(whole);
    expect(readHandshake(written.subarray(0, -1))).toBeNull();
    expect(refuseHandshake(whole, SRT_REFUSAL.unauthorized)).toMatchObject({ type: 2_401 });
  });

  it('has the stream id, and the longer latency of both sides', () => {
    const text: [number, Buffer] = [EXTENSION.streamId, packText('a-stream-key?backup=1')];
    const read = readConclusion(request([options(0, 900), text]), settings);
    expect(read).toMatchObject({ streamId: 'a-stream-key?backup=1', latencyMs: 900, cipher: null });
    expect(readConclusion(request([options(0, 60_000)]), settings)).toMatchObject({
      latencyMs: 8_000,
    });
  });

  it.each<[string, Handshake, number]>([
    ['an old version', request([options()], 4), SRT_REFUSAL.version],
    ['no options', request([]), SRT_REFUSAL.badRequest],
    ['a byte stream', request([options(OPTION_FLAG.isByteStream)]), SRT_REFUSAL.messageMode],
    [
      'the congestion control of files',
      request([options(), [EXTENSION.congestion, packText('file')]]),
      SRT_REFUSAL.congestion,
    ],
    ['a filter', request([options(), [EXTENSION.filter, packText('fec')]]), SRT_REFUSAL.filter],
    [
      'a stream id that is too long',
      request([options(), [EXTENSION.streamId, packText('x'.repeat(516))]]),
      SRT_REFUSAL.badRequest,
    ],
    [
      'keys although none are expected',
      request([options(), [EXTENSION.keyRequest, Buffer.alloc(64)]]),
      SRT_REFUSAL.unsecure,
    ],
  ])('with %s is refused', (_, handshake, reason) => {
    expect(readConclusion(handshake, settings)).toBe(reason);
  });
});

describe('the encryption', () => {
  it('accepts new keys of the same passphrase and no damaged ones', () => {
    const passphrase = 'a-good-passphrase';
    const message = (flag: number, key: Buffer): Buffer => {
      const salt = randomBytes(16);
      const wrapKey = pbkdf2Sync(passphrase, salt.subarray(8), 2_048, 16, 'sha1');
      const wrap = createCipheriv('id-aes128-wrap', wrapKey, Buffer.alloc(8, 0xa6));
      const head = Buffer.from('12202900000000000200020000000404', 'hex');
      head.writeUInt8(flag, 3);
      return Buffer.concat([head, salt, wrap.update(key), wrap.final()]);
    };
    const first = message(1, randomBytes(16));
    const cipher = PayloadCipher.open(passphrase, first);
    expect(cipher?.decrypt(1, 1, payload('text'))).toHaveLength(4);
    expect(cipher?.decrypt(1, 2, payload('text'))).toBeNull();
    expect(cipher?.renew(message(2, randomBytes(16)))).toBe(true);
    expect(cipher?.decrypt(1, 2, payload('text'))).toHaveLength(4);
    const damaged = Buffer.from(first);
    damaged.writeUInt8(damaged.readUInt8(40) ^ 1, 40);
    expect(cipher?.renew(damaged)).toBe(false);
    expect(PayloadCipher.open('another-passphrase', first)).toBeNull();
    expect(PayloadCipher.open(passphrase, first.subarray(0, 20))).toBeNull();
  });
});

describe('a stream id', () => {
  it.each([
    ['key', { token: 'key', rendition: '', backup: false }],
    ['key_720p', { token: 'key', rendition: '720p', backup: false }],
    ['key?backup=1', { token: 'key', rendition: '', backup: true }],
    ['#!::r=live/key,m=publish', { token: 'key', rendition: '', backup: false }],
    ['#!::m=publish,r=key?backup=1', { token: 'key', rendition: '', backup: true }],
  ])('%s contains the key', (streamId, target) => {
    expect(readStreamId(streamId)).toMatchObject(target);
  });

  it.each(['', '#!::', '#!::r=key', '#!::r=key,m=request'])('“%s” is refused', (streamId) => {
    expect(readStreamId(streamId)).toBeNull();
  });
});

describe('a cookie', () => {
  it('belongs to one caller for one to two minutes', () => {
    const cookies = new HandshakeCookies();
    const cookie = cookies.issue('192.0.2.1:9000', 30_000);
    expect(cookies.accepts(cookie, '192.0.2.1:9000', 119_000)).toBe(true);
    expect(cookies.accepts(cookie, '192.0.2.1:9000', 121_000)).toBe(false);
    expect(cookies.accepts(cookie, '192.0.2.2:9000', 30_000)).toBe(false);
  });
});

describe('a connection', () => {
  function connect() {
    const sent: Buffer[] = [];
    const payloads: (Buffer | null)[] = [];
    const closed: string[] = [];
    const connection = new SrtConnection({
      ...{ peerSocketId: 42, initialSequence: 0, latencyMs: LATENCY_MS, cipher: null, nowMs: 0 },
      send: (datagram) => sent.push(datagram),
      onPayload: (one) => payloads.push(one),
      onClosed: (reason) => closed.push(reason),
    });
    const data = (sequence: number, nowMs: number): void =>
      connection.take(
        { kind: 'data', sequence, encryption: 0, socketId: 1, payload: payload('x') },
        nowMs,
      );
    const types = (): unknown[] =>
      sent.splice(0).map((datagram) => {
        const packet = readSrtPacket(datagram);
        return packet?.kind === 'control' ? packet.type : null;
      });
    return { connection, payloads, closed, data, types };
  }

  it('acknowledges what arrived, requests what is missing, and keeps itself alive', () => {
    const { connection, payloads, data, types } = connect();
    data(0, 1);
    connection.tick(10);
    expect(types()).toEqual([CONTROL.ack]);
    data(2, 11);
    expect(types()).toEqual([CONTROL.nak]);
    connection.tick(20);
    expect(types()).toEqual([]);
    connection.tick(200);
    expect(payloads).toEqual([payload('x'), null, payload('x')]);
    expect(types()).toEqual([CONTROL.ack]);
    connection.tick(1_300);
    expect(types()).toEqual([CONTROL.keepAlive]);
  });

  it('repeats an acknowledgement that the peer seems to have missed', () => {
    const { connection, data, types } = connect();
    data(0, 1);
    connection.tick(10);
    data(0, 11);
    connection.tick(20);
    expect(types()).toEqual([CONTROL.ack, CONTROL.ack]);
  });

  it('ends when its peer is silent for five seconds, and says so once', () => {
    const { connection, closed, data, types } = connect();
    data(0, 1);
    connection.tick(5_001);
    expect(closed).toEqual([]);
    connection.tick(5_010);
    connection.tick(5_020);
    expect(closed).toEqual(['the encoder has become silent']);
    types();
    connection.close(5_030);
    expect(types()).toEqual([]);
  });

  it('passes on what has arrived when its peer ends it', () => {
    const { connection, payloads, closed, data } = connect();
    data(1, 1);
    const nothing = Buffer.alloc(0);
    connection.take(
      {
        kind: 'control',
        type: CONTROL.shutdown,
        subtype: 0,
        info: 0,
        socketId: 1,
        content: nothing,
      },
      2,
    );
    expect(payloads).toEqual([null, payload('x')]);
    expect(closed).toHaveLength(1);
  });
});
