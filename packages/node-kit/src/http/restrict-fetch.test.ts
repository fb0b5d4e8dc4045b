import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostsOf, restrictFetch } from './restrict-fetch.ts';

let server: Server;
let port: number;
const called: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    called.push(`${request.method} ${request.headers.host?.split(':')[0]}${request.url}`);
    const [, status, target] = /^\/(\d{3})\/(.*)$/.exec(request.url ?? '') ?? [];
    if (status === undefined) response.end('reached');
    else response.writeHead(Number(status), { location: target }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const at = (host: string, path = '/'): string => `http://${host}:${port}${path}`;
const call = restrictFetch(hostsOf(['http://127.0.0.1:1/x', '']));

describe('outbound requests', () => {
  it('reach the hosts of configured URLs', async () => {
    expect(await (await call(at('127.0.0.1'))).text()).toBe('reached');
    expect(await (await call(new URL(at('127.0.0.1')))).text()).toBe('reached');
    expect(await (await call(new Request(at('127.0.0.1')))).text()).toBe('reached');
  });

  it.each(['localhost', '127.0.0.1.evil.example', '169.254.169.254', '[::1]'])(
    'do not reach %s',
    async (host) => {
      await expect(call(at(host))).rejects.toThrow('not one that this site may call');
      await expect(call(new Request(at(host)))).rejects.toThrow('may call');
    },
  );

  it('follow a redirect of a read only to a listed host', async () => {
    const ok = await call(at('127.0.0.1', `/302/${at('127.0.0.1', '/file')}`));
    expect(await ok.text()).toBe('reached');
    called.length = 0;
    await expect(call(at('127.0.0.1', `/302/${at('localhost', '/file')}`))).rejects.toThrow(
      'may call',
    );
    expect(called.filter((line) => line.includes('localhost'))).toEqual([
      expect.stringContaining('127.0.0.1/302/'),
    ]);
    await expect(call(at('127.0.0.1', '/302/'.repeat(7)))).rejects.toThrow('too many redirects');
  });

  it('never follow a redirect of a write', async () => {
    const write = call(at('127.0.0.1', `/307/${at('127.0.0.1', '/file')}`), {
      method: 'POST',
      body: 'secret',
    });
    await expect(write).rejects.toThrow();
  });

  it('accept subdomains where they are listed', async () => {
    const seen: string[] = [];
    const wide = restrictFetch(['*.Bucket.example'], async (input) => {
      seen.push(String(input));
      return new Response('');
    });
    await wide('https://a.b.bucket.example/x');
    await expect(wide('https://bucket.example/x')).rejects.toThrow('may call');
    await expect(wide('https://evilbucket.example/x')).rejects.toThrow('may call');
    expect(seen).toEqual(['https://a.b.bucket.example/x']);
  });
});
