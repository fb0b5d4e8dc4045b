import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { databaseUser } from '@sangwian/embedded-postgres/database-user';
import { findProgram, type ProgramName } from '../../../tools/provision/provision.ts';
import { takePort } from './take-port.ts';

/** Time-out, far longer than a server needs, so that no test fails on a busy machine. */
const START_MS_MAX = 15_000;
const RETRY_MS = 10;

/** A real server for a test, on a free port of this machine. */
export interface TestServer {
  readonly url: string;
  /** Kills the server, as a crash does. */
  kill(): Promise<void>;
  /** Starts the server again at the same URL. */
  restart(): Promise<void>;
  /** Kills the server and removes its files. */
  stop(): Promise<void>;
}

interface ServerPlan {
  readonly program: ProgramName;
  readonly folder: string;
  readonly port: number;
  readonly args: readonly string[];
  readonly url: string;
}

async function untilListening(port: number, server: ChildProcess): Promise<void> {
  const end = Date.now() + START_MS_MAX;
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    if (server.exitCode !== null || Date.now() > end) throw new Error('the server did not start');
    await wait(RETRY_MS);
  }
}

async function startServer({ program, folder, port, args, url }: ServerPlan): Promise<TestServer> {
  const path = findProgram(program);
  if (path === null) throw new Error(`${program} is missing: run npm test once`);
  // If we are root, the servers run under the account of PostgreSQL.
  const user = databaseUser(folder);
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(path, args, {
      cwd: folder,
      stdio: 'ignore',
      ...(user === null ? {} : user),
    });
    await untilListening(port, child);
    return child;
  };
  let server = await start();
  const kill = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  };
  return {
    url,
    kill,
    restart: async () => {
      server = await start();
    },
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Creates a folder that the account of the server can read. */
async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sangwian-server-'));
  await chmod(folder, 0o755);
  return folder;
}

/** Starts Redis without a file. */
export async function startRedis(): Promise<TestServer> {
  const [folder, port] = await Promise.all([createFolder(), takePort()]);
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', '/tmp'];
  return startServer({
    ...{ program: 'redis-server', folder, port, args },
    url: `redis://127.0.0.1:${port}`,
  });
}

/**
 * Starts pgbouncer in transaction mode before a database.
 *
 * @param connectionsMax connections to the database, fewer than those of its clients
 */
export async function startPgbouncer(
  databaseUrl: string,
  connectionsMax: number,
): Promise<TestServer> {
  const [folder, port] = await Promise.all([createFolder(), takePort()]);
  const { username, password, pathname, searchParams } = new URL(databaseUrl);
  const name = pathname.slice(1);
  const host = searchParams.get('host') ?? '127.0.0.1';
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
${name} = host=${host} dbname=${name} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connectionsMax}
max_client_conn = 200
`,
  );
  return startServer({
    ...{ program: 'pgbouncer', folder, port, args: [file] },
    url: `postgresql://${username}@127.0.0.1:${port}/${name}`,
  });
}

/** Path of the proxy itself. */
export const ALL_NODES_UP = '/proxy/all-nodes-up';

/**
 * Starts HAProxy before nodes of the API. It polls their readiness five times a second, and sends no further requests
 * to a node that drains or does not respond. `ALL_NODES_UP` returns 200 while it sends requests to all nodes.
 */
export async function startNodeProxy(nodePorts: readonly number[]): Promise<TestServer> {
  const [folder, port] = await Promise.all([createFolder(), takePort()]);
  const file = join(folder, 'haproxy.cfg');
  const servers = nodePorts.map(
    (node, at) => `server node${at} 127.0.0.1:${node} check inter 200ms fall 1 rise 1`,
  );
  // Nodes of a test have no pages and no media process, so only `draining` counts.
  await writeFile(
    file,
    `defaults
  mode http
  retries 3
  option redispatch 1
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  timeout tunnel 60s
  timeout check 5s
  option forwardfor
frontend site
  bind 127.0.0.1:${port}
  monitor-uri ${ALL_NODES_UP}
  monitor fail if { nbsrv(nodes) lt ${nodePorts.length} }
  default_backend nodes
backend nodes
  balance roundrobin
  option httpchk GET /health/ready
  http-check expect ! string draining
  ${servers.join('\n  ')}
`,
  );
  return startServer({
    ...{ program: 'haproxy', folder, port, args: ['-db', '-f', file] },
    url: `http://127.0.0.1:${port}`,
  });
}
