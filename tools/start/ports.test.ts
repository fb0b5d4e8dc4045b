import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { freePortNear, freeUdpPortNear, isPortFree, settlePorts } from './ports.ts';

const HOST = '127.0.0.1';
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function take(): Promise<number> {
  const server = createServer().listen(0, HOST);
  servers.push(server);
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' ? address!.port : 0;
}

test('a port with a listener is reported as taken', async () => {
  expect(await isPortFree(await take(), HOST)).toBe(false);
});

test('replaces a taken port by a free one', async () => {
  const taken = await take();
  const other = await freePortNear(taken, HOST);
  expect(other).not.toBe(taken);
  expect(await isPortFree(other, HOST)).toBe(true);
});

test('replaces a taken UDP port by a free one', async () => {
  const socket = createSocket('udp4').bind(0, HOST);
  await once(socket, 'listening');
  const taken = socket.address().port;
  expect(await freeUdpPortNear(taken, HOST)).not.toBe(taken);
  await new Promise<void>((closed) => socket.close(closed));
  expect(await freeUdpPortNear(taken, HOST)).toBe(taken);
});

test('keeps configured ports and chooses distinct free ports for the others', async () => {
  const ports = await settlePorts({ api: 0, media: 19_419, sandbox: 0 });
  expect(ports.media).toBe(19_419);
  expect(new Set(Object.values(ports)).size).toBe(3);
});
