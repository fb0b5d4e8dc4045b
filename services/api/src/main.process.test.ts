import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type RunningTestCluster,
  runAsAdmin,
  startTestCluster,
} from '@sangwian/testkit/database-cluster';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { migrate } from './schema/migrate.ts';
import { API_ENVIRONMENT, API_MAIN, forkApi } from './testing/fork-api.ts';

const run = promisify(execFile);
const PREPARE = join(import.meta.dirname, 'prepare.ts');
const { APP_KEY } = API_ENVIRONMENT;

let cluster: RunningTestCluster;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  cluster = await startTestCluster(migrate);
  await runAsAdmin(cluster.adminUrl, 'CREATE DATABASE fresh OWNER sangwian');
  env = {
    ...process.env,
    ...API_ENVIRONMENT,
    DATABASE_URL: cluster.templateUrl.replace(/\/sangwian(\?|$)/, '/fresh$1'),
  };
});
afterAll(() => cluster.stop());

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const prepare = async (extraEnv: Record<string, string>) => {
  const { stdout } = await run(process.execPath, [PREPARE], { env: { ...env, ...extraEnv } });
  return { lines: stdout.trim().split('\n').length, result: JSON.parse(stdout) };
};

const startApi = () => forkApi(env, (child) => children.push(child));

const exitCode = async (child: ChildProcess): Promise<number | null> =>
  child.exitCode ?? ((await once(child, 'exit')) as [number | null])[0];

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });

test('the preparation writes its result as one line, and writes the same result when it runs again', async () => {
  const empty = await prepare({});
  expect(empty).toEqual({
    lines: 1,
    result: {
      ...{ accounts: { fans: [], operators: [] }, stream_key: '', codes: [] },
      setup_url: expect.stringMatching(/^http:\/\/localhost:0\/console\/setup\?token=[\w-]{43}$/),
    },
  });
  const season = await prepare({ SAMPLE_SEASON: '1', LOG_LEVEL: 'debug' });
  expect(season.lines).toBe(1);
  expect(season.result.accounts.fans[0]).toEqual({ phone: '0812345001', password: 'ringside1' });
  expect(season.result.stream_key).not.toBe('');
  expect(season.result.accounts.operators).toHaveLength(6);
  const again = (await prepare({ SAMPLE_SEASON: '1' })).result;
  // Each set-up link replaces the earlier one, until there is an owner besides the sample's owner.
  expect(again.setup_url).not.toBe(season.result.setup_url);
  expect(again).toEqual({ ...season.result, setup_url: again.setup_url });
});

test('the preparation refuses a database of an older version and explains how to start with a new one', async () => {
  await runAsAdmin(cluster.adminUrl, 'CREATE DATABASE older OWNER sangwian');
  const url = cluster.templateUrl.replace(/\/sangwian(\?|$)/, '/older$1');
  await runAsAdmin(url, 'CREATE TABLE schema_migration (name text PRIMARY KEY)');
  const refused = (await prepare({ DATABASE_URL: url }).catch((error: unknown) => error)) as {
    code: number;
    stderr: string;
  };
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/^This database was made by an older version of Sangwian/);
  expect(refused.stderr).toContain('DATA_DIR=./data-2 npm start');
  // The refused preparation created no other table.
  await runAsAdmin(url, 'DROP TABLE schema_migration');
  expect((await prepare({ DATABASE_URL: url })).lines).toBe(1);
});

test('the sample fan signs in at the reported port and has 2 000 coins', async () => {
  await prepare({ SAMPLE_SEASON: '1' });
  const { child, ports } = await startApi();
  const site = `http://127.0.0.1:${ports.http}`;
  const response = await fetch(`${site}/api/v1/auth/member/login-v2`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-app-key': APP_KEY },
    body: JSON.stringify({ phone: '0812345001', password: 'ringside1' }),
  });
  const { data } = (await response.json()) as { data: { member: { wallet: object } } };
  expect(data.member.wallet).toEqual({ balance: 2_000 });
  expect((await fetch(`http://127.0.0.1:${ports.internal}/metrics`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await exitCode(child)).toBe(0);
});

test('a stop finishes a request in progress and accepts no new connection', async () => {
  const { child, ports } = await startApi();
  const socket = connect(ports.http, '127.0.0.1');
  await once(socket, 'connect');
  const body = JSON.stringify({ phone: '0812345001', password: 'ringside1' });
  socket.write(
    `POST /api/v1/auth/member/login-v2 HTTP/1.1\r\nHost: x\r\nx-app-key: ${APP_KEY}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
  });
  // A response on a second connection shows that the first request is being read.
  await fetch(`http://127.0.0.1:${ports.http}/health/live`);
  child.kill('SIGTERM');
  await expect.poll(() => isOpen(ports.http)).toBe(false);
  socket.write(body.slice(5));
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 (200|401)/);
  expect(await exitCode(child)).toBe(0);
});

test('the process ends when its parent process ends', async () => {
  const { child, ports } = await startApi();
  child.disconnect();
  expect(await exitCode(child)).toBe(0);
  expect(await isOpen(ports.http)).toBe(false);
});

test('production refuses published secrets and names their variables', async () => {
  const refused = await run(process.execPath, [API_MAIN], {
    env: { ...env, NODE_ENV: 'production', APP_KEY: 'sangwian-web-development' },
  }).catch((error: { stderr: string }) => error);
  expect(refused.stderr).toMatch(/production needs secrets of its own.*: APP_KEY/);
});
