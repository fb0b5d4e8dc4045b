import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type RunningTestCluster,
  runAsAdmin,
  startTestCluster,
} from '@sangwian/testkit/database-cluster';
import { startNodeProxy, type TestServer } from '@sangwian/testkit/start-server';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from './schema/migrate.ts';
import { API_ENVIRONMENT, forkApi } from './testing/fork-api.ts';

const CALLERS = 4;
const SOCKETS = 16;
const { APP_KEY } = API_ENVIRONMENT;

let cluster: RunningTestCluster;
let folder: string;
let env: NodeJS.ProcessEnv;
const children: ChildProcess[] = [];
let proxy: TestServer | null = null;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sangwian-drain-'));
  cluster = await startTestCluster(migrate);
  await runAsAdmin(cluster.adminUrl, 'CREATE DATABASE fresh TEMPLATE sangwian OWNER sangwian');
  const DATABASE_URL = cluster.templateUrl.replace(/\/sangwian(\?|$)/, '/fresh$1');
  env = { ...process.env, ...API_ENVIRONMENT, DATABASE_URL, DATA_DIR: folder, DRAIN_SECONDS: '3' };
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await proxy?.stop();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

const startNode = async () => {
  const { child, ports } = await forkApi(env, (started) => children.push(started));
  return { child, port: ports.http, internal: ports.internal };
};

/** Sends requests continuously until `signal` aborts. Returns the statuses; 0 means that no response arrived. */
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

test('a node that stops under load loses no request, and its sockets move to another node one by one', async () => {
  const nodes = await Promise.all([startNode(), startNode()]);
  const [leaving, staying] = nodes;
  proxy = await startNodeProxy(nodes.map(({ port }) => port));
  const { url } = proxy;
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
  // The node reports that it is alive while it drains, so that it is not restarted. A connection may be lost just
  // before the end.
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
  // The sockets were closed throughout the drain, and all of them before the process ended.
  expect(last - first).toBeGreaterThan(500);
  expect(last - stoppedAt).toBeLessThan(stopMs);
  for (const socket of sockets) socket.disconnect();
});
