import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../e2e/support/start-stack.ts';

const POLL_MS = 50;

export interface NginxPeer {
  readonly port: number;
  /** Serves `bytes` under the path `name`. */
  put(name: string, bytes: Buffer): void;
  stop(): Promise<void>;
}

export interface NginxOptions {
  /** Path of the program. */
  readonly nginx: string;
  readonly names: readonly string[];
  /** Core that the process is pinned to; default: all cores. */
  readonly core?: number;
  /** File with a certificate and its key, to serve TLS. */
  readonly certificate?: string;
}

/** Starts nginx as a single process that keeps served files open. */
export async function startNginxPeer({
  nginx,
  names,
  core,
  certificate,
}: NginxOptions): Promise<NginxPeer> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-nginx-'));
  const port = await freePort();
  const put = (name: string, bytes: Buffer) => {
    const path = join(folder, name);
    writeFileSync(`${path}.new`, bytes);
    renameSync(`${path}.new`, path);
  };
  for (const name of names) put(name, Buffer.from('soon'));
  const tls =
    certificate === undefined
      ? ''
      : `ssl_certificate ${certificate}; ssl_certificate_key ${certificate};`;
  writeFileSync(
    join(folder, 'nginx.conf'),
    `master_process off; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
     events { worker_connections 1024; }
     http {
       access_log off; sendfile on; tcp_nopush on; keepalive_requests 10000000;
       open_file_cache max=100 inactive=60s; open_file_cache_valid 1s;
       server { listen 127.0.0.1:${port}${tls === '' ? '' : ' ssl'}; ${tls} root ${folder}; }
     }`,
  );
  // If started as root, nginx's worker runs as another user, who cannot read a folder created by mkdtemp.
  execFileSync('chmod', ['-R', 'a+rX', folder]);
  const command = [nginx, '-p', folder, '-c', join(folder, 'nginx.conf')];
  const pinned = core === undefined ? command : ['taskset', '-c', String(core), ...command];
  const child = spawn(pinned[0] ?? nginx, pinned.slice(1), { stdio: 'ignore' });
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error('nginx did not start');
    await delay(POLL_MS);
  }
  return {
    port,
    put,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
