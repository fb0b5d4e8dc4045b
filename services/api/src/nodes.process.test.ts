import { type ChildProcess, execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type RunningTestCluster,
  runAsAdmin,
  startTestCluster,
} from '@sangwian/testkit/database-cluster';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { migrate } from './schema/migrate.ts';
import { FanSockets, followLive, next } from './testing/fan-sockets.ts';
import { API_ENVIRONMENT, forkApi } from './testing/fork-api.ts';

/** A busy machine may need longer than the default timeout of `expect.poll`. */
const SOON = { timeout: 5_000 };

const PREPARE = join(import.meta.dirname, 'prepare.ts');
const { APP_KEY: appKey, LOCAL_OWNER_TOKEN } = API_ENVIRONMENT;
const PASSWORD = 'ringside1';

interface Node {
  readonly url: string;
  readonly internal: string;
  readonly appKey: string;
}

let cluster: RunningTestCluster;
const children: ChildProcess[] = [];
/** Replaces the second node's media process. */
let media: Server;
/** Watch sessions whose revocation `media` received, perhaps repeatedly. */
const revoked = new Set<string>();
let a: Node;
let b: Node;
let nodeEnvironment: NodeJS.ProcessEnv;
let live: string;
const sockets = new FanSockets();

async function startNode(env: NodeJS.ProcessEnv): Promise<Node> {
  const { ports } = await forkApi(env, (child) => children.push(child));
  const at = (port: number): string => `http://127.0.0.1:${port}`;
  return {
    url: at(ports.http),
    internal: at(ports.internal),
    appKey,
  };
}

beforeAll(async () => {
  cluster = await startTestCluster(migrate);
  await runAsAdmin(cluster.adminUrl, 'CREATE DATABASE fresh OWNER sangwian');
  const DATABASE_URL = cluster.templateUrl.replace(/\/sangwian(\?|$)/, '/fresh$1');
  const env = { ...process.env, ...API_ENVIRONMENT, DATABASE_URL };
  nodeEnvironment = env;
  await promisify(execFile)(process.execPath, [PREPARE], { env: { ...env, SAMPLE_SEASON: '1' } });
  media = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { revocations } = body === '' ? { revocations: [] } : JSON.parse(body);
    for (const { watch_session_id } of revocations) revoked.add(watch_session_id);
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(media, 'listening');
  const address = media.address();
  const MEDIA_INTERNAL_URL = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  [a, b] = await Promise.all([startNode(env), startNode({ ...env, MEDIA_INTERNAL_URL })]);
  live = (await call(a, 'GET /live?status=in_progress')).data[0].program_live_id;
});
afterEach(() => sockets.close());
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  media.close();
  await cluster.stop();
});

interface Fan {
  readonly memberId: string;
  readonly token: string;
}

async function call(
  node: Node,
  operation: string,
  { token, body }: { token?: string; body?: object } = {},
) {
  const [method = 'GET', path = '/'] = operation.split(' ');
  const response = await fetch(`${node.url}/api/v1${path}`, {
    method,
    headers: {
      'x-app-key': appKey,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.json();
}
async function signIn(node: Node, phone: string): Promise<Fan> {
  const body = { phone, password: PASSWORD };
  const { data } = await call(node, 'POST /auth/member/login-v2', { body });
  return { memberId: data.member.member_id, token: data.access_token };
}
const profile = (node: Node, { memberId, token }: Fan) =>
  call(node, `GET /auth/member/profile?member_id=${memberId}`, { token });
const ban = (node: Node, memberId: string) =>
  fetch(`${node.url}/api/v1/operator/member/${memberId}/ban`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${LOCAL_OWNER_TOKEN}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ reason: 'สแปม', version: 0 }),
  });
const watch = (node: Node, { memberId, token }: Fan, watch_token: string) =>
  call(node, 'POST /memberWatchStream/joinWatchStream', {
    token,
    body: { member_id: memberId, watch_token },
  });
