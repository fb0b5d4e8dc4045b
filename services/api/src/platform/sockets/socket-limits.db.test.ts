import { startRedis, type TestServer } from '@sangwian/testkit/start-server';
import { startTestApi, TEST_APP_KEY, type TestApi } from '@sangwian/testkit/start-test-api';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SOCKETS_PER_MEMBER_MAX } from './socket-limits.ts';

const FANS = 500;
/** The limit in this test, just enough for the honest fans of one arena. */
const PAIR_SOCKETS = 520;
const LONG = { timeout: 180_000 };

let api: TestApi;
let few: TestApi;
let redis: TestServer;
/** Nodes that count sockets together. */
let pair: TestApi[];
const open: Socket[] = [];
beforeAll(async () => {
  api = await startTestApi();
  await api.api.start();
  few = await startTestApi({ config: { http: { socketsPerAddressMax: 3 } } });
  await few.api.start();
  redis = await startRedis();
  const ofPair = {
    http: { socketsPerAddressMax: PAIR_SOCKETS },
    database: { redisUrl: redis.url },
  };
  pair = [await startTestApi({ config: ofPair }), await startTestApi({ config: ofPair })];
  for (const node of pair) await node.api.start();
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});
afterAll(async () => {
  await api.close();
  await few.close();
  await Promise.all(pair.map((node) => node.close()));
  await redis.stop();
});

interface Caller {
  readonly ip?: string;
  readonly token?: string;
  readonly appKey?: string;
}

/** Connects from an IP address that a proxy reports. @returns the socket, or the reason of the refusal */
function connect(node: TestApi, { ip = '203.0.113.1', token, appKey }: Caller) {
  const socket = io(`${node.url}/event`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: { 'x-forwarded-for': ip },
    auth: {
      app_key: appKey ?? TEST_APP_KEY,
      ...(token === undefined ? {} : { access_token: token }),
    },
  });
  open.push(socket);
  return new Promise<Socket | string>((done) => {
    socket.once('connect', () => done(socket));
    socket.once('connect_error', (error: Error & { data?: { status: string } }) =>
      done(error.data?.status ?? error.message),
    );
    // The socket was evicted before it joined the namespace. A refusal closes the socket first and is reported later.
    socket.io.once('close', (reason) => setImmediate(() => done(reason)));
  });
}
const isConnected = (result: Socket | string): boolean => typeof result !== 'string';

test('admits 500 fans behind one IP address', LONG, async () => {
  const results: (Socket | string)[] = [];
  for (let fan = 0; fan < FANS; fan += 50) {
    results.push(...(await Promise.all(Array.from({ length: 50 }, () => connect(api, {})))));
  }
  expect(results.filter(isConnected)).toHaveLength(FANS);
});

test(
  'limits the sockets of an IPv4 address or an IPv6 /64 until one of them closes',
  LONG,
  async () => {
    const network = '2001:db8:1:2';
    const held = [
      await connect(few, { ip: `${network}::1` }),
      await connect(few, { ip: `${network}::2` }),
      await connect(few, { ip: `${network}::3` }),
    ];
    expect(held.map(isConnected)).toEqual([true, true, true]);
    // The socket is refused at the handshake, before the app key is checked.
    expect(await connect(few, { ip: `${network}::4`, appKey: 'wrong' })).toBe('websocket error');
    expect(isConnected(await connect(few, { ip: '2001:db8:1:3::1' }))).toBe(true);
    open[0]?.disconnect();
    await expect
      .poll(async () => isConnected(await connect(few, { ip: `${network}::4` })))
      .toBe(true);
  },
);

test(
  'limits the sockets of a member across IP addresses, and leaves other members unaffected',
  LONG,
  async () => {
    const [fan, other] = [await api.makeFan(), await api.makeFan()];
    const [token, otherToken] = [await api.signIn(fan), await api.signIn(other)];
    const from = (index: number) => ({ ip: `198.51.100.${index}`, token });
    const held = await Promise.all(
      Array.from({ length: SOCKETS_PER_MEMBER_MAX }, (_, index) => connect(api, from(index))),
    );
    expect(held.every(isConnected)).toBe(true);
    expect(await connect(api, from(200))).toBe('rate_limited');
    expect(isConnected(await connect(api, { token: otherToken }))).toBe(true);
    open[0]?.disconnect();
    await expect.poll(async () => isConnected(await connect(api, from(201)))).toBe(true);
  },
);

test('two nodes with Redis limit the sockets of an IP address together', LONG, async () => {
  const ip = '203.0.113.77';
  const counted = () => open.filter(({ connected }) => connected).length;
  // Connects the fans of an arena to both nodes.
  for (let fan = 0; fan < FANS; fan += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => connect(pair[index % 2] as TestApi, { ip })),
    );
  }
  expect(counted()).toBe(FANS);
  // Neither node exceeds the limit alone; the sum does.
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => connect(pair[index % 2] as TestApi, { ip })),
    );
  }
  await expect.poll(counted, { timeout: 10_000 }).toBe(PAIR_SOCKETS);
  // The socket is refused at the handshake, because the IP address was full a moment ago.
  const refusals = async () => [await connect(pair[0] as TestApi, { ip }), counted()];
  await expect.poll(refusals, { timeout: 10_000 }).toEqual(['websocket error', PAIR_SOCKETS]);
  expect(isConnected(await connect(pair[1] as TestApi, { ip: '203.0.113.78' }))).toBe(true);
});
