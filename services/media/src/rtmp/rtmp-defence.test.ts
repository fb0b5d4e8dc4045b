import { networkInterfaces } from 'node:os';
import { ChunkWriter } from '@sangwian/rtmp/chunk-writer';
import { writeCommand } from '@sangwian/rtmp/command';
import { USER_CONTROL, userControl } from '@sangwian/rtmp/control';
import { MESSAGE_TYPE } from '@sangwian/rtmp/message';
import { describe, expect, test, vi } from 'vitest';
import { RTMP_LIMITS } from './rtmp-limits.ts';
import { RawPeer } from './testing/raw-peer.ts';
import { endServersAfterEach, startServer } from './testing/rtmp-stage.ts';

const PORT = 19_351;
const HAS_IPV6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

endServersAfterEach();

describe('a publisher that disappears ends its stream once', () => {
  test('after a connection reset', async () => {
    const { channels, port } = await startServer();
    const peer = await (await RawPeer.connect(port)).shakeHands();
    peer.askToPublish('good');
    await peer.nextStatus();
    peer.socket.resetAndDestroy();
    await expect.poll(() => channels.streams[0]?.ends).toBe(1);
  });

  test('after a time without media, even if it continues to send pings', async () => {
    const { channels, clock, port } = await startServer();
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

  test('during its authorisation, without opening a channel', async () => {
    const answer = Promise.withResolvers<{ channelId: string }>();
    const { channels, clock, port, requests } = await startServer({
      authorise: () => answer.promise,
    });
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
  test('another port is used if the configured one is in use', async () => {
    const first = await startServer({ port: PORT });
    const second = await startServer({ port: PORT });
    expect(first.port).toBe(PORT);
    expect(second.port).not.toBe(PORT);
    await (await second.publish()).close();
  });

  test('a slow handshake times out', async () => {
    const { clock, port } = await startServer();
    const peer = (await RawPeer.connect(port)).ignoreAnswers();
    peer.socket.write(Buffer.of(3));
    for (let drop = 0; drop < 20; drop += 1) {
      clock.ms += RTMP_LIMITS.handshakeMsMax / 20;
      peer.socket.write(Buffer.of(0));
    }
    await peer.gone;
  });

  test('a peer that never sends publish is disconnected', async () => {
    const { clock, port } = await startServer();
    const peer = (await (await RawPeer.connect(port)).shakeHands()).ignoreAnswers();
    clock.ms += RTMP_LIMITS.negotiationMsMax;
    await peer.gone;
  });

  test('connections without a key are limited per IP address', async () => {
    const { port } = await startServer({ limits: { pendingPerAddressMax: 2 } });
    const peers = await Promise.all([RawPeer.connect(port), RawPeer.connect(port)]);
    for (const peer of peers) await peer.shakeHands();
    await (await RawPeer.connect(port)).ignoreAnswers().gone;
    for (const peer of peers) peer.socket.destroy();
  });

  test.runIf(HAS_IPV6)(
    'an IPv6 /64 has one limit, separate from that of an IPv4 address on the same listener',
    async () => {
      const { port, requests } = await startServer({
        host: '::',
        limits: { pendingPerAddressMax: 2 },
      });
      const peers = await Promise.all([RawPeer.connect(port, '::1'), RawPeer.connect(port, '::1')]);
      for (const peer of peers) await peer.shakeHands();
      await (await RawPeer.connect(port, '::1')).ignoreAnswers().gone;
      const ipv4Peer = await (await RawPeer.connect(port)).shakeHands();
      ipv4Peer.askToPublish('bad');
      await expect.poll(() => requests[0]?.ip).toBe('127.0.0.1');
      for (const peer of [...peers, ipv4Peer]) peer.socket.destroy();
    },
  );

  test('connections that only complete the handshake do not block publishers', async () => {
    const { channels, port, publish } = await startServer({
      limits: { pendingMax: 4, pendingPerAddressMax: 100 },
    });
    const idle = await Promise.all(
      Array.from({ length: 4 }, async () => (await RawPeer.connect(port)).shakeHands()),
    );
    const publisher = await publish();
    expect(channels.streams).toHaveLength(1);
    // The oldest pending connection was closed. The others remain.
    await Promise.race(idle.map((peer) => peer.ignoreAnswers().gone));
    // Publishers do not count as pending connections.
    for (let index = 0; index < 6; index += 1)
      idle.push(await (await RawPeer.connect(port)).shakeHands());
    expect(channels.streams[0]?.ends).toBe(0);
    await publisher.close();
    for (const peer of idle) peer.socket.destroy();
  });

  test('publishers beyond the total or per-address limit are told the reason', async () => {
    for (const limits of [{ publishersMax: 1 }, { publishersPerAddressMax: 1 }]) {
      const { publish } = await startServer({
        limits,
        authorise: async ({ token }) => ({ channelId: token }),
      });
      const first = await publish('one');
      await expect(publish('two')).rejects.toThrow('Too many encoders');
      await first.close();
      await vi.waitFor(async () => (await publish('two')).close());
    }
  });

  test('a peer that does not read its responses is disconnected', async () => {
    const { port } = await startServer();
    const peer = await (await RawPeer.connect(port)).shakeHands();
    let open = true;
    peer.socket.on('close', () => {
      open = false;
    });
    peer.command(0, 'connect', { app: 'live' });
    const writer = new ChunkWriter();
    const request = writeCommand(0, 'FCPublish', 1, null);
    peer.socket.write(writer.write(4, request));
    const burst = Buffer.concat(new Array(5_000).fill(writer.write(4, request)));
    // More than all buffers between client and server hold. Each response is as long as its request.
    for (let round = 0; round < 300 && open; round += 1) {
      if (!peer.socket.write(burst)) await new Promise(setImmediate);
    }
    await peer.gone;
  }, 20_000);

  test('messages longer than commands are refused until the key is accepted', async () => {
    const { channels, port } = await startServer();
    const peer = (await (await RawPeer.connect(port)).shakeHands()).ignoreAnswers();
    const payload = Buffer.alloc(RTMP_LIMITS.beforePublish.messageBytesMax + 1);
    peer.send(6, { typeId: MESSAGE_TYPE.video, streamId: 1, timestampMs: 0, payload });
    await peer.gone;
    expect(channels.streams).toEqual([]);
  });

  test('closing disconnects all peers and ends their streams', async () => {
    const { server, channels, publish, port } = await startServer();
    const publisher = await publish();
    const waiting = (await RawPeer.connect(port)).ignoreAnswers();
    await server.close();
    await Promise.all([publisher.closed, waiting.gone]);
    expect(channels.streams[0]?.ends).toBe(1);
  });

  test('closing does not wait for an authorisation', async () => {
    const { server, port, requests } = await startServer({
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
