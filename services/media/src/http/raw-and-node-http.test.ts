import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frames, pictures, sendAll, sendConfigs } from '../testing/drawn-stream.ts';
import { CHANNEL, eventually, type MediaStack, startMediaStack } from '../testing/media-stack.ts';
import { RawClient } from '../testing/raw-client.ts';

/** With an empty body, a request is passed on to node:http and gets the same response. */
const BY_NODE = 'Content-Length: 0\r\n';
const STREAM_S = 150;

let stack: MediaStack;
let token: string;
let clients: RawClient[];
/** File names of the stream. */
const names = { part: '', segment: '', segmentOnDisk: '', init: '' };

beforeAll(async () => {
  stack = await startMediaStack();
  token = stack.grant();
  clients = [];
  const { sink } = stack.publish();
  sendConfigs(sink, true);
  const { window } = stack.media.channels.get(CHANNEL)!.track('')!;
  for (let second = 0; second < STREAM_S; second += 10) {
    const video = pictures({
      count: 300,
      frameRate: 30,
      keyAt: (index) => index % 30 === 0,
      startMs: second * 1_000,
    });
    const audioStartMs = second * 1_000 + (second === 0 ? 0 : 10);
    sendAll(sink, video, frames(audioStartMs, (second + 10) * 1_000));
    const closed = window.listed().filter((segment) => segment.closed);
    await eventually(() => (closed.every(({ onDisk }) => onDisk) ? true : undefined));
  }
  const first = window.firstListed;
  const last = window.newestSequence - 1;
  expect(window.segment(first)?.data).toBeNull();
  Object.assign(names, {
    part: `p${last}-1.m4s`,
    segment: `s${last}.m4s`,
    segmentOnDisk: `s${first}.m4s`,
    init: `init${window.segment(first)?.period.firstSequence}.mp4`,
  });
}, 30_000);

afterAll(async () => {
  for (const { socket } of clients) socket.destroy();
  await stack.stop();
});

/** Sends a request and returns the raw response, with a placeholder for the date. */
async function answerTo(method: string, url: string, fields: string): Promise<string> {
  const client = new RawClient(stack.media.ports.http);
  clients.push(client);
  client.send(`${method} ${url} HTTP/1.1\r\nHost: a\r\nX-Request-Id: r\r\n${fields}\r\n`);
  const wire = await client.rest((text) => {
    const end = text.indexOf('\r\n\r\n') + 4;
    const length = Number(/\r\nContent-Length: (\d+)/.exec(text)?.[1] ?? 0);
    return end >= 4 && text.length >= end + (method === 'HEAD' ? 0 : length);
  });
  return wire.replace(/(\r\nDate: )[^\r]+ GMT\r\n/, '$1…\r\n');
}

interface RequestCase {
  readonly name: string;
  readonly status: number;
  readonly file: () => string;
  readonly method?: string;
  readonly fields?: string;
}

const granted = (name: string) => `g/${token}/${CHANNEL}/${name}`;
const GZIP = 'Accept-Encoding: br, gzip\r\n';

