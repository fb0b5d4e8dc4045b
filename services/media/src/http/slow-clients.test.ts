import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  asked,
  HEADERS,
  MEGABYTE,
  open,
  rawServer,
  request,
  sockets,
  start,
  startServerForEachTest,
  stop,
  until,
  waiting,
} from '../testing/raw-http-stage.ts';

startServerForEachTest();

describe('a slow client', () => {
  it('uses the memory of one response, regardless of its number of requests', async () => {
    const client = open();
    client.socket.pause();
    const count = 40;
    client.send(request('/media/megabyte').repeat(count));
    await until(() => (sockets[0]?.writableLength ?? 0) > 0);
    // Waits until the kernel's buffers have filled.
    for (let turn = 0; turn < 500; turn += 1) await setImmediate();
    const before = asked.length;
    expect(before).toBeLessThan(count / 2);
    expect(sockets[0]!.writableLength).toBeLessThan(MEGABYTE.length + 1_024);
    client.socket.resume();
    for (let index = 0; index < count; index += 1) {
      expect((await client.next()).body).toHaveLength(MEGABYTE.length);
    }
  });

  it('is disconnected if it reads its response byte by byte', async () => {
    await stop();
    await start({ takeMs: 300, takenBytesMin: 40 * MEGABYTE.length });
    const client = open();
    client.socket.removeAllListeners('data').pause();
    client.socket.on('readable', () => client.socket.read(1));
    client.send(request('/media/megabyte').repeat(40));
    await until(() => sockets.length === 1);
    await once(sockets[0]!, 'close');
    expect(rawServer.size).toBe(0);
  });

  it('is disconnected if it reads nothing for too long', async () => {
    await stop();
    await start({ takeMs: 300 });
    const client = open();
    client.socket.pause();
    client.send(request('/media/megabyte').repeat(40));
    await until(() => sockets.length === 1);
    await once(sockets[0]!, 'close');
    expect(rawServer.size).toBe(0);
  });

  it('has a time-out for its request head and for its next request', async () => {
    await stop();
    await start({ headMs: 1, idleMs: 1 });
    const [silent, half, idle] = [open(), open(), open()];
    half.send('GET /media/a HTTP/1.1\r\nHost');
    idle.send(request('/media/a'));
    expect((await idle.next()).body).toBe('text for a ');
    expect((await half.next()).status).toBe(408);
    await Promise.all([silent.closed, half.closed, idle.closed]);
    await until(() => rawServer.size === 0);
  });

  it('keeps its connection longer than advertised, so that no request arrives at a closed connection', async () => {
    await stop();
    await start({ headMs: 60_000, idleMs: 1_000 });
    const client = open();
    const startedMs = performance.now();
    client.send(request('/media/a'));
    expect((await client.next()).headers.get('keep-alive')).toBe('timeout=1');
    await client.closed;
    expect(performance.now() - startedMs).toBeGreaterThan(1_500);
  });

  it('has no time-out while it waits for its response', async () => {
    await stop();
    await start({ headMs: 1, idleMs: 1, takeMs: 1 });
    const [waiter, silent] = [open(), open()];
    waiter.send(request('/media/wait'));
    await until(() => waiting.length === 1);
    await silent.closed;
    waiting[0]!.send(200, HEADERS, 'at last');
    expect((await waiter.next()).body).toBe('at last');
  });
});
