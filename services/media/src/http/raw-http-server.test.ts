import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  asked,
  byNode,
  HEADERS,
  MEGABYTE,
  open,
  rawServer,
  request,
  server,
  sockets,
  startServerForEachTest,
  until,
  waiting,
} from '../testing/raw-http-stage.ts';
import { HEAD_BYTES_MAX } from './request-head.ts';

startServerForEachTest();

describe('a request for media', () => {
  it('is answered with Content-Length, Date and Keep-Alive', async () => {
    const client = open();
    client.send(request('/media/a'));
    const { status, headers, body } = await client.next();
    expect([status, body]).toEqual([200, 'text for a ']);
    expect(headers.get('content-length')).toBe(String(body.length));
    expect(headers.get('content-type')).toBe('text/plain');
    expect(headers.get('connection')).toBe('keep-alive');
    expect(headers.get('keep-alive')).toBe('timeout=60');
    expect(Math.abs(Date.parse(headers.get('date')!) - Date.now())).toBeLessThan(5_000);
    client.send(request('/media/bytes'));
    expect((await client.next()).body).toBe('some bytes');
    expect(byNode).toEqual([]);
  });

  it('may arrive byte by byte', async () => {
    const client = open();
    let sent = 0;
    for (const byte of request('/media/a') + request('/media/b', 'Range: bytes=0-1\r\n')) {
      client.send(byte);
      sent += 1;
      await until(() => sockets[0]?.bytesRead === sent);
    }
    expect((await client.next()).body).toBe('text for a ');
    expect((await client.next()).body).toBe('text for b bytes=0-1');
    expect(byNode).toEqual([]);
  });

  it('with HEAD is answered without the body, and later responses stay in sync', async () => {
    const client = open();
    client.send(request('/media/bytes', '', 'HEAD') + request('/media/a', '', 'HEAD'));
    expect((await client.next(true)).headers.get('content-length')).toBe('10');
    expect((await client.next(true)).headers.get('content-length')).toBe('11');
    client.send(request('/media/b'));
    expect((await client.next()).body).toBe('text for b ');
  });

  it('may have header names in any case and other headers than the previous request', async () => {
    const client = open();
    for (const name of ['range', 'RANGE', 'Range']) {
      client.send(request('/media/a', `${name}: bytes=${name.length}-\r\n`));
      expect((await client.next()).body).toBe(`text for a bytes=${name.length}-`);
      client.send(request('/media/a'));
      expect((await client.next()).body).toBe('text for a ');
    }
  });

  it('gets its own bytes, even if other requests are served while its client does not read', async () => {
    const slow = open();
    slow.socket.pause();
    let requests = 0;
    const isHeldUp = () => (sockets[0]?.writableLength ?? 0) > 0;
    while (!isHeldUp()) {
      slow.send(request('/media/letters/a'));
      requests += 1;
      await until(() => asked.length === requests || isHeldUp());
    }
    const quick = open();
    for (const letter of ['b', 'c', 'd']) {
      quick.send(request(`/media/letters/${letter}`));
      expect((await quick.next()).body).toBe(letter.repeat(24_000));
    }
    slow.socket.resume();
    for (let answered = 0; answered < asked.length - 3; answered += 1)
      expect((await slow.next()).body).toBe('a'.repeat(24_000));
  });

  it('may announce that it is the last one', async () => {
    const client = open();
    client.send(request('/media/a', 'Connection: Close\r\n') + request('/media/b'));
    const { headers, body } = await client.next();
    expect([headers.get('connection'), body]).toEqual(['close', 'text for a ']);
    await client.closed;
    expect(asked).toEqual(['/media/a']);
  });

  it('may be one of ten thousand on a connection', async () => {
    const client = open();
    for (let count = 0; count < 10_000; count += 1) {
      client.send(request(`/media/${count}`));
      expect((await client.next()).body).toBe(`text for ${count} `);
    }
    expect([sockets.length, asked.length, rawServer.size]).toEqual([1, 10_000, 1]);
  });
});

