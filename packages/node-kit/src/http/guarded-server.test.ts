import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createLogger } from '../logger.ts';
import { compileTrust } from './client-address.ts';
import { createGuardedServer, type GuardedServerOptions } from './guarded-server.ts';
import { HTTP_LIMITS, type HttpLimits } from './http-limits.ts';
import { SlowTakers } from './slow-takers.ts';

/** Longer than a test, so that only the limit under test can end a connection. */
const NEVER_MS = 600_000;
const LIMITS: HttpLimits = {
  ...HTTP_LIMITS,
  headMs: NEVER_MS,
  requestMs: NEVER_MS,
  idleMs: NEVER_MS,
  takeMs: NEVER_MS,
  refusalMs: NEVER_MS,
  checkMs: 10,
};
const HUGE = Buffer.alloc(64 * 1024 * 1024);

const servers: Server[] = [];
const clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

interface Client {
  readonly socket: Socket;
  /** Returns the received text once the connection is closed. */
  readonly closed: Promise<string>;
  readonly text: () => string;
}

type Setup = Omit<Partial<GuardedServerOptions>, 'limits'> & {
  readonly limits?: Partial<HttpLimits>;
  readonly handle?: RequestListener;
};

/** Starts a server with these limits. */
async function start({ limits = {}, handle, ...options }: Setup = {}) {
  const accepted: Socket[] = [];
  const server = createGuardedServer(
    handle ?? ((_request, response) => void response.end('answer')),
    { logger: createLogger('test', 'silent'), ...options, limits: { ...LIMITS, ...limits } },
  );
  servers.push(server);
  server.on('connection', (socket) => accepted.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const open = (text = ''): Client => {
    const { port } = server.address() as AddressInfo;
    // The client keeps its side open, as in a slow-client attack.
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    clients.push(socket);
    let received = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      received += chunk;
    });
    socket.on('error', () => {});
    const closed = new Promise<string>((done) => socket.once('close', () => done(received)));
    socket.once('end', () => socket.end());
    if (text !== '') socket.write(text, 'latin1');
    return { socket, closed, text: () => received };
  };
  return { server, open, accepted };
}

async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await setImmediate();
}

/** Resolves once the server has destroyed every connection; the clients keep theirs open. */
const released = (accepted: readonly Socket[], count: number): Promise<void> =>
  until(() => accepted.length === count && accepted.every(({ destroyed }) => destroyed));

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

describe('a connection without progress is released', () => {
  test.each<[string, string, Partial<HttpLimits>, RegExp]>([
    ['a silent one', '', { headMs: 50 }, /^HTTP\/1\.1 408 /],
    ['a slow head', 'GET / HTTP/1.1\r\nHost: a\r\nX: ', { headMs: 50 }, /^HTTP\/1\.1 408 /],
    [
      'a slow body',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nsome',
      { headMs: 40, requestMs: 50 },
      /^HTTP\/1\.1 408 /,
    ],
    ['an idle one', GET, { idleMs: 50 }, /^HTTP\/1\.1 200 /],
    ['garbage', 'no request\r\n\r\n', {}, /^HTTP\/1\.1 400 /],
    ['a head that is too long', `GET /${'a'.repeat(20_000)}`, {}, /^HTTP\/1\.1 431 /],
  ])('%s', async (_, text, limits, answer) => {
    const { open, accepted } = await start({
      limits,
      handle: (request, response) => void request.resume().on('end', () => response.end('answer')),
    });
    const count = 200;
    const opened = Array.from({ length: count }, () => {
      const client = open(text);
      // In a slow-client attack, the client never ends its side.
      client.socket.removeAllListeners('end');
      return client;
    });
    await released(accepted, count);
    for (const client of opened) await until(() => answer.test(client.text()));
  });

  test('a client never reads its response', async () => {
    const { open, accepted } = await start({
      limits: { takeMs: 50 },
      handle: (_request, response) => void response.end(HUGE),
    });
    open(GET).socket.pause();
    await released(accepted, 1);
  });

  test('a client reads its response byte by byte', async () => {
    const { open, accepted } = await start({
      limits: { takeMs: 200, takenBytesMin: HUGE.length },
      handle: (_request, response) => void response.end(HUGE),
    });
    const { socket } = open(GET);
    socket.removeAllListeners('data').pause();
    // Reads a byte whenever there is one, so that it is never idle.
    socket.on('readable', () => socket.read(1));
    await released(accepted, 1);
  });

  test('a client never reads its refusal', async () => {
    const { open, accepted } = await start({ limits: { headMs: 20, refusalMs: 20 } });
    const { socket } = open('GET / HTTP/1.1\r\n');
    socket.removeAllListeners('end').pause();
    await released(accepted, 1);
  });

  test('but not while a client continues to read its response', async () => {
    const { open, accepted } = await start({
      handle: (_request, response) => void response.end(HUGE),
    });
    const { socket } = open(GET);
    let takenBytes = 0;
    socket.on('data', (chunk) => {
      takenBytes += chunk.length;
    });
    await until(() => takenBytes > 0);
    socket.pause();
    const takers = new SlowTakers({ takeMs: 100, takenBytesMin: 1 });
    const server = accepted[0]!;
    takers.check(server, 0);
    // This is more than the kernel's buffers hold, so the server must have written again.
    const before = takenBytes;
    socket.resume();
    await until(() => takenBytes > before + HUGE.length / 2);
    socket.pause();
    takers.check(server, 100);
    expect(server.destroyed).toBe(false);
    // Pending writes reach the kernel now.
    await setImmediate();
    takers.check(server, 200);
    takers.check(server, 300);
    expect(server.destroyed).toBe(true);
  });

  test('a stopping server does not wait for idle connections', async () => {
    const { server, open, accepted } = await start();
    open();
    await until(() => accepted.length === 1);
    await new Promise((done) => server.close(done));
    expect(accepted[0]?.destroyed).toBe(true);
  });
});

