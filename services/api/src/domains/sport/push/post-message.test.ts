import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPost, lookupPublic } from './post-message.ts';

test('refuses a host name that resolves to a private IP address', async () => {
  for (const all of [true, false]) {
    const found = await new Promise((resolve) =>
      lookupPublic('localhost', { all }, (error, address) => resolve(error?.message ?? address)),
    );
    expect(found).toBe('localhost resolves to a private address');
  }
});

describe('a request to a push service', () => {
  let server: Server;
  let url: string;
  const requests: string[] = [];
  const post = createPost();
  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        requests.push(
          `${request.method} ${request.url} ${request.headers.ttl} ${Buffer.concat(chunks)}`,
        );
        if (request.url === '/moved') response.writeHead(307, { location: '/elsewhere' });
        else response.writeHead(429, { 'retry-after': '30' });
        response.end('no');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  });
  afterAll(() => {
    post.close();
    server.close();
  });

  test('returns the status and Retry-After', async () => {
    const message = { url: `${url}/send`, headers: { TTL: 60 }, body: Buffer.from('sealed') };
    expect(await post.send(message)).toEqual({ status: 429, retryAfter: '30' });
    expect(requests.pop()).toBe('POST /send 60 sealed');
  });

  test('does not follow redirects', async () => {
    const answer = await post.send({ url: `${url}/moved`, headers: {}, body: Buffer.of() });
    expect([answer.status, requests.length]).toEqual([307, 1]);
  });

  test('rejects if the service is down', async () => {
    const answer = post.send({ url: 'http://127.0.0.1:1/', headers: {}, body: Buffer.of() });
    await expect(answer).rejects.toThrow('ECONNREFUSED');
  });
});
