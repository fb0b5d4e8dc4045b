import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  request as send,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { compileTrust } from '@sangwian/node-kit/http/client-address';
import { createLogger } from '@sangwian/node-kit/logger';
import { afterEach, describe, expect, test } from 'vitest';
import { createProxyModule } from './proxy.module.ts';

const logger = createLogger('test', 'silent');
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function listen(listener: RequestListener): Promise<{ server: Server; origin: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Starts a site that forwards to the given processes. */
async function startSite(upstream: {
  media?: string;
  sandbox?: string;
  trustProxy?: readonly string[];
  findOrigin?: (channelId: string) => string | null;
  whep?: readonly string[];
}): Promise<string> {
  const proxy = createProxyModule({
    mediaInternalUrl: upstream.media ?? '',
    sandboxUrl: upstream.sandbox ?? '',
    findOrigin: upstream.findOrigin ?? (() => null),
    whepUrls: upstream.whep ?? [],
    internalSecret: 'secret',
    trust: compileTrust(upstream.trustProxy ?? []),
    logger,
  });
  const { origin } = await listen((request, response) => {
    if (proxy.intercept?.(request, response)) return;
    response.writeHead(404).end('not intercepted');
  });
  await proxy.start?.();
  closing.push(async () => proxy.stop?.());
  return origin;
}

/** Requests a path without normalizing it. @returns the status */
const rawStatus = (origin: string, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    send({ hostname, port, path }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

describe('below /media', () => {
  test('forwards a request and its response unchanged, without cookies', async () => {
    const seen: IncomingMessage[] = [];
    const { origin: media } = await listen((request, response) => {
      seen.push(request);
      response.writeHead(206, { 'content-type': 'video/mp4', 'x-own': 'yes', etag: '"1"' });
      response.end('part');
    });
    const site = await startSite({ media });
    const response = await fetch(`${site}/media/ch/part1.m4s?token=a.b&_HLS_msn=7`, {
      headers: { range: 'bytes=0-3', cookie: 'language=TH' },
    });
    expect([response.status, await response.text()]).toEqual([206, 'part']);
    expect(response.headers.get('x-own')).toBe('yes');
    expect(response.headers.get('etag')).toBe('"1"');
    expect(seen[0]?.url).toBe('/media/ch/part1.m4s?token=a.b&_HLS_msn=7');
    expect(seen[0]?.headers).toMatchObject({ range: 'bytes=0-3', 'x-forwarded-for': '127.0.0.1' });
    expect(seen[0]?.headers.cookie).toBeUndefined();
  });

  test.each([
    ['an untrusted client', [], '127.0.0.1', undefined],
    ['a trusted proxy', ['loopback'], '198.51.100.7', 'fan.example'],
  ])('forwards the client address that %s reports', async (_, trustProxy, ip, host) => {
    const seen: IncomingMessage[] = [];
    const { origin: media } = await listen((request, response) => {
      seen.push(request);
      response.end();
    });
    const site = await startSite({ media, trustProxy });
    // The client can set the leftmost address; a proxy appends the address that connected to it.
    await fetch(`${site}/media/x`, {
      headers: { 'x-forwarded-for': '1.1.1.1, 198.51.100.7', 'x-forwarded-host': 'fan.example' },
    });
    expect(seen[0]?.headers['x-forwarded-for']).toBe(ip);
    expect(seen[0]?.headers['x-forwarded-host']).toBe(host ?? new URL(site).host);
  });

  test('adds to JSON responses a content security policy that forbids all loads', async () => {
    const { origin: media } = await listen((_request, response) => {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{}');
    });
    for (const site of [await startSite({ media }), await startSite({})]) {
      const { headers } = await fetch(`${site}/media/x`);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; frame-ancestors 'none'",
      );
    }
  });

  test('streams a response: its first bytes arrive before its last bytes are sent', async () => {
    let finish = (): void => {};
    const { origin: media } = await listen((_, response) => {
      response.write('first');
      finish = () => response.end('last');
    });
    const site = await startSite({ media });
    const { body } = await fetch(`${site}/media/ch/index.m3u8`);
    const reader = body!.getReader();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('first');
    finish();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('last');
    expect((await reader.read()).done).toBe(true);
  });

  test('forwards a body and other methods', async () => {
    const { origin: media } = await listen((request, response) => {
      response.writeHead(201, { location: '/media/ch/whep/1' });
      request.pipe(response);
    });
    const site = await startSite({ media });
    const offer = 'v=0\r\n'.repeat(20_000);
    const response = await fetch(`${site}/media/ch/whep`, { method: 'POST', body: offer });
    expect([response.status, response.headers.get('location')]).toEqual([201, '/media/ch/whep/1']);
    expect(await response.text()).toBe(offer);
  });

  test('aborts the upstream request when the viewer leaves', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const { origin: media } = await listen((_, response) => {
      arrive();
      response.once('close', resolve);
    });
    const site = await startSite({ media });
    const viewer = new AbortController();
    const answer = fetch(`${site}/media/ch/index.m3u8`, { signal: viewer.signal });
    await arrived;
    viewer.abort();
    await expect(answer).rejects.toThrow();
    await closed;
  });

  test('reuses connections, and retries if a connection has closed meanwhile', async () => {
    const sockets = new Set<unknown>();
    const { server, origin: media } = await listen((request, response) => {
      sockets.add(request.socket);
      response.end('ok');
    });
    const site = await startSite({ media });
    const read = async () => (await fetch(`${site}/media/x`)).text();
    for (let count = 0; count < 20; count += 1) expect(await read()).toBe('ok');
    expect(sockets.size).toBe(1);
    for (let count = 0; count < 20; count += 1) {
      server.closeIdleConnections();
      expect(await read()).toBe('ok');
    }
  });

  test('responds with 503 and the catalogue error if the media process is not running', async () => {
    const { server, origin: media } = await listen(() => {});
    server.close();
    await once(server, 'close');
    for (const site of [await startSite({ media }), await startSite({})]) {
      const response = await fetch(`${site}/media/ch/index.m3u8`);
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('1');
      expect(await response.json()).toEqual({
        status: 'unavailable',
        message: 'System error. Please try again.',
        request_id: response.headers.get('x-request-id'),
      });
    }
  });

  test('ends only the response when the media process ends in the middle of a response', async () => {
    const { origin: media } = await listen((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    const site = await startSite({ media });
    await expect(fetch(`${site}/media/x`).then((response) => response.text())).rejects.toThrow();
    expect((await fetch(`${site}/elsewhere`)).status).toBe(404);
  });

  test.each([
    '/media/../control/channels',
    '/media/ch/..%2f..%2fcontrol/x',
    '/media/%2e%2e/control',
    '/media/./x',
    '/media//control',
    '/media/ch%5c..%5ccontrol',
    '/media/%00',
    '/media/%ff',
    `/media/${'a'.repeat(5_000)}`,
  ])('refuses %s', async (path) => {
    let requests = 0;
    const { origin: media } = await listen((_, response) => {
      requests += 1;
      response.end();
    });
    expect(await rawStatus(await startSite({ media }), path)).toBe(400);
    expect(requests).toBe(0);
  });
});

test('forwards no path outside /media and /sandbox', async () => {
  const { origin: other } = await listen((_, response) => {
    response.end('reached');
  });
  const site = await startSite({ media: other, sandbox: other });
  for (const path of [
    '/control/channels',
    '/internal/media/auth',
    '/mediation',
    '/sandboxes',
    '/media',
  ]) {
    expect(await rawStatus(site, path), path).toBe(404);
  }
  expect(await (await fetch(`${site}/sandbox/sms?phone=1`)).text()).toBe('reached');
  expect(await (await fetch(`${site}/sandbox`)).text()).toBe('reached');
});

test('forwards a form of a sandbox page, and returns its redirect', async () => {
  const seen: string[] = [];
  const { origin: sandbox } = await listen(async (request, response) => {
    for await (const chunk of request) seen.push(String(chunk));
    response.writeHead(303, {
      location: 'https://shop.example/back?order=1',
      'content-security-policy': "default-src 'none'",
    });
    response.end();
  });
  const site = await startSite({ sandbox });
  const response = await fetch(`${site}/sandbox/omise/payments/p/authorize`, {
    method: 'POST',
    body: new URLSearchParams({ action: 'approve', otp: '123456' }),
    redirect: 'manual',
  });
  expect([response.status, response.headers.get('location')]).toEqual([
    303,
    'https://shop.example/back?order=1',
  ]);
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'");
  expect(seen).toEqual(['action=approve&otp=123456']);
});

test('responds with 404 below /sandbox if there is no sandbox', async () => {
  const site = await startSite({});
  expect((await fetch(`${site}/sandbox/sms`)).status).toBe(404);
});
