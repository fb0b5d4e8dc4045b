import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RawClient } from '../testing/raw-client.ts';
import { HEAD_BYTES_MAX, HeadReader, mayBecomeHead, readRequestHead } from './request-head.ts';

const FIELDS = 'Host: a\r\n';
const head = (first: string, fields = FIELDS) => `${first}\r\n${fields}\r\n`;
const accepts = (text: string) => readRequestHead(text) !== null;
/** Parses header lines after a `Host`. */
const fieldsOf = (fields: string) =>
  readRequestHead(head('GET /media/x HTTP/1.1', `${FIELDS}${fields}`))?.fields;

describe('a head', () => {
  it('is parsed with its target unchanged', () => {
    const text = head(
      'GET /media/ch/stream.m3u8?token=a.b&_HLS_msn=1 HTTP/1.1',
      'Host: a\r\nX: y\r\n',
    );
    expect(readRequestHead(text)).toEqual({
      method: 'GET',
      url: '/media/ch/stream.m3u8?token=a.b&_HLS_msn=1',
      fields: { close: false, looked: new Map() },
    });
  });

  it.each(['GET', 'HEAD', 'OPTIONS'])('may have the method %s', (method) => {
    expect(accepts(head(`${method} /media/x HTTP/1.1`))).toBe(true);
  });

  it.each([
    ['another method', 'POST /media/x HTTP/1.1'],
    ['a method in lower case', 'get /media/x HTTP/1.1'],
    ['another place', 'GET /health HTTP/1.1'],
    ['an address in absolute form', 'GET http://a/media/x HTTP/1.1'],
    ['an address with a space', 'GET /media/x y HTTP/1.1'],
    ['an address beyond ASCII', 'GET /media/\xe9 HTTP/1.1'],
    ['two spaces', 'GET  /media/x HTTP/1.1'],
    ['a tab', 'GET\t/media/x HTTP/1.1'],
    ['an older version', 'GET /media/x HTTP/1.0'],
    ['a newer version', 'GET /media/x HTTP/2.0'],
    ['no version', 'GET /media/x'],
    ['a leading empty line', '\r\nGET /media/x HTTP/1.1'],
  ])('with %s is not accepted', (_, first) => {
    expect(accepts(head(first))).toBe(false);
  });

  it.each([
    ['no line', ''],
    ['no host', 'X: y\r\n'],
    ['a host with a path', 'Host: a/b\r\n'],
    ['an empty host', 'Host: \r\n'],
    ['two hosts', 'Host: a\r\nhost: b\r\n'],
    ['a line without a colon', 'Host: a\r\nX\r\n'],
    ['an empty name', 'Host: a\r\n: x\r\n'],
    ['a space before the colon', 'Host : a\r\n'],
    ['a folded line', 'Host: a\r\nX: y\r\n z\r\n'],
    ['a bare line feed', 'Host: a\nX: y\r\n'],
    ['a bare carriage return', 'Host: a\rX: y\r\n'],
    ['a zero byte', 'Host: a\r\nX: \0\r\n'],
    ['a body', 'Host: a\r\nContent-Length: 1\r\n'],
    ['a body of no bytes', 'Host: a\r\nCONTENT-LENGTH: 0\r\n'],
    ['a body in chunks', 'Host: a\r\ntransfer-encoding: chunked\r\n'],
    ['an expectation', 'Host: a\r\nexpect: 100-continue\r\n'],
    ['another protocol', 'Host: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n'],
    ['two ranges', 'Host: a\r\nRange: bytes=0-1\r\nrange: bytes=2-3\r\n'],
  ])('with %s is not accepted', (_, fields) => {
    expect(accepts(head('GET /media/x HTTP/1.1', fields))).toBe(false);
  });

  it('has a maximum length', () => {
    const first = 'GET /media/x HTTP/1.1';
    const spare = HEAD_BYTES_MAX - head(first, 'Host: a\r\nX: \r\n').length;
    expect(accepts(head(first, `Host: a\r\nX: ${'x'.repeat(spare)}\r\n`))).toBe(true);
    expect(accepts(head(first, `Host: a\r\nX: ${'x'.repeat(spare + 1)}\r\n`))).toBe(false);
  });

  it('is buffered while it is incomplete and can still become an accepted one', () => {
    const text = head('OPTIONS /media/x HTTP/1.1');
    for (let length = 0; length < text.length; length += 1) {
      for (let seen = 0; seen <= length; seen += 1) {
        expect(mayBecomeHead(text.slice(0, length), seen)).toBe(true);
      }
    }
    for (const other of ['P', 'GET /m3', 'GET /media/x HTTP/1.1\n', '\n', '\x16\x03\x01']) {
      expect(mayBecomeHead(other)).toBe(false);
    }
    expect(mayBecomeHead('GET /media/'.padEnd(HEAD_BYTES_MAX + 1, 'x'))).toBe(false);
  });

  it('is scanned only from the first new character', () => {
    const text = 'GET /media/x HTTP/1.1\r\nHost: a\n';
    expect(mayBecomeHead(text, text.length - 1)).toBe(false);
    expect(mayBecomeHead(text, text.length - 2)).toBe(false);
  });
});

