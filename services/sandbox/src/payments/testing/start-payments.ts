import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@sangwian/node-kit/logger';
import Fastify from 'fastify';
import { addPayments } from '../sandbox-payments.ts';

export const SITE = 'http://localhost:8080';
export const OMISE = {
  publicKey: 'pkey_test_mine',
  secretKey: 'skey_test_mine',
  webhookSecret: Buffer.from('a secret of thirty-two bytes now').toString('base64'),
} as const;

export const PAYPAL = {
  apiUrl: 'http://127.0.0.1:1/sandbox/paypal',
  clientId: 'my-client',
  secret: 'my-secret',
  webhookId: 'MYWEBHOOK',
} as const;

/** A received webhook. */
export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly body: { readonly key?: string; readonly event_type?: string; readonly data?: unknown };
}

/** Starts a site that answers webhooks with the given statuses, then with 200. */
async function startSite() {
  const received: Received[] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { url: path = '', headers } = request;
      received.push({ path, headers, text, body: JSON.parse(text) });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    statuses,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Starts the providers with a site that receives webhooks. `restart` simulates a kill and a new start. */
export async function startPayments() {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-payments-'));
  const site = await startSite();
  const start = async () => {
    const server = Fastify({ forceCloseConnections: true });
    const payments = await addPayments(
      server,
      {
        file: join(folder, 'payments.jsonl'),
        siteUrl: SITE,
        webhookUrl: site.url,
        omise: OMISE,
        paypal: PAYPAL,
        retryMs: [10, 20],
      },
      createLogger('test', 'silent'),
    );
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    return {
      server,
      url,
      end: async () => {
        payments.stop();
        await server.close();
      },
    };
  };
  let running = await start();
  return {
    site,
    get url() {
      return running.url;
    },
    get server() {
      return running.server;
    },
    restart: async () => {
      await running.end();
      running = await start();
    },
    stop: async () => {
      await running.end();
      await site.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type TestPayments = Awaited<ReturnType<typeof startPayments>>;

const basic = (key: string): string => `Basic ${Buffer.from(`${key}:`).toString('base64')}`;

/** Creates a client of Omise's API, by default with the secret key. */
export function omiseClient(payments: TestPayments, key: string = OMISE.secretKey) {
  const call = async (
    method: string,
    path: string,
    body?: Record<string, string> | object,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(`${payments.url}/sandbox/omise${path}`, {
      method,
      headers: {
        authorization: basic(key),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests read untyped JSON.
    return { status: response.status, body: (await response.json()) as any };
  };
  return {
    get: (path: string) => call('GET', path),
    post: (path: string, body: object = {}, headers: Record<string, string> = {}) =>
      call('POST', path, body, headers),
    /** Sends a form, as Omise's documentation does. */
    form: async (path: string, fields: Record<string, string>) => {
      const response = await fetch(`${payments.url}/sandbox/omise${path}`, {
        method: 'POST',
        headers: { authorization: basic(key) },
        body: new URLSearchParams(fields),
      });
      // biome-ignore lint/suspicious/noExplicitAny: tests read untyped JSON.
      return { status: response.status, body: (await response.json()) as any };
    },
  };
}

/** Calls the control API. */
export async function control(payments: TestPayments, method: string, path: string, body?: object) {
  const response = await fetch(`${payments.url}/sandbox/payments/api${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: tests read untyped JSON.
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as any };
}