async function sendLine(node: Node, token: string): Promise<number> {
  const socket = await sockets.connect(node, '/event', token);
  const chat_message_id = randomUUID();
  const line = { program_live_id: live, text: 'สู้ ๆ', chat_message_id };
  const answer = await socket.emitWithAck('chat:send', line);
  return answer.message.seq;
}
/** Returns how often a node has connected to the bus. */
async function connections(node: Node): Promise<number> {
  const metrics = await fetch(`${node.internal}/metrics`);
  return Number(/^bus_missed_total (\d+)$/m.exec(await metrics.text())?.[1]);
}

test('revocations reach the other process, and fans of both share one chat', async () => {
  const fan = await signIn(b, '0812345001');
  expect((await profile(b, fan)).data.member_id).toBe(fan.memberId);

  const reader = await followLive(await sockets.connect(b, '/event'), live);
  const seq = await sendLine(a, fan.token);
  await expect
    .poll(() => reader.ticks.flatMap((tick) => tick.messages).at(-1)?.seq, SOON)
    .toBe(seq);

  const kicked = await sockets.connect(b, '/kick', fan.token);
  const [old, later] = [randomUUID(), randomUUID()];
  await watch(b, fan, old);
  const ejected = next(kicked, 'EXIT_WATCHED_STREAM');
  await watch(a, fan, later);
  expect(await ejected).toEqual({ old_watch_token: old });
  await expect.poll(() => revoked.size, SOON).toBe(1);

  const signedOut = next(kicked, 'disconnect');
  await call(a, 'POST /auth/member/logout', { token: fan.token });
  await signedOut;
  expect((await profile(b, fan)).status).toBe('token_invalid');
  await expect.poll(() => revoked.size, SOON).toBe(2);
});

test('a ban reaches the other process after the bus connections were lost', async () => {
  await runAsAdmin(
    cluster.adminUrl,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sangwian-bus'",
  );
  await expect.poll(() => Promise.all([connections(a), connections(b)]), SOON).toEqual([2, 2]);
  const fan = await signIn(b, '0812345002');
  expect((await profile(b, fan)).data.member_id).toBe(fan.memberId);
  const kicked = await sockets.connect(b, '/kick', fan.token);
  const banned = next(kicked, 'BAN_MEMBER');
  const closed = next(kicked, 'disconnect');
  expect((await ban(a, fan.memberId)).status).toBe(200);
  expect(await banned).toEqual({ member_status: 'ban', member_id: fan.memberId });
  await closed;
  expect((await profile(b, fan)).status).toBe('member_banned');
});

/** Joins as a fan and sends a heartbeat to this node. @returns a function that sends a heartbeat to node b */
async function beatAt(node: Node, phone: string): Promise<() => Promise<void>> {
  const fan = await signIn(b, phone);
  const watch_token = randomUUID();
  await watch(b, fan, watch_token);
  const beat = async (at: Node): Promise<void> => {
    const socket = await sockets.connect(at, '/event', fan.token);
    expect(await socket.emitWithAck('watch:beat', { watch_token })).toEqual({ ok: true });
  };
  await beat(node);
  return () => beat(b);
}
/** Returns how many watch sessions these nodes hold; 0 unless exactly this number of nodes hold any. */
async function heldBy(nodeCount: number): Promise<number> {
  const client = new pg.Client({ connectionString: nodeEnvironment.DATABASE_URL });
  await client.connect();
  const { rows } =
    await client.query(`select count(*)::int as held, count(distinct watch_node_id)::int as nodes
    from watch_session where watch_node_id is not null`);
  await client.end();
  return rows[0].nodes === nodeCount ? rows[0].held : 0;
}
const viewers = async (): Promise<number> => (await call(b, `GET /live/${live}`)).data.viewers;

test('viewers of a killed node are not counted until another node receives their heartbeats', async () => {
  const { child, ports } = await forkApi(nodeEnvironment, (started) => children.push(started));
  const c = { url: `http://127.0.0.1:${ports.http}`, internal: '', appKey };
  const before = await viewers();
  await beatAt(b, '0812345003');
  const moveToB = await beatAt(c, '0812345004');
  await beatAt(c, '0812345005');
  await expect.poll(viewers, SOON).toBe(before + 3);
  await expect.poll(() => heldBy(2), SOON).toBe(3);
  child.kill('SIGKILL');
  await expect.poll(viewers, { timeout: 9_000 }).toBe(before + 1);
  await moveToB();
  await expect.poll(viewers, SOON).toBe(before + 2);
});