describe('heads of one connection', () => {
  const fields = 'Host: a\r\nRange: bytes=0-1\r\n';

  it('are recognised by their common end', () => {
    const reader = new HeadReader();
    const first = head('GET /media/a HTTP/1.1', fields);
    expect(reader.readLikeBefore(first)).toBeNull();
    expect(reader.read(first)).toEqual(readRequestHead(first));
    for (const asked of ['GET /media/b?token=c', 'HEAD /media/', 'OPTIONS /media/x']) {
      const next = head(`${asked} HTTP/1.1`, fields);
      expect(reader.readLikeBefore(next)).toEqual(readRequestHead(next));
    }
  });

  it.each([
    ['other header lines', head('GET /media/b HTTP/1.1')],
    ['further header lines', head('GET /media/b HTTP/1.1', `X: y\r\n${fields}`)],
    ['another method', head('POST /media/b HTTP/1.1', fields)],
    ['another place', head('GET /health HTTP/1.1', fields)],
    ['an address with a space', head('GET /media/b c HTTP/1.1', fields)],
    ['an address with a line feed', head('GET /media/b\n HTTP/1.1', fields)],
    ['two requests', head('GET /media/b HTTP/1.1', fields).repeat(2)],
    ['an excessive length', head(`GET /media/${'b'.repeat(4_096)} HTTP/1.1`, fields)],
  ])('with %s are not', (_, text) => {
    const reader = new HeadReader();
    reader.read(head('GET /media/a HTTP/1.1', fields));
    expect(reader.readLikeBefore(text)).toBeNull();
  });

  it('never get the fields of a different head', () => {
    const reader = new HeadReader();
    reader.read(head('GET /media/a HTTP/1.1', `Connection: close\r\n${fields}`));
    const next = head('GET /media/a HTTP/1.1', fields);
    expect(reader.readLikeBefore(next)).toBeNull();
    expect(reader.read(next)?.fields.close).toBe(false);
    expect(reader.readLikeBefore(next)?.fields.close).toBe(false);
  });
});

describe('header lines', () => {
  it('are matched by name in any case, with blanks around values trimmed', () => {
    const fields = fieldsOf(
      'RANGE:\t bytes=0-1 \r\naccept-Encoding:gzip\r\nIf-Range:\xa0"x"\xa0\r\n',
    );
    expect(fields?.looked.get('range')).toBe('bytes=0-1');
    expect(fields?.looked.get('accept-encoding')).toBe('gzip');
    // A non-breaking space (Latin-1) is not a blank in HTTP.
    expect(fields?.looked.get('if-range')).toBe('\xa0"x"\xa0');
  });

  it.each([
    ['close', true],
    ['Close', true],
    ['keep-alive, close', true],
    ['keep-alive', false],
    ['closed', false],
    ['x-close', false],
  ])('end the connection with %s: %s', (value, close) => {
    expect(fieldsOf(`Connection: ${value}\r\n`)?.close).toBe(close);
  });
});

describe('beside node:http', () => {
  const seen: { method: string | undefined; url: string | undefined; range: unknown }[] = [];
  const server = createServer((request, response) => {
    seen.push({ method: request.method, url: request.url, range: request.headers.range });
    response.end();
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('no head is accepted that node:http would refuse or parse differently', async () => {
    const whole = head(
      'GET /media/ch/s1.m4s?token=a.b HTTP/1.1',
      'Host: a\r\nRange: bytes=0-9\r\n',
    );
    const odd = ['\r', '\n', '\0', ' ', ':', '\t', '\x7f', '\xff', '\xa0', 'x', '\r\n', '/', ','];
    let seed = 1;
    const random = (below: number): number => {
      seed = (seed * 48_271) % 0x7fff_ffff;
      return seed % below;
    };
    let compared = 0;
    for (let round = 0; round < 4_000; round += 1) {
      const at = random(whole.length);
      const text =
        whole.slice(0, at) + (odd[random(odd.length)] ?? '') + whole.slice(at + random(2));
      const end = text.indexOf('\r\n\r\n') + 4;
      const read = end < 4 ? null : readRequestHead(text.slice(0, end));
      if (read === null) continue;
      compared += 1;
      const client = new RawClient((server.address() as AddressInfo).port);
      client.send(text.slice(0, end));
      expect((await client.next()).status).toBe(200);
      expect(seen.at(-1)).toEqual({
        method: read.method,
        url: read.url,
        range: read.fields.looked.get('range'),
      });
      client.socket.destroy();
      await client.closed;
    }
    expect(compared).toBeGreaterThan(500);
  });
});
