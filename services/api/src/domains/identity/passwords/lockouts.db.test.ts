import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { createTestDatabase, type TestDatabase } from '@sangwian/testkit/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectPostgres } from '../../../platform/bus/connect-postgres.ts';
import { createNodeBus, type NodeBus } from '../../../platform/bus/node-bus.ts';
import { OTP_FREE } from '../otp/otp-limits.ts';
import { solveWork } from '../otp/testing/solve-work.ts';
import { LOGIN_LIMITS } from '../sign-in/login-limits.ts';
import { type FakeCarrier, startFakeCarrier } from '../sms/testing/fake-carrier.ts';
import { signInOn } from './testing/known-device.ts';

const LOGIN = 'POST /auth/member/login-v2';
const SEND = 'POST /auth/member/send-otp';
/** Timeout of tests with a hundred sign-ins. */
const LONG = { timeout: 180_000 };
const NEW_PASSWORD = 'nakmuay2026';

let database: TestDatabase;
let carrier: FakeCarrier;
let buses: NodeBus[];
/** Two nodes that share a database. */
let nodes: readonly [TestApi, TestApi];

async function startNode(): Promise<TestApi> {
  const bus = createNodeBus({
    connect: connectPostgres(database.url),
    logger: createLogger('test', 'silent'),
  });
  buses.push(bus);
  const config = { sms: carrier.settings };
  const node = await startTestApi({ bus, databaseUrl: database.url, config });
  await bus.start();
  return node;
}

beforeAll(async () => {
  database = await createTestDatabase();
  carrier = await startFakeCarrier();
  buses = [];
  nodes = [await startNode(), await startNode()];
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await Promise.all(buses.map((bus) => bus.stop()));
  await carrier.close();
  await database.drop();
});

let phones = 0;
async function makeOwner() {
  phones += 1;
  const phone = `+66876${String(phones).padStart(2, '0')}1111`;
  return { ...(await nodes[0].makeFan({ phone })), phone };
}

/** Sends a hundred wrong passwords from ten IP addresses, alternating between the nodes. */
async function guessPasswords(phone: string, network: string): Promise<void> {
  const { guessesMax } = LOGIN_LIMITS.perPhone;
  for (let guess = 0; guess < guessesMax; guess += 10) {
    await Promise.all(
      Array.from({ length: 10 }, (_, address) =>
        nodes[guess % 20 === 0 ? 0 : 1].call(LOGIN, {
          body: { phone, password: 'a guess 1' },
          ip: `${network}.${address}`,
        }),
      ),
    );
  }
}

const login = (node: TestApi, phone: string, password: string, ip: string, cookie = '') =>
  node.call(LOGIN, { body: { phone, password }, ip, headers: { cookie } });

/** Resets the password by OTP in a new browser. Returns the browser's cookie. */
async function resetByOtp(phone: string, ip: string): Promise<string> {
  const [node] = nodes;
  const { body: sent } = await node.call(SEND, { ip, body: { phone, purpose: 'reset' } });
  const { body, headers } = await node.call('POST /auth/member/verify-otp', {
    ip,
    body: { otp_ref: sent.data.otp_ref, otp: carrier.codeOf(phone) },
  });
  const [cookie = ''] = String(headers['set-cookie']).split(';');
  const reset = await node.call('PUT /auth/resetPasswordMember', {
    ip,
    headers: { cookie },
    body: {
      otp_token: body.data.otp_token,
      new_password: NEW_PASSWORD,
      confirm_password: NEW_PASSWORD,
    },
  });
  expect(reset.status).toBe(200);
  return cookie;
}

test(
  'a hundred wrong passwords from ten IP addresses lock none of the member’s own devices out on any node',
  LONG,
  async () => {
    const owner = await makeOwner();
    const { cookie } = await signInOn(nodes[0], owner);
    await guessPasswords(owner.phone, '10.7.1');
    for (const node of nodes) {
      const stranger = await login(node, owner.phone, owner.password, '10.7.2.1');
      expect(stranger.body.status).toBe('rate_limited');
      expect((await login(node, owner.phone, owner.password, '10.7.2.2', cookie)).status).toBe(200);
    }
  },
);

test('a reset by OTP allows the owner to sign in while strangers keep guessing', LONG, async () => {
  const owner = await makeOwner();
  const { cookie: earlier } = await signInOn(nodes[1], owner);
  await guessPasswords(owner.phone, '10.8.1');
  const cookie = await resetByOtp(owner.phone, '10.8.2.1');
  // The sign-in also works without a cookie, since guesses are counted per password.
  expect((await login(nodes[1], owner.phone, NEW_PASSWORD, '10.8.3.1')).status).toBe(200);
  await guessPasswords(owner.phone, '10.8.4');
  expect((await login(nodes[1], owner.phone, NEW_PASSWORD, '10.8.5.1')).status).toBe(429);
  expect((await login(nodes[1], owner.phone, NEW_PASSWORD, '10.8.5.2', cookie)).status).toBe(200);
  // A device that was known before the reset keeps its own limit of guesses, but cannot reset by PIN.
  expect((await login(nodes[0], owner.phone, NEW_PASSWORD, '10.8.5.3', earlier)).status).toBe(200);
});

test(
  'sixty OTPs to a range of ten thousand numbers do not lock another phone of that range out on any node',
  LONG,
  async () => {
    const owner = await makeOwner();
    const known = await makeOwner();
    const { cookie } = await signInOn(nodes[0], known);
    const range = '+6687777';
    const pumpIp = '10.9.0.1';
    const pumped = await Promise.all(
      Array.from({ length: OTP_FREE.perRangeAndHour }, (_, index) => {
        const phone = `${range}${String(index).padStart(4, '0')}`;
        const body = { phone, purpose: 'register' };
        return nodes[index % 2 === 0 ? 0 : 1].call(SEND, { ip: pumpIp, body });
      }),
    );
    expect(new Set(pumped.map(({ status }) => status))).toEqual(new Set([200]));
    const ask = (phone: string, purpose: string, ip: string, more: object = {}, headers = {}) =>
      nodes[1].call(SEND, { ip, headers, body: { phone, purpose, ...more } });
    expect((await ask(`${range}9001`, 'register', '10.9.0.2')).status).toBe(200);
    const behindThePump = await ask(`${range}9002`, 'register', pumpIp);
    expect(behindThePump.body.status).toBe('otp_work_needed');
    const work = solveWork(behindThePump);
    expect((await ask(`${range}9002`, 'register', pumpIp, { work })).status).toBe(200);
    expect((await ask(owner.phone, 'reset', pumpIp)).status).toBe(200);
    expect((await ask(known.phone, 'reset', pumpIp, {}, { cookie })).status).toBe(200);
  },
);
