import { createLogger } from '@sangwian/node-kit/logger';
import { afterEach, describe, expect, it } from 'vitest';
import { Broadcaster } from './broadcaster/broadcaster.ts';
import { systemClock } from './broadcaster/clock.ts';
import { createServer } from './server.ts';

const broadcaster = new Broadcaster({
  loop: {
    lengthMs: 1_000,
    videoConfig: Buffer.alloc(1),
    audioConfig: Buffer.alloc(1),
    units: [{ kind: 'video', offsetMs: 0, key: true, payload: Buffer.alloc(1) }],
  },
  target: { host: '127.0.0.1', port: 1, app: 'live', streamKey: 'secret-key' },
  connect: () => Promise.reject(new Error('<b>refused</b>')),
  clock: systemClock,
  logger: createLogger('test', 'silent'),
});
const server = createServer(
  broadcaster,
  () => ({
    url: 'http://localhost:19390',
    rtmpServer: 'rtmp://localhost:19395/live',
    crowd: null,
  }),
  createLogger('test', 'silent'),
);

afterEach(() => broadcaster.stop());

describe('the sandbox', () => {
  it('says that it is a sandbox in both languages, and escapes its values', async () => {
    await server.inject({ method: 'POST', url: '/sandbox/broadcaster/start' });
    await expect.poll(() => broadcaster.status.last_error).toBe('<b>refused</b>');
    const { body, headers, statusCode } = await server.inject('/sandbox/');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toContain('text/html');
    expect(body).toContain('This is a sandbox');
    expect(body).toContain('ระบบจำลอง');
    expect(body).toContain('&#60;b&#62;refused');
    expect(body).not.toContain('<b>refused');
    expect(body).not.toContain('secret-key');
  });

  it('starts and stops the publisher and returns its state', async () => {
    const started = await server.inject({ method: 'POST', url: '/sandbox/broadcaster/start' });
    expect(started.json()).toMatchObject({ state: 'connecting', epoch: null, loop_ms: 1_000 });
    const stopped = await server.inject({ method: 'POST', url: '/sandbox/broadcaster/stop' });
    expect(stopped.json()).toMatchObject({ state: 'stopped' });
    expect((await server.inject('/sandbox/broadcaster')).json()).toMatchObject({
      state: 'stopped',
    });
  });

  it('redirects a button of its page back to the page', async () => {
    const { statusCode, headers } = await server.inject({
      method: 'POST',
      url: '/sandbox/broadcaster/stop',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'a=b',
    });
    expect(statusCode).toBe(303);
    expect(headers.location).toBe('/sandbox/');
  });

  it('serves every page of the external news site', async () => {
    for (const path of ['/sandbox/news', '/sandbox/news/highlights/test']) {
      const { body, headers, statusCode } = await server.inject(path);
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(body).toContain('stands in for the external news site');
    }
  });

  it('answers 404 for other paths', async () => {
    expect((await server.inject('/sandbox/nothing')).statusCode).toBe(404);
    expect((await server.inject('/sandbox/broadcaster/stop')).statusCode).toBe(404);
  });
});
