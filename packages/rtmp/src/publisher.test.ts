import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ByteInput } from './byte-input.ts';
import { ChunkReader } from './chunk-reader.ts';
import { ChunkWriter } from './chunk-writer.ts';
import { readCommand, writeCommand } from './command.ts';
import { acceptHandshake } from './handshake.ts';
import { MESSAGE_TYPE } from './message.ts';
import { connectPublisher, type RtmpPublisher } from './publisher.ts';

const LIMITS = { messageBytesMax: 65_536, bufferedBytesMax: 262_144, chunkStreamsMax: 16 };

const servers: { server: Server; sockets: Socket[] }[] = [];

/** Starts a server that passes each connection to `handle`; returns its port. */
async function serve(handle: (socket: Socket) => void): Promise<number> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    handle(socket);
  });
  servers.push({ server, sockets });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Accepts every command, and stops reading after it has permitted publishing. */
async function allowAndStopReading(socket: Socket): Promise<void> {
  const input = new ByteInput(socket);
  const writer = new ChunkWriter();
  const reader = new ChunkReader(LIMITS);
  const reply = (name: string, transactionId: number, value: number | { code: string }): void => {
    socket.write(writer.write(3, writeCommand(0, name, transactionId, null, value)));
  };
  await acceptHandshake(input, (bytes) => socket.write(bytes), 0);
  for await (const bytes of input.rest()) {
    for (const message of reader.read(bytes)) {
      if (message.typeId !== MESSAGE_TYPE.commandAmf0) continue;
      const { name, transactionId } = readCommand(message);
      if (name === 'connect') reply('_result', transactionId, 0);
      if (name === 'createStream') reply('_result', transactionId, 1);
      if (name !== 'publish') continue;
      reply('onStatus', 0, { code: 'NetStream.Publish.Start' });
      return;
    }
  }
}

const publishTo = (port: number, connectMsMax = 5_000): Promise<RtmpPublisher> =>
  connectPublisher({ host: '127.0.0.1', port, app: 'live', streamKey: 'key', connectMsMax });

afterEach(async () => {
  for (const { server, sockets } of servers.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  }
});

test('the publisher reports backpressure if the server does not read, and then gives up', async () => {
  const port = await serve((socket) => void allowAndStopReading(socket));
  const publisher = await publishTo(port);
  const payload = Buffer.alloc(500_000);
  let full = false;
  // The kernel buffers some megabytes first.
  for (let sent = 0; sent < 200 && !full; sent += 1) {
    full = !publisher.sendVideo({ timestampMs: sent, payload });
    await new Promise(setImmediate);
  }
  expect(full).toBe(true);
  expect(publisher.bufferedBytes).toBeGreaterThan(2_000_000);
  const drained = publisher.drained();
  for (let sent = 0; sent < 60; sent += 1) publisher.sendVideo({ timestampMs: sent, payload });
  expect((await publisher.closed)?.message).toContain('wait to be sent');
  await drained;
  expect(publisher.sendVideo({ timestampMs: 1, payload })).toBe(false);
});

test('garbage instead of a handshake ends the attempt', async () => {
  const port = await serve((socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await expect(publishTo(port)).rejects.toThrow('no plain RTMP');
});

test('a server that closes at once ends the attempt', async () => {
  const port = await serve((socket) => socket.end());
  await expect(publishTo(port)).rejects.toThrow('closed after 0');
});

test('a server that never answers ends the attempt in time', async () => {
  const port = await serve(() => {});
  await expect(publishTo(port, 100)).rejects.toThrow('no permission to publish within 100 ms');
});

test('a closed port ends the attempt', async () => {
  const port = await serve(() => {});
  const [entry] = servers.splice(0);
  entry?.server.close();
  await expect(publishTo(port)).rejects.toThrow('ECONNREFUSED');
});

test('a server that disconnects while publishing resolves `closed`', async () => {
  const port = await serve((socket) => void allowAndStopReading(socket));
  const publisher = await publishTo(port);
  servers[0]?.sockets[0]?.destroy();
  await publisher.closed;
  expect(publisher.sendAudio({ timestampMs: 0, payload: Buffer.alloc(2) })).toBe(false);
  await publisher.close();
});
