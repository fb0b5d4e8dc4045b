import type { Server, Socket } from 'node:net';
import { every, type RepeatedTask } from '@sangwian/node-kit/every';
import { SlowTakers } from '@sangwian/node-kit/http/slow-takers';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Exchange } from './exchange.ts';
import {
  RawHttpConnection,
  type RawHttpContext,
  type RawHttpLimits,
} from './raw-http-connection.ts';

/** Responses up to this length are assembled in one buffer: enough for a playlist of three minutes, or a part. */
const SCRATCH_BYTES = 64 * 1024;
/** Resolution of time-outs and of the `Date` header. */
const SWEEP_EVERY_MS = 1_000;

export interface RawHttpServerOptions {
  /** An HTTP server of Node that does not listen yet. */
  readonly server: Server;
  /** Responds now or later. Never throws. */
  readonly answer: (exchange: Exchange) => void;
  readonly limits: RawHttpLimits;
  readonly logger: Logger;
}

/** Handles the media requests of an HTTP server on raw sockets, and passes all other connections on to node:http. */
export class RawHttpServer implements RawHttpContext {
  readonly limits: RawHttpLimits;
  readonly answer: (exchange: Exchange) => void;
  readonly slowTakers: SlowTakers;
  nowMs = performance.now();
  keepTail = '';
  closeTail = '';
  scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  readonly #server: Server;
  /** The connection listeners of node:http. */
  readonly #nodeListeners: readonly ((socket: Socket) => void)[];
  readonly #connections = new Set<RawHttpConnection>();
  readonly #sweeping: RepeatedTask;

  constructor({ server, answer, limits, logger }: RawHttpServerOptions) {
    this.#server = server;
    this.answer = answer;
    this.limits = limits;
    this.slowTakers = new SlowTakers(limits);
    // A socket is handed to Node's own server by calling its `connection` listeners directly: emitting the event would
    // reach this class again.
    this.#nodeListeners = server.listeners('connection') as ((socket: Socket) => void)[];
    server.removeAllListeners('connection');
    server.on('connection', (socket: Socket) => {
      this.#connections.add(new RawHttpConnection(this, socket));
    });
    this.#sweep();
    this.#sweeping = every(SWEEP_EVERY_MS, () => this.#sweep(), {
      name: 'live_connections',
      logger,
    });
    this.#sweeping.start();
  }

  /** Number of connections that have not been passed on to node:http. */
  get size(): number {
    return this.#connections.size;
  }

  handOver(connection: RawHttpConnection, socket: Socket, bytes: Buffer): void {
    this.forget(connection, socket);
    socket.pause();
    socket.unshift(bytes);
    for (const listener of this.#nodeListeners) listener.call(this.#server, socket);
    socket.resume();
  }

  forget(connection: RawHttpConnection, socket: Socket): void {
    this.#connections.delete(connection);
    this.slowTakers.forget(socket);
  }

  /** Closes every raw connection. */
  close(): void {
    void this.#sweeping.stop();
    for (const connection of this.#connections) connection.destroy();
  }

  #sweep(): void {
    this.nowMs = performance.now();
    const date = `Date: ${new Date().toUTCString()}\r\n`;
    const idleS = Math.floor(this.limits.idleMs / 1000);
    this.keepTail = `${date}Connection: keep-alive\r\nKeep-Alive: timeout=${idleS}\r\n\r\n`;
    this.closeTail = `${date}Connection: close\r\n\r\n`;
    for (const connection of this.#connections) connection.sweep(this.nowMs);
  }
}
