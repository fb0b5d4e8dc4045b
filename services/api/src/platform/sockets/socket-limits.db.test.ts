import { startTestApi, TEST_APP_KEY, type TestApi } from '@sangwian/testkit/start-test-api';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SOCKETS_PER_MEMBER_MAX } from './socket-limits.ts';

const FANS = 500;
const LONG = { timeout: 180_000 };

let api: TestApi;
let few: TestApi;
const open: Socket[] = [];
beforeAll(async () => {
  api = await startTestApi();
  await api.api.start();
  few = await startTestApi({ config: { http: { socketsPerAddressMax: 3 } } });
  await few.api.start();
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});
afterAll(async () => {
  await api.close();
  await few.close();
});

interface Caller {
  readonly ip?: string;
  readonly token?: string;
  readonly appKey?: string;
}

/** Connects from an address that a proxy reports. @returns the socket, or the reason of the refusal */
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
  });
}
const isConnected = (result: Socket | string): boolean => typeof result !== 'string';

test('admits 500 fans behind one address', LONG, async () => {
  const results: (Socket | string)[] = [];
  for (let fan = 0; fan < FANS; fan += 50) {
    results.push(...(await Promise.all(Array.from({ length: 50 }, () => connect(api, {})))));
  }
  expect(results.filter(isConnected)).toHaveLength(FANS);
});

test(
  'limits the sockets of an address, on IPv6 of its /64, until one of them closes',
  LONG,
  async () => {
    const network = '2001:db8:1:2';
    const held = [
      await connect(few, { ip: `${network}::1` }),
      await connect(few, { ip: `${network}::2` }),
      await connect(few, { ip: `${network}::3` }),
    ];
    expect(held.map(isConnected)).toEqual([true, true, true]);
    // Refused at the handshake, before the app key is checked.
    expect(await connect(few, { ip: `${network}::4`, appKey: 'wrong' })).toBe('websocket error');
    expect(isConnected(await connect(few, { ip: '2001:db8:1:3::1' }))).toBe(true);
    open[0]?.disconnect();
    await expect
      .poll(async () => isConnected(await connect(few, { ip: `${network}::4` })))
      .toBe(true);
  },
);

test(
  'limits the sockets of a member across addresses, and leaves other members unaffected',
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
