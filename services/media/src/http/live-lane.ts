import type { Server, Socket } from 'node:net';
import { every, type RepeatedTask } from '@sangwian/node-kit/every';
import { SlowTakers } from '@sangwian/node-kit/http/slow-takers';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Exchange } from './exchange.ts';
import { type Lane, type LaneLimits, LiveConnection } from './live-connection.ts';

/** Answers up to this length are copied behind their head and written as one: a playlist of three minutes, a part. */
const SCRATCH_BYTES = 64 * 1024;
/** Limits are looked after, and the date is told, this exactly. */
const SWEEP_EVERY_MS = 1_000;

export interface LiveLaneOptions {
  /** An HTTP server of Node, before it listens: its connections come here first. */
  readonly server: Server;
  /** Answers now, or at some time. Never throws. */
  readonly answer: (exchange: Exchange) => void;
  readonly limits: LaneLimits;
  readonly logger: Logger;
}

/** Takes every connection of an HTTP server, and gives back those that want anything but media. */
export class LiveLane implements Lane {
  readonly limits: LaneLimits;
  readonly answer: (exchange: Exchange) => void;
  readonly slowTakers: SlowTakers;
  nowMs = performance.now();
  keepTail = '';
  closeTail = '';
  scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  readonly #server: Server;
  /** What node:http does with a connection. */
  readonly #byNode: readonly ((socket: Socket) => void)[];
  readonly #connections = new Set<LiveConnection>();
  readonly #sweeping: RepeatedTask;

  constructor({ server, answer, limits, logger }: LiveLaneOptions) {
    this.#server = server;
    this.answer = answer;
    this.limits = limits;
    this.slowTakers = new SlowTakers(limits);
    // Node documents that sockets may be put into a server by emitting `connection`; here its listener is called
    // instead, since one server listens for both, and so its own limits and its closing hold for what it is given.
    this.#byNode = server.listeners('connection') as ((socket: Socket) => void)[];
    server.removeAllListeners('connection');
    server.on('connection', (socket: Socket) => {
      this.#connections.add(new LiveConnection(this, socket));
    });
    this.#sweep();
    this.#sweeping = every(SWEEP_EVERY_MS, () => this.#sweep(), {
      name: 'live_connections',
      logger,
    });
    this.#sweeping.start();
  }

  /** How many connections are not node:http's. */
  get size(): number {
    return this.#connections.size;
  }

  handOver(connection: LiveConnection, socket: Socket, bytes: Buffer): void {
    this.forget(connection, socket);
    socket.pause();
    socket.unshift(bytes);
    for (const take of this.#byNode) take.call(this.#server, socket);
    socket.resume();
  }

  forget(connection: LiveConnection, socket: Socket): void {
    this.#connections.delete(connection);
    this.slowTakers.forget(socket);
  }

  /** Ends every connection that is not node:http's. */
  close(): void {
    void this.#sweeping.stop();
    for (const connection of this.#connections) connection.destroy();
  }

  #sweep(): void {
    this.nowMs = performance.now();
    const date = `Date: ${new Date().toUTCString()}\r\n`;
    const keptS = Math.floor(this.limits.idleMs / 1000);
    this.keepTail = `${date}Connection: keep-alive\r\nKeep-Alive: timeout=${keptS}\r\n\r\n`;
    this.closeTail = `${date}Connection: close\r\n\r\n`;
    for (const connection of this.#connections) connection.sweep(this.nowMs);
  }
}
