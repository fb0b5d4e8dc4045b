import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findProgram, type ProgramName } from '../../../tools/provision/provision.ts';
import { takePort } from './take-port.ts';

const DEPLOY = join(import.meta.dirname, '../../../deploy/edge');

/**
 * Maximum connections: enough for benchmarks. Twice as many file descriptors are below the usual limit of a container.
 */
const CONNECTIONS = 9_000;

/** Log records that Varnish omits, because they contain grants and take time (`deploy/edge/README.md`). */
const UNLOGGED = [
  ...['-ReqURL', '-ReqHeader', '-ReqUnset', '-RespHeader', '-RespUnset', '-ObjHeader'],
  ...['-BereqURL', '-BereqHeader', '-BerespHeader', '-VCL_call', '-VCL_return', '-Timestamp'],
].join();

export interface EdgePorts {
  readonly origin: number;
  readonly gate: number;
  /** Varnish's control port, which the gate sends its bans to. */
  readonly control: number;
}

export interface Edge {
  /** `https://localhost:port` of HAProxy. */
  readonly url: string;
  readonly port: number;
  /** The certificate to trust. */
  readonly ca: string;
  /** File with the certificate and its key. */
  readonly certificate: string;
  /** Ids of HAProxy's and Varnish's processes. */
  readonly pids: readonly number[];
  /** HAProxy's log. */
  log(): string;
  stop(): Promise<void>;
}

function programPath(name: ProgramName): string {
  const path = findProgram(name);
  if (path === null) throw new Error(`${name} is missing: run npm test once, which installs it`);
  return path;
}

/** Creates a certificate for `localhost`, with its key in the same file as HAProxy expects it. */
function makeCertificate(folder: string): { file: string; ca: string } {
  const [key, certificate, file] = ['key.pem', 'certificate.pem', 'both.pem'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  execFileSync(
    programPath('openssl'),
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'],
      ...['-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  );
  const ca = readFileSync(certificate, 'utf8');
  writeFileSync(file, ca + readFileSync(key, 'utf8'));
  return { file, ca };
}

async function untilListening(port: number, child: ChildProcess, output: () => string) {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    if (child.exitCode !== null) throw new Error(`an edge's program ended:\n${output()}`);
    await delay(20);
  }
}

/** Starts Varnish with the files of `deploy/edge`. */
function startVarnish(folder: string, site: number, ports: EdgePorts): ChildProcess {
  const backend = (name: string, port: number) =>
    `backend ${name} { .host = "127.0.0.1"; .port = "${port}"; .first_byte_timeout = 10s; }\n`;
  const files = join(folder, 'vcl');
  mkdirSync(files);
  copyFileSync(join(DEPLOY, 'edge.vcl'), join(files, 'edge.vcl'));
  writeFileSync(
    join(files, 'hosts.vcl'),
    backend('origin', ports.origin) + backend('gate', ports.gate),
  );
  return spawn(
    programPath('varnishd'),
    [
      ...['-F', '-j', 'none', '-n', join(folder, 'work'), '-f', join(files, 'edge.vcl')],
      ...[
        '-p',
        `vcl_path=${files}`,
        '-p',
        'timeout_idle=75',
        '-p',
        `vsl_mask=${UNLOGGED}`,
        '-s',
        'malloc,256m',
      ],
      ...['-a', `site=127.0.0.1:${site}`, '-a', `control=127.0.0.1:${ports.control}`],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
}

/** Returns the ids of a process and of its children. */
function withChildren(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [pid, ...(children === '' ? [] : children.split(' ').map(Number))];
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** Starts an edge as `deploy/edge` describes: HAProxy with TLS and Varnish, on free ports. */
export async function startEdge(ports: EdgePorts): Promise<Edge> {
  const folder = mkdtempSync(join(tmpdir(), 'sangwian-edge-'));
  const [site, port] = await Promise.all([takePort(), takePort()]);
  const certificate = makeCertificate(folder);
  const output: string[] = [];
  const log: string[] = [];
  const varnish = startVarnish(folder, site, ports);
  const haproxy = spawn(programPath('haproxy'), ['-db', '-f', join(DEPLOY, 'haproxy.cfg')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      EDGE_BIND: `127.0.0.1:${port}`,
      EDGE_CERTIFICATE: certificate.file,
      EDGE_VARNISH: `127.0.0.1:${site}`,
      EDGE_CONNECTIONS: String(CONNECTIONS),
    },
  });
  for (const stream of [varnish.stdout, varnish.stderr, haproxy.stderr]) {
    stream?.on('data', (chunk) => output.push(String(chunk)));
  }
  haproxy.stdout.on('data', (chunk) => log.push(String(chunk)));
  try {
    await untilListening(site, varnish, () => output.join(''));
    await untilListening(port, haproxy, () => output.join(''));
  } catch (error) {
    await Promise.all([stopChild(haproxy), stopChild(varnish)]);
    throw error;
  }
  return {
    url: `https://localhost:${port}`,
    port,
    ca: certificate.ca,
    certificate: certificate.file,
    pids: [varnish, haproxy].flatMap(({ pid = 0 }) => withChildren(pid)),
    log: () => log.join(''),
    stop: async () => {
      await Promise.all([stopChild(haproxy), stopChild(varnish)]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