test('a refusal during a response closes the connection without sending anything', async () => {
  const { open } = await start({ handle: (_request, response) => void response.write('half') });
  const client = open(GET);
  await until(() => client.text().includes('half'));
  client.socket.write('garbage\r\n\r\n');
  const text = await client.closed;
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
  expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
});

describe('the host', () => {
  test.each([
    ['two hosts', 'Host: a\r\nHost: b\r\n'],
    ['the same host twice', 'Host: a\r\nhOST: a\r\n'],
    ['no host', ''],
    ['an empty host', 'Host:\r\n'],
    ['a host with a path', 'Host: a/b\r\n'],
    ['a host with a user', 'Host: a@b\r\n'],
    ['two names in one host', 'Host: a, b\r\n'],
    ['a port that is no number', 'Host: a:http\r\n'],
  ])('%s is answered 400', async (_, fields) => {
    const { open } = await start();
    const text = await open(`GET / HTTP/1.1\r\n${fields}\r\n`).closed;
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('"status":"request_invalid"');
    expect(text.toLowerCase()).toContain("content-security-policy: default-src 'none'");
  });

  test.each(['fan.example', 'fan.example:8080', '127.0.0.1:80', '[::1]:80', '[2001:db8::1]'])(
    'host %s is accepted',
    async (host) => {
      const { open } = await start();
      const client = open(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      await until(() => client.text().endsWith('answer'));
    },
  );
});

describe('another protocol', () => {
  const upgrade = (protocol: string) =>
    `GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`;

  test('that is not supported gets the ordinary response', async () => {
    const { server, open } = await start({
      mayUpgrade: ({ headers }) => headers.upgrade === 'websocket',
    });
    server.on('upgrade', (_request, socket) => socket.end('upgraded'));
    const client = open(upgrade('h2c'));
    await until(() => client.text().endsWith('answer'));
    expect(await open(upgrade('websocket')).closed).toBe('upgraded');
  });
});

describe('connections of one address', () => {
  test('beyond the limit get 429 and are closed, until others have ended', async () => {
    const { open, accepted } = await start({ limits: { connectionsPerAddressMax: 3 } });
    const first = [open(GET), open(GET), open(GET)];
    for (const client of first) await until(() => client.text().endsWith('answer'));
    const refused = await open(GET).closed;
    expect(refused).toMatch(/^HTTP\/1\.1 429 /);
    expect(refused).toContain('retry-after: 10');
    first[0]?.socket.destroy();
    await until(() => accepted[0]?.destroyed === true);
    const next = open(GET);
    await until(() => next.text().endsWith('answer'));
  });

  test('500 fans behind one IP address with eight connections each are all served', async () => {
    const { open } = await start({
      limits: { connectionsPerAddressMax: HTTP_LIMITS.connectionsPerAddressMax },
    });
    for (let fan = 0; fan < 500; fan += 1) {
      const eight = Array.from({ length: 8 }, () => open(GET));
      for (const client of eight) await until(() => client.text() !== '');
      for (const client of eight) expect(client.text()).toMatch(/^HTTP\/1\.1 200 /);
    }
  }, 60_000);

  const forwarded = (addresses: string) =>
    `GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${addresses}\r\n\r\n`;

  test('count for the last client address in a trusted proxy’s header', async () => {
    const waiting: (() => void)[] = [];
    const { open } = await start({
      trust: compileTrust(['loopback']),
      limits: { connectionsPerAddressMax: 2 },
      handle: (_request, response) => void waiting.push(() => response.end('answer')),
    });
    // Addresses to the left of the proxy's entry were sent by the client and are not trusted.
    const crowd = ['198.51.100.1', '1.1.1.1, 198.51.100.1'].map((list) => open(forwarded(list)));
    await until(() => waiting.length === 2);
    const refused = await open(forwarded('2.2.2.2, 198.51.100.1')).closed;
    expect(refused).toMatch(/^HTTP\/1\.1 429 /);
    const other = open(forwarded('198.51.100.2'));
    await until(() => waiting.length === 3);
    for (const answer of waiting) answer();
    for (const client of [...crowd, other]) await until(() => client.text().endsWith('answer'));
    // An answered request no longer counts.
    const later = open(forwarded('198.51.100.1'));
    await until(() => waiting.length === 4);
    waiting[3]?.();
    await until(() => later.text().endsWith('answer'));
  });

  test('count for the address of the connection if there is no trusted proxy', async () => {
    const { open } = await start({ limits: { connectionsPerAddressMax: 1 } });
    const first = open(forwarded('198.51.100.1'));
    await until(() => first.text().endsWith('answer'));
    expect(await open(forwarded('198.51.100.2')).closed).toMatch(/^HTTP\/1\.1 429 /);
  });
});
