import type { ChildProcess } from 'node:child_process';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { LIMITS } from '@sangwian/contract/limits';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import { createLogger } from '@sangwian/node-kit/logger';
import {
  type RunningTestCluster,
  runAsAdmin,
  startTestCluster,
} from '@sangwian/testkit/database-cluster';
import {
  ALL_NODES_UP,
  startNodeProxy,
  startRedis,
  type TestServer,
} from '@sangwian/testkit/start-server';
import { takePort } from '@sangwian/testkit/take-port';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createMembers } from './domains/identity/members/members.module.ts';
import { createSessions } from './domains/identity/sessions/sessions.module.ts';
import { createWallet } from './domains/money/wallet/wallet.module.ts';
import { createInProcessBus } from './platform/bus/bus.ts';
import { createDatabase } from './platform/database/create-database.ts';
import { migrate } from './schema/migrate.ts';
import { FollowingFan } from './testing/following-fan.ts';
import { API_ENVIRONMENT, forkApi } from './testing/fork-api.ts';

const FANS = 12;
const COINS = 100_000;
const LINE_EVERY_MS = LIMITS.chatSlowModeMs + 200;
const RETRY_MS = 500;
/** Sockets reconnect within the drain plus one reconnect delay. */
const SOON = { timeout: 20_000 };
const { APP_KEY: appKey, INTERNAL_SECRET } = API_ENVIRONMENT;

interface Node {
  readonly child: ChildProcess;
  readonly internal: number;
}
interface Fan {
  readonly memberId: string;
  readonly token: string;
}

let cluster: RunningTestCluster;
let redis: TestServer;
let proxy: TestServer;
let folder: string;
let env: NodeJS.ProcessEnv;
let ports: number[];
let nodes: Node[];
let fans: Fan[];
let live: string;
let bout: string;
let gift: { readonly gift_id: string; readonly coins: number };
const children: ChildProcess[] = [];

/** Starts a node on a port that stays the same after a restart, because the proxy is configured with it. */
async function startNode(port: number): Promise<Node> {
  const started = await forkApi({ ...env, PORT: String(port) }, (child) => children.push(child));
  return { child: started.child, internal: started.ports.internal };
}

/** Creates members with coins and a session. */
async function makeFans(databaseUrl: string): Promise<Fan[]> {
  const db = createDatabase(databaseUrl, createLogger('test', 'silent'), { connectionsMax: 2 });
  const wallet = createWallet(db);
  const members = createMembers(db, wallet);
  const sessions = createSessions(db, createInProcessBus(), () => new Date());
  const made: Fan[] = [];
  for (let index = 0; index < FANS; index += 1) {
    const memberId = await db.transaction().execute(async (trx) => {
      const name = { firstName: `แฟน${index}`, lastName: 'มวย', phone: null, password: null };
      const id = await members.createMember(trx, name);
      const grant = { memberId: id, coins: COINS, idempotencyKey: `test:${id}` };
      await wallet.grantCoins(trx, { ...grant, kind: 'grant' });
      return id;
    });
    const { token } = await sessions.start({ memberId, userAgent: 'test', ip: '127.0.0.1' });
    made.push({ memberId, token });
  }
  await db.destroy();
  return made;
}

async function call(path: string, { token, ...init }: RequestInit & { token?: string } = {}) {
  const response = await fetch(`${proxy.url}/api/v1${path}`, {
    ...init,
    headers: {
      'x-app-key': appKey,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...init.headers,
    },
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sangwian-rolling-'));
  [cluster, redis] = await Promise.all([startTestCluster(migrate), startRedis()]);
  await runAsAdmin(cluster.adminUrl, 'CREATE DATABASE rolling OWNER sangwian');
  const DATABASE_URL = cluster.templateUrl.replace(/\/sangwian(\?|$)/, '/rolling$1');
  env = {
    ...{ ...process.env, ...API_ENVIRONMENT, DATABASE_URL, DATA_DIR: folder },
    ...{ BUS_URL: redis.url, DRAIN_SECONDS: '2', TRUST_PROXY: 'loopback' },
    ...{ RATE_LIMIT_PER_ADDRESS: '0', RATE_LIMIT_PER_SESSION: '0' },
  };
  const prepare = join(import.meta.dirname, 'prepare.ts');
  await promisify(execFile)(process.execPath, [prepare], { env: { ...env, SAMPLE_SEASON: '1' } });
  fans = await makeFans(DATABASE_URL);
  ports = [await takePort(), await takePort()];
  nodes = await Promise.all(ports.map(startNode));
  proxy = await startNodeProxy(ports);
  await vi.waitFor(async () => expect((await call('/gift')).status).toBe(200), SOON);
  const lives = (await call('/live?status=in_progress')).body.data;
  live = lives[0].program_live_id;
  bout = (await call(`/live/${live}`)).body.data.current_match_live_id;
  [gift] = (await call('/gift')).body.data;
}, 120_000);
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await proxy?.stop();
  await Promise.all([cluster.stop(), redis.stop()]);
  await rm(folder, { recursive: true, force: true });
});

