import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takePort } from '@sangwian/testkit/take-port';
import { requirePrograms } from './require-programs.ts';

/** The tunnel's packets travel in UDP datagrams that must not be fragmented. */
const TUNNEL_MTU = 1_400;

interface Loss {
  /** Delay of each packet in each direction, in milliseconds. */
  readonly delayMs: number;
  /** Share of packets lost in each direction, 0 to 1. */
  readonly share: number;
}

/** A machine behind a link with delay and loss: a network namespace that reaches this machine through a tunnel. */
export interface LossyLink {
  /**
   * Makes a port of this machine reachable for programs behind the link, at the same port of their loopback interface.
   */
  carry(port: number): void;
  /** Writes a script that runs a program behind the link, and returns the path of the script. */
  wrap(program: string): string;
  /** Numbers of packets carried and lost so far. */
  readonly packets: { carried: number; lost: number };
  stop(): Promise<void>;
}

interface End {
  readonly host: string;
  readonly port: number;
}

async function bindSocket(host: string): Promise<Socket> {
  const socket = createSocket('udp4').bind(0, host);
  await once(socket, 'listening');
  return socket;
}

/** Forwards datagrams from one socket to an endpoint through another socket, with delay and loss. */
function forward(
  from: Socket,
  to: Socket,
  end: End,
  loss: Loss,
  packets: LossyLink['packets'],
): void {
  from.on('message', (packet) => {
    if (Math.random() < loss.share) {
      packets.lost += 1;
      return;
    }
    packets.carried += 1;
    setTimeout(() => to.send(packet, end.port, end.host), loss.delayMs);
  });
}

/**
 * Creates the link. The kernel may lack `netem`, so packets go from a TUN device through a forwarder in this process to
 * the TUN device of the namespace. Requires root.
 */
export async function startLossyLink(loss: Loss): Promise<LossyLink> {
  const { socat, ip } = requirePrograms('socat', 'ip');
  const id = process.pid % 250;
  const space = `bench${process.pid}`;
  const address = { here: `10.77.${id}.1`, there: `10.77.${id}.2` };
  const cable = { here: `10.78.${id}.1`, there: `10.78.${id}.2` };
  const run = (...args: string[]): void => {
    execFileSync(ip, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  };
  const children: ChildProcess[] = [];
  const start = (command: string, ...args: string[]): void => {
    children.push(spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'], detached: true }));
  };
  const folder = mkdtempSync(join(tmpdir(), 'bench-link-'));

  run('netns', 'add', space);
  run('link', 'add', `bench${id}a`, 'type', 'veth', 'peer', 'name', `bench${id}b`);
  run('link', 'set', `bench${id}b`, 'netns', space);
  run('address', 'add', `${cable.here}/24`, 'dev', `bench${id}a`);
  run('link', 'set', `bench${id}a`, 'up');
  run('-n', space, 'address', 'add', `${cable.there}/24`, 'dev', `bench${id}b`);
  run('-n', space, 'link', 'set', `bench${id}b`, 'up');
  run('-n', space, 'link', 'set', 'lo', 'up');

  const [near, far] = [await bindSocket('127.0.0.1'), await bindSocket(cable.here)];
  const nearEnd = { host: '127.0.0.1', port: await takePort() };
  const farEnd = { host: cable.there, port: nearEnd.port };
  const packets = { carried: 0, lost: 0 };
  forward(near, far, farEnd, loss, packets);
  forward(far, near, nearEnd, loss, packets);
  const tunnel = (own: string, socket: Socket, end: End): [string, string] => [
    `TUN:${own}/24,tun-type=tun,tun-name=bench${id}t,iff-no-pi,iff-up`,
    `UDP4:${socket.address().address}:${socket.address().port},bind=${end.host}:${end.port}`,
  ];
  start(socat, ...tunnel(address.here, near, nearEnd));
  start(ip, 'netns', 'exec', space, socat, ...tunnel(address.there, far, farEnd));
  for (const place of [[], ['-n', space]]) await untilMtu(ip, [...place], `bench${id}t`);

  const relay = (listen: string, target: string): [string, string] => [
    `TCP-LISTEN:${listen},fork,reuseaddr,nodelay`,
    `TCP:${target},nodelay`,
  ];
  return {
    packets,
    carry: (port) => {
      start(socat, ...relay(`${port},bind=${address.here}`, `127.0.0.1:${port}`));
      const inner = relay(`${port},bind=127.0.0.1`, `${address.here}:${port}`);
      start(ip, 'netns', 'exec', space, socat, ...inner);
    },
    wrap: (program) => {
      const path = join(folder, 'run');
      writeFileSync(path, `#!/bin/sh\nexec ${ip} netns exec ${space} ${program} "$@"\n`);
      chmodSync(path, 0o700);
      return path;
    },
    stop: async () => {
      for (const child of children) {
        const exited = once(child, 'exit');
        process.kill(-(child.pid ?? 0), 'SIGKILL');
        await exited;
      }
      near.close();
      far.close();
      run('netns', 'del', space);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Sets the packet size of a device as soon as it exists. */
async function untilMtu(ip: string, place: string[], device: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      execFileSync(ip, [...place, 'link', 'set', device, 'mtu', String(TUNNEL_MTU)], {
        stdio: 'ignore',
      });
      return;
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((done) => setTimeout(done, 20));
    }
  }
}
