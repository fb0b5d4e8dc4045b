import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { HTTP_LIMITS } from '@sangwian/node-kit/http/http-limits';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, TEST_APP_KEY, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ANSWER = Buffer.alloc(64 * 1024 * 1024);
const clients: Socket[] = [];

let media: Server;
let api: TestApi;
beforeAll(async () => {
  media = createServer((_request, response) => response.end(ANSWER)).listen(0, '127.0.0.1');
  await once(media, 'listening');
  api = await startTestApi({
    config: {
      upstream: { mediaInternalUrl: `http://127.0.0.1:${(media.address() as AddressInfo).port}` },
      http: {
        httpLimits: {
          ...HTTP_LIMITS,
          headMs: 200,
          requestMs: 300,
          takeMs: 300,
          refusalMs: 200,
          checkMs: 20,
        },
      },
    },
  });
  await api.api.start();
});
afterAll(async () => {
  for (const client of clients) client.destroy();
  media.closeAllConnections();
  media.close();
  await api.close();
});

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** A client that never closes its side. */
function open(port: number, text: string): { socket: Socket; said: () => string } {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  clients.push(socket);
  let said = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    said += chunk;
  });
  socket.on('error', () => {});
  if (text !== '') socket.write(text, 'latin1');
  return { socket, said: () => said };
}

async function until(reached: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await reached())) await setImmediate();
}

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((done, failed) =>
    server.getConnections((error, count) => (error === null ? done(count) : failed(error))),
  );

const SLOW_BODY =
  'POST /api/v1/auth/member/login-v2 HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' +
  `x-app-key: ${TEST_APP_KEY}\r\nContent-Length: 100\r\n\r\n{`;

describe.each(['site', 'internal'] as const)('the %s listener', (name) => {
  test.each([
    ['silent connections', ''],
    ['slow heads', 'GET / HTTP/1.1\r\nHost: a\r\nX'],
    ['slow bodies', SLOW_BODY],
  ])('releases 200 %s', async (_, text) => {
    const server = name === 'site' ? api.api.app.server : api.api.internal.server;
    const opened = Array.from({ length: 200 }, () => open(portOf(server), text));
    await until(() => opened.every(({ said }) => said() !== ''));
    // The server counts its connections while every client keeps its side open.
    await until(async () => (await connectionsOf(server)) === 0);
    const answer = name === 'internal' && text === SLOW_BODY ? / 404 | 408 / : / 408 /;
    for (const { said } of opened) expect(said()).toMatch(answer);
  });

  test('responds with 400 to a request with two Host headers', async () => {
    const server = name === 'site' ? api.api.app.server : api.api.internal.server;
    const client = open(portOf(server), 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n');
    await until(() => client.said().includes('request_invalid'));
    expect(client.said()).toMatch(/^HTTP\/1\.1 400 /);
  });
});

test('a viewer who stops reading a forwarded response is disconnected', async () => {
  const { server } = api.api.app;
  const client = open(portOf(server), 'GET /media/a HTTP/1.1\r\nHost: a\r\n\r\n');
  client.socket.pause();
  await until(async () => (await connectionsOf(server)) === 1);
  await until(async () => (await connectionsOf(server)) === 0);
  // The connection to the media process is closed too.
  await until(async () => (await connectionsOf(media)) === 0);
});

test('a request with an unknown `Upgrade` protocol gets a normal response', async () => {
  const h2c =
    'GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\n' +
    'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n\r\n';
  const client = open(portOf(api.api.app.server), h2c);
  await until(() => client.said().endsWith('{"live":true}'));
  expect(client.said()).toMatch(/^HTTP\/1\.1 200 /);
});

test.each(['/', '/socket.iox/', '/media/a'])(
  'an upgrade request for a socket at %s gets a normal response',
  async (path) => {
    const client = open(
      portOf(api.api.app.server),
      `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    await until(() => client.said() !== '');
    expect(client.said()).toMatch(/^HTTP\/1\.1 (200|404) /);
    client.socket.destroy();
  },
);

test('a request that the client aborts is logged without an error', async () => {
  const lines: { level: number; msg: string }[] = [];
  const logger = createLogger('test', 'debug', { write: (line) => lines.push(JSON.parse(line)) });
  const logged = await startTestApi({ logger });
  await logged.api.start();
  const { socket } = open(portOf(logged.api.app.server), SLOW_BODY);
  await until(async () => (await connectionsOf(logged.api.app.server)) === 1);
  // Once a later request has its response, the first request has been read.
  await fetch(`${logged.url}/health/live`);
  socket.resetAndDestroy();
  await until(() => lines.some(({ msg }) => msg === 'request aborted'));
  expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
  await logged.close();
});