/**
 * Sends gifts one after the other until `signal` aborts.
 *
 * @returns each status, with the body of a refusal, or the reason why there was no response
 */
async function cheer({ token }: Fan, signal: AbortSignal): Promise<(number | string)[]> {
  const statuses: (number | string)[] = [];
  while (!signal.aborted) {
    const body = JSON.stringify({
      ...{ match_live_id: bout, corner: 'red', gift_id: gift.gift_id, quantity: 1 },
      expected_coins: gift.coins,
    });
    const headers = { 'idempotency-key': randomUUID() };
    const sent = call('/gift/send', { method: 'POST', token, headers, body });
    statuses.push(
      await sent.then(
        ({ status, body: answer }) =>
          status === 200 ? status : `${status}: ${JSON.stringify(answer)}`,
        (error: Error) => `${error.message}: ${error.cause}`,
      ),
    );
  }
  return statuses;
}

/**
 * Sends chat lines at the pace of slow mode, and retries each line with its id until it is stored.
 *
 * @returns the sequence numbers
 */
async function talk(page: FollowingFan, signal: AbortSignal): Promise<number[]> {
  const seqs: number[] = [];
  let line = { program_live_id: live, text: 'สู้ ๆ', chat_message_id: randomUUID() };
  while (!signal.aborted) {
    const answer = await page.socket
      .timeout(1_000)
      .emitWithAck('chat:send', line)
      .catch(() => null);
    if (answer?.ok === true) {
      seqs.push(answer.message.seq);
      line = { ...line, chat_message_id: randomUUID() };
    }
    // The retry pace of a normal fan. More refused events would disconnect the socket.
    await pause(answer?.ok === true ? LINE_EVERY_MS : RETRY_MS);
  }
  return seqs;
}

const readBalance = async ({ memberId, token }: Fan): Promise<number> =>
  (await call(`/auth/member/wallet?member_id=${memberId}`, { token })).body.data.balance;

const readBar = async (): Promise<number> =>
  (await call(`/giftLog/encouragementBar?match_live_id=${bout}`)).body.data.red.coins;

/** Stops a node, and starts it again when its process has ended. */
async function restart(at: number): Promise<void> {
  const { child } = nodes[at] as Node;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect((await exit)[0]).toBe(0);
  nodes[at] = await startNode(ports[at] as number);
}

/** Waits until the proxy sends requests to all nodes, like an orchestrator before it stops the next node. */
const untilBothServe = () =>
  expect
    .poll(async () => (await fetch(`${proxy.url}${ALL_NODES_UP}`)).status, {
      ...SOON,
      interval: 20,
    })
    .toBe(200);

test('a rolling restart under load loses no event and no coin', async () => {
  const balances = await Promise.all(fans.map(readBalance));
  const barBefore = await readBar();
  const site = { url: proxy.url, appKey, programLiveId: live };
  const pages = fans.map(
    ({ token }) => new FollowingFan({ ...site, token, reconnectMs: 100, reconnectMsMax: 500 }),
  );
  const allJoined = () => pages.every(({ isJoined }) => isJoined);
  await expect.poll(allJoined, SOON).toBe(true);
  const ended = new AbortController();
  const cheering = fans.map((fan) => cheer(fan, ended.signal));
  const talking = pages.map((page) => talk(page, ended.signal));

  for (const at of [0, 1]) {
    await untilBothServe();
    await restart(at);
    await expect.poll(allJoined, SOON).toBe(true);
  }
  ended.abort();
  const gifts = await Promise.all(cheering);
  const seqs = (await Promise.all(talking)).flat();

  // Both nodes were replaced, so every page lost its socket at least once. Every page has shown every line.
  expect(pages.map(({ losses }) => losses > 0)).toEqual(pages.map(() => true));
  const last = Math.max(...seqs);
  expect(seqs.length).toBeGreaterThan(FANS);
  expect(new Set(seqs).size).toBe(seqs.length);
  await expect
    .poll(() => pages.map((page) => page.missing(last)), SOON)
    .toEqual(pages.map(() => 0));
  for (const page of pages) page.close();

  const answered = gifts.flat();
  expect(answered.length).toBeGreaterThan(100);
  expect(answered.filter((status) => status !== 200)).toEqual([]);
  expect(await Promise.all(fans.map(readBalance))).toEqual(
    balances.map((balance, index) => balance - (gifts[index]?.length ?? 0) * gift.coins),
  );
  expect((await readBar()) - barBefore).toBe(answered.length * gift.coins);
  const [node] = nodes as [Node];
  const ledger = await fetch(`http://127.0.0.1:${node.internal}/internal/ledger/check`, {
    method: 'POST',
    headers: internalHeaders(INTERNAL_SECRET),
  });
  // The response is a stream of lines. The last line is the outcome.
  const lines = (await ledger.text()).trim().split('\n');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ report: { faults: [] } });
});