const CASES: readonly RequestCase[] = [
  { name: 'the multivariant playlist', status: 200, file: () => granted('index.m3u8') },
  { name: 'the playlist', status: 200, file: () => granted('stream.m3u8') },
  { name: 'the playlist, zipped', status: 200, file: () => granted('stream.m3u8'), fields: GZIP },
  {
    name: 'the playlist with gzip at weight zero',
    status: 200,
    file: () => granted('stream.m3u8'),
    fields: 'Accept-Encoding: gzip;q=0\r\n',
  },
  {
    name: 'the playlist with the grant in the query',
    status: 302,
    file: () => `${CHANNEL}/stream.m3u8?token=${token}`,
  },
  { name: 'a delta update', status: 200, file: () => granted('stream.m3u8?_HLS_skip=YES') },
  { name: 'a part', status: 200, file: () => granted(names.part) },
  { name: 'a segment', status: 200, file: () => granted(names.segment) },
  { name: 'a segment on disk', status: 200, file: () => granted(names.segmentOnDisk) },
  { name: 'an initialisation segment', status: 200, file: () => granted(names.init) },
  {
    name: 'a range',
    status: 206,
    file: () => granted(names.segment),
    fields: 'Range: bytes=5-99\r\n',
  },
  {
    name: 'an unsatisfiable range',
    status: 200,
    file: () => granted(names.segment),
    fields: 'Range: bytes=99999999-\r\n',
  },
  {
    name: 'a range with If-Range',
    status: 200,
    file: () => granted(names.segment),
    fields: 'Range: bytes=5-99\r\nIf-Range: "x"\r\n',
  },
  {
    name: 'a range with a Latin-1 blank',
    status: 200,
    file: () => granted(names.segment),
    fields: 'Range: bytes=5-99\xa0\r\n',
  },
  {
    name: 'the head of a part with a range, which is ignored',
    status: 200,
    method: 'HEAD',
    file: () => granted(names.part),
    fields: 'Range: bytes=5-99\r\n',
  },
  {
    name: 'the head of the playlist, zipped',
    status: 200,
    method: 'HEAD',
    file: () => granted('stream.m3u8'),
    fields: GZIP,
  },
  {
    name: 'a condition, which is ignored',
    status: 200,
    file: () => granted(names.part),
    fields: 'If-None-Match: "x"\r\nIf-Modified-Since: Sat, 21 Nov 2026 00:00:00 GMT\r\n',
  },
  {
    name: 'a preflight request',
    status: 204,
    method: 'OPTIONS',
    file: () => `${CHANNEL}/${names.part}`,
  },
  { name: 'no grant', status: 401, file: () => `${CHANNEL}/${names.part}` },
  {
    name: 'HEAD without a grant',
    status: 401,
    method: 'HEAD',
    file: () => `${CHANNEL}/${names.part}`,
  },
  { name: 'a bad grant', status: 403, file: () => `g/x.y/${CHANNEL}/${names.part}` },
  { name: 'a missing file', status: 404, file: () => granted('s1.m4s') },
  { name: 'an invalid name', status: 404, file: () => granted(`../${CHANNEL}/x`) },
  {
    name: 'a malformed directive',
    status: 400,
    file: () => granted('stream.m3u8?_HLS_msn=x'),
  },
];

describe('raw connections and node:http', () => {
  it('are both exercised by this test', async () => {
    const url = `/media/${granted(names.part)}`;
    const connections = async () => {
      const text = await (await fetch(`${stack.origin}/metrics`)).text();
      return Number(/^sangwian_media_live_connections (\d+)$/m.exec(text)?.[1]);
    };
    expect(await connections()).toBe(0);
    await answerTo('GET', url, '');
    expect(await connections()).toBe(1);
    await answerTo('GET', url, BY_NODE);
    expect(await connections()).toBe(1);
  });

  for (const { name, status, file, method = 'GET', fields = '' } of CASES) {
    it.each([
      ['kept', ''],
      ['closed', 'Connection: close\r\n'],
    ])(`send identical responses: ${name}, connection %s`, async (_, connection) => {
      const url = `/media/${file()}`;
      const live = await answerTo(method, url, fields + connection);
      const byNode = await answerTo(method, url, fields + connection + BY_NODE);
      expect(live).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(live.includes('\r\nContent-Encoding: gzip\r\n')).toBe(fields === GZIP);
      expect(live).toContain('\r\nAccess-Control-Allow-Origin: *\r\n');
      expect(live).toBe(byNode);
    });
  }
});

it('the grant is checked on every request of a connection, including pipelined ones', async () => {
  const client = new RawClient(stack.media.ports.http);
  clients.push(client);
  const dying = stack.grant({ watchSessionId: 'dying' });
  const send = (query: string) =>
    client.send(`GET /media/${CHANNEL}/${names.part}${query} HTTP/1.1\r\nHost: a\r\n\r\n`);
  const statuses = async (count: number) => {
    const seen: number[] = [];
    while (seen.length < count) seen.push((await client.next()).status);
    return seen;
  };
  const other = stack.grant({ path: 'another-channel' });
  for (const query of ['', `?token=${dying}x`, `?token=${other}`, '']) {
    send(`?token=${dying}`);
    send(query);
  }
  expect(await statuses(8)).toEqual([200, 401, 200, 403, 200, 403, 200, 401]);
  const expires_at = new Date(Date.now() + 60_000).toISOString();
  await stack.control('revocations', {
    method: 'POST',
    body: JSON.stringify({ revocations: [{ watch_session_id: 'dying', expires_at }], cursor: 1 }),
  });
  send(`?token=${dying}`);
  send(`?token=${token}`);
  expect(await statuses(2)).toEqual([403, 200]);
});
