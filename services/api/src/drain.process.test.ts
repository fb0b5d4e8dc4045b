import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type RunningTestCluster,
  runAsAdmin,
  startTestCluster,
} from '@sangwian/testkit/database-cluster';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findProgram } from '../../../tools/provision/provision.ts';
import { freePortNear } from '../../../tools/start/ports.ts';
import { migrate } from './schema/migrate.ts';
import { API_ENVIRONMENT, forkApi } from './testing/fork-api.ts';

const CALLERS = 4;
const SOCKETS = 16;
const { APP_KEY } = API_ENVIRONMENT;

let cluster: RunningTestCluster;
let folder: string;
let env: NodeJS.ProcessEnv;
const children: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sangwian-drain-'));
  cluster = await startTestCluster(migrate);
  await runAsAdmin(cluster.adminUrl, 'CREATE DATABASE fresh TEMPLATE sangwian OWNER sangwian');
  const DATABASE_URL = cluster.templateUrl.replace(/\/sangwian(\?|$)/, '/fresh$1');
  env = { ...process.env, ...API_ENVIRONMENT, DATABASE_URL, DATA_DIR: folder, DRAIN_SECONDS: '3' };
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

const startNode = async () => {
  const { child, ports } = await forkApi(env, (started) => children.push(started));
  return { child, port: ports.http, internal: ports.internal };
};

/** Starts HAProxy before two nodes; it asks for their readiness five times a second. Returns its address. */
async function startProxy(nodes: readonly { readonly port: number }[]): Promise<string> {
  const port = await freePortNear(0, '127.0.0.1');
  const servers = nodes.map(
    (node, at) => `server node${at} 127.0.0.1:${node.port} check inter 200ms fall 1 rise 1`,
  );
  const file = join(folder, 'haproxy.cfg');
  // These nodes have no pages and no media process, so only `draining` counts.
  await writeFile(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  timeout tunnel 60s
  timeout check 5s
  option forwardfor
frontend site
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  balance roundrobin
  option httpchk GET /health/ready
  http-check expect ! string draining
  ${servers.join('\n  ')}
`,
  );
  const program = findProgram('haproxy');
  if (program === null) throw new Error('haproxy is missing');
  children.push(spawn(program, ['-db', '-f', file], { stdio: 'ignore' }));
  const url = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${url}/health/live`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(isUp).toBe(200);
  return url;
}

/** Calls the site without a pause until `signal`; returns the statuses, 0 for a lost answer. */
async function callOnAndOn(url: string, signal: AbortSignal): Promise<number[]> {
  const statuses: number[] = [];
  while (!signal.aborted) {
    const response = fetch(`${url}/api/v1/live`, { headers: { 'x-app-key': APP_KEY } });
    statuses.push(
      await response.then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.status;
        },
        () => 0,
      ),
    );
  }
  return statuses;
}

test('a node that stops under load loses no call, and its sockets move to another node one by one', async () => {
  const nodes = await Promise.all([startNode(), startNode()]);
  const [leaving, staying] = nodes;
  const url = await startProxy(nodes);
  const closedAt: number[] = [];
  const sockets: Socket[] = Array.from({ length: SOCKETS }, () =>
    io(`${url}/event`, {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 50,
      reconnectionDelayMax: 300,
      auth: { app_key: APP_KEY },
    }).on('disconnect', () => closedAt.push(performance.now())),
  );
  const connected = () => sockets.filter((socket) => socket.connected).length;
  await expect.poll(connected).toBe(SOCKETS);

  const ended = new AbortController();
  const calling = Array.from({ length: CALLERS }, () => callOnAndOn(url, ended.signal));
  const stoppedAt = performance.now();
  const exit = once(leaving.child, 'exit');
  leaving.child.kill('SIGTERM');
  const get = (port: number, path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } });
  const missingOf = async (port: number) =>
    ((await (await get(port, '/health/ready')).json()) as { missing: string[] }).missing;
  // Alive while it drains, so that it is not restarted. A connection may be lost just before the end.
  const isLeaving = async () => {
    const [missing, { status }] = await Promise.all([
      missingOf(leaving.port),
      get(leaving.port, '/health/live'),
    ]);
    return missing.includes('draining') && status === 200;
  };
  await expect.poll(() => isLeaving().catch(() => false)).toBe(true);
  expect((await exit)[0]).toBe(0);
  const stopMs = performance.now() - stoppedAt;
  ended.abort();
  const statuses = (await Promise.all(calling)).flat();
  expect(statuses.length).toBeGreaterThan(50);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);

  await expect.poll(connected).toBe(SOCKETS);

  expect(await missingOf(staying.port)).not.toContain('draining');
  expect(closedAt.length).toBeGreaterThanOrEqual(SOCKETS / 2 - 1);
  const [first = 0, last = 0] = [Math.min(...closedAt), Math.max(...closedAt)];
  // Spread over the drain, and all of them closed before the end of the process.
  expect(last - first).toBeGreaterThan(500);
  expect(last - stoppedAt).toBeLessThan(stopMs);
  for (const socket of sockets) socket.disconnect();
});
