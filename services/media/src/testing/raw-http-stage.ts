import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createGuardedServer } from '@sangwian/node-kit/http/guarded-server';
import { createLogger } from '@sangwian/node-kit/logger';
import { afterEach, beforeEach } from 'vitest';
import { type Exchange, HeaderBlock } from '../http/exchange.ts';
import type { RawHttpLimits } from '../http/raw-http-connection.ts';
import { RawHttpServer } from '../http/raw-http-server.ts';
import { RawClient } from './raw-client.ts';

const LIMITS: RawHttpLimits = { headMs: 60_000, idleMs: 60_000, takeMs: 60_000, takenBytesMin: 1 };
export const HEADERS = new HeaderBlock(['Content-Type', 'text/plain']);
export const MEGABYTE = Buffer.alloc(1024 * 1024, 'm');

export let server: Server;
export let rawServer: RawHttpServer;
let clients: RawClient[];
/** The server's side of each connection. */
export let sockets: Socket[];
/** Requests to the raw server, and those that wait for a response. */
export let asked: string[];
export let waiting: Exchange[];
/** Requests that node:http handled. */
export let byNode: string[];

/** A body small enough to be copied behind its head: the last letter of the path, 24 000 times. */
export const lettersOf = (url: string): Buffer => Buffer.alloc(24_000, url.at(-1));

function answer(exchange: Exchange): void {
  asked.push(exchange.url);
  const [, , file] = exchange.url.split('/');
  if (file === 'wait') waiting.push(exchange);
  else if (file === 'megabyte') exchange.send(200, HEADERS, MEGABYTE);
  else if (file === 'letters') exchange.send(200, HEADERS, lettersOf(exchange.url));
  else if (file === 'bytes') exchange.send(200, HEADERS, Buffer.from('some bytes'));
  else exchange.send(200, HEADERS, `text for ${file} ${exchange.header('range') ?? ''}`);
}

export async function start(limits: Partial<RawHttpLimits> = {}): Promise<void> {
  [clients, sockets, asked, waiting, byNode] = [[], [], [], [], []];
  server = createGuardedServer(
    (request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        byNode.push(`${request.method} ${request.url} ${body}`);
        response.writeHead(200, { 'Content-Length': 9 }).end('over node');
      });
    },
    { logger: createLogger('test', 'silent') },
  );
  rawServer = new RawHttpServer({
    server,
    answer,
    limits: { ...LIMITS, ...limits },
    logger: createLogger('test', 'silent'),
  });
  server.on('connection', (socket: Socket) => sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

export async function stop(): Promise<void> {
  for (const { socket } of clients) socket.destroy();
  rawServer.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

export function open(): RawClient {
  const client = new RawClient((server.address() as AddressInfo).port);
  clients.push(client);
  return client;
}

export const request = (url: string, fields = '', method = 'GET') =>
  `${method} ${url} HTTP/1.1\r\nHost: a\r\n${fields}\r\n`;

/** Resolves when `reached` returns `true`; polls it on every turn of the event loop. */
export async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await setImmediate();
}

/** Starts a server before each test of the file that calls this, and stops it afterwards. */
export function startServerForEachTest(): void {
  beforeEach(() => start());
  afterEach(() => stop());
}