describe('pipelined requests', () => {
  it('are answered in order, even if the first one waits', async () => {
    const client = open();
    client.send(['a', 'wait', 'b', 'bytes'].map((file) => request(`/media/${file}`)).join(''));
    expect((await client.next()).body).toBe('text for a ');
    await until(() => waiting.length === 1);
    expect(asked).toEqual(['/media/a', '/media/wait']);
    waiting[0]!.send(200, HEADERS, 'at last');
    // A second response has no effect.
    waiting[0]!.send(200, HEADERS, 'again');
    expect((await client.next()).body).toBe('at last');
    expect((await client.next()).body).toBe('text for b ');
    expect((await client.next()).body).toBe('some bytes');
  });

  it('are buffered up to a limit without loss', async () => {
    const client = open();
    const count = 20_000;
    client.send(request('/media/wait') + request('/media/a').repeat(count));
    await until(() => sockets[0]?.isPaused() === true);
    // The limit allows the rest of one read, and another read in progress.
    expect(sockets[0]!.bytesRead).toBeLessThan(HEAD_BYTES_MAX + 3 * 65_536);
    waiting[0]!.send(200, HEADERS, 'at last');
    expect((await client.next()).body).toBe('at last');
    for (let index = 0; index < count; index += 1) await client.next();
    expect(asked).toHaveLength(count + 1);
  });

  it('are passed to node:http from the first one outside the accepted grammar', async () => {
    const client = open();
    const post = request('/media/b', 'Content-Length: 4\r\n', 'POST');
    client.send(`${request('/media/wait')}${post}body${request('/media/c')}`);
    await until(() => waiting.length === 1);
    expect(byNode).toEqual([]);
    waiting[0]!.send(200, HEADERS, 'at last');
    expect((await client.next()).body).toBe('at last');
    await client.next();
    await client.next();
    expect(byNode).toEqual(['POST /media/b body', 'GET /media/c ']);
    expect(rawServer.size).toBe(0);
  });
});

describe('a client that disconnects', () => {
  it.each(['resets', 'closes', 'half-closes'])('and %s marks its exchange as gone', async (how) => {
    const client = open();
    client.send(request('/media/wait'));
    await until(() => waiting.length === 1);
    const gone = new Promise<void>((resolve) => waiting[0]!.onGone(resolve));
    expect(waiting[0]!.gone).toBe(false);
    if (how === 'resets') client.socket.resetAndDestroy();
    else if (how === 'closes') client.socket.destroy();
    else client.socket.end();
    await gone;
    expect(waiting[0]!.gone).toBe(true);
    waiting[0]!.send(200, HEADERS, 'too late');
    await client.closed;
    expect(rawServer.size).toBe(0);
  });

  it('gets the responses to its complete requests first', async () => {
    const client = open();
    client.send(request('/media/a') + request('/media/megabyte') + request('/media/b'));
    client.socket.end();
    expect((await client.next()).body).toBe('text for a ');
    expect((await client.next()).body).toHaveLength(MEGABYTE.length);
    expect((await client.next()).body).toBe('text for b ');
    await client.closed;
  });

  it('in the middle of a head causes no request', async () => {
    const client = open();
    client.send('GET /media/');
    client.socket.end();
    await client.closed;
    expect([asked, byNode]).toEqual([[], []]);
  });
});

describe('a request outside the accepted grammar', () => {
  it.each([
    ['another place', request('/health'), 'GET /health '],
    ['an older version', 'GET /media/a HTTP/1.0\r\n\r\n', 'GET /media/a '],
    ['an absolute address', request('http://a/media/a'), 'GET http://a/media/a '],
    ['a body', `${request('/media/a', 'Content-Length: 4\r\n', 'POST')}body`, 'POST /media/a body'],
    [
      'a body after a GET',
      `${request('/media/a', 'Content-Length: 4\r\n')}body`,
      'GET /media/a body',
    ],
    [
      'a body in chunks',
      `${request('/media/a', 'Transfer-Encoding: chunked\r\n', 'PUT')}4\r\nbody\r\n0\r\n\r\n`,
      'PUT /media/a body',
    ],
    [
      'another protocol',
      request('/media/a', 'Connection: Upgrade\r\nUpgrade: h2c\r\n'),
      'GET /media/a ',
    ],
    ['a leading empty line', `\r\n${request('/media/a')}`, 'GET /media/a '],
  ])('goes to node:http: %s', async (_, text, expected) => {
    const client = open();
    client.send(text);
    expect((await client.next()).body).toBe('over node');
    expect(byNode).toEqual([expected]);
    expect(asked).toEqual([]);
    expect(rawServer.size).toBe(0);
  });

  it('is passed to node:http with all later requests, even if it arrives byte by byte', async () => {
    const client = open();
    for (const byte of `${request('/control/x', 'Content-Length: 4\r\n', 'POST')}body`) {
      client.send(byte);
      await setImmediate();
    }
    await client.next();
    client.send(request('/media/a'));
    await client.next();
    expect(byNode).toEqual(['POST /control/x body', 'GET /media/a ']);
  });

  it('keeps its complete body, even if it is large', async () => {
    const client = open();
    const body = 'b'.repeat(3 * 1024 * 1024);
    client.send(`${request('/control/x', `Content-Length: ${body.length}\r\n`, 'POST')}${body}`);
    await client.next();
    expect(byNode[0]).toHaveLength('POST /control/x '.length + body.length);
  });

  it('gets 100 Continue if it expects it', async () => {
    const client = open();
    client.send(request('/media/a', 'Expect: 100-continue\r\nContent-Length: 4\r\n', 'PUT'));
    expect((await client.next()).status).toBe(100);
    client.send('body');
    expect((await client.next()).status).toBe(200);
  });

  it.each([
    ['letters', 'garbage\r\n\r\n', 400],
    ['a TLS greeting', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03', 400],
    ['bare line feeds', 'GET /media/a HTTP/1.1\nHost: a\n\n', 400],
    ['a bare line feed', 'GET /media/a HTTP/1.1\r\nHost: a\n\r\n', 400],
    ['no host', 'GET /media/a HTTP/1.1\r\n\r\n', 400],
    ['other headers but no host', 'GET /media/a HTTP/1.1\r\nX: y\r\n\r\n', 400],
    ['two hosts', request('/media/a', 'Host: b\r\n'), 400],
    ['an invalid host', 'GET /media/a HTTP/1.1\r\nHost: a/b\r\n\r\n', 400],
    ['a space before a colon', request('/media/a', 'X : y\r\n'), 400],
    ['a zero byte', request('/media/a', 'X: \0\r\n'), 400],
    ['two lengths', request('/media/a', 'Content-Length: 1\r\nContent-Length: 2\r\n'), 400],
    [
      'a length beside chunks',
      request('/media/a', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'),
      400,
    ],
    ['a head without end', `GET /media/${'a'.repeat(HEAD_BYTES_MAX)}`, 431],
    ['a head that is too long', request('/media/a', `X: ${'x'.repeat(HEAD_BYTES_MAX)}\r\n`), 431],
  ])('is refused by node:http: %s', async (_, text, status) => {
    const client = open();
    client.send(text);
    expect((await client.next()).status).toBe(status);
    await client.closed;
    expect([asked, byNode]).toEqual([[], []]);
  });
});

it('closing ends every connection in any state', async () => {
  const [silent, waiter, idle, other] = [open(), open(), open(), open()];
  waiter.send(request('/media/wait'));
  idle.send(request('/media/a'));
  other.send(request('/health'));
  await Promise.all([idle.next(), other.next(), until(() => waiting.length === 1)]);
  await until(() => sockets.length === 4);
  rawServer.close();
  server.closeAllConnections();
  await Promise.all([silent, waiter, idle, other].map(({ closed }) => closed));
  expect([rawServer.size, waiting[0]!.gone]).toEqual([0, true]);
});
