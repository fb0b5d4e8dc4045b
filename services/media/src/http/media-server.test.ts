import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseMediaPlaylist, playlistFaults } from '../testing/conformance.ts';
import { sendConfigs, sendSeconds } from '../testing/drawn-stream.ts';
import { expectError } from '../testing/expect-error.ts';
import { CHANNEL, eventually, type MediaStack, startMediaStack } from '../testing/media-stack.ts';

let stack: MediaStack;
let publisher: ReturnType<MediaStack['publish']>;
let sentMs = 0;

function send(seconds: number): void {
  sentMs = sendSeconds(publisher.sink, sentMs, seconds);
}

const get = (name: string, token = stack.grant(), init: RequestInit = {}) =>
  fetch(`${stack.granted(token)}${name}`, init);
const playlist = async (query = '') =>
  parseMediaPlaylist(await (await get(`stream.m3u8${query}`)).text());
const revoke = (watchSessionId: string) =>
  stack.control('revocations', {
    method: 'POST',
    body: JSON.stringify({
      revocations: [
        {
          watch_session_id: watchSessionId,
          expires_at: new Date(Date.now() + 60_000).toISOString(),
        },
      ],
      cursor: 5,
    }),
  });

beforeAll(async () => {
  stack = await startMediaStack();
});
afterAll(() => stack.stop());

it('responds with stream_not_found until a publisher has connected', async () => {
  await expectError(await get('index.m3u8'), 404, 'stream_not_found');
  await expectError(await get('stream.m3u8'), 404, 'stream_not_found');
});

describe('a stream', () => {
  beforeAll(() => {
    publisher = stack.publish();
    sendConfigs(publisher.sink, true);
    send(5);
  });

  it('is listed with the codecs and resolution of its headers and the measured bandwidth', async () => {
    const response = await get('index.m3u8');
    expect(response.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const text = await response.text();
    expect(text).toMatch(
      /BANDWIDTH=\d+,AVERAGE-BANDWIDTH=\d+,CODECS="avc1\.42c01e,mp4a\.40\.2",RESOLUTION=\d+x\d+/,
    );
    expect(text).toMatch(/\nstream\.m3u8\n/);
    // The audio-only variant, for viewers who save data.
    expect(text).toMatch(/AVERAGE-BANDWIDTH=\d+,CODECS="mp4a\.40\.2"\naudio\/stream\.m3u8\n$/);
  });

  it('has playlists, parts, segments and an initialisation segment that are consistent', async () => {
    const list = await playlist();
    expect(playlistFaults(list)).toEqual([]);
    const bytes = async (uri: string | null) =>
      Buffer.from(await (await get(`${uri}`)).arrayBuffer());
    const segment = list.segments.find(({ uri, parts }) => uri !== null && parts.length > 0)!;
    const parts = await Promise.all(segment.parts.map(({ uri }) => bytes(uri)));
    expect(Buffer.concat(parts).equals(await bytes(segment.uri))).toBe(true);
    expect((await bytes(segment.map)).toString('latin1', 4, 8)).toBe('ftyp');
  });

  it('answers HEAD like GET without the body, and serves single ranges of files', async () => {
    const uri = `${stack.granted()}${(await playlist()).segments[0]!.uri}`;
    const whole = Buffer.from(await (await fetch(uri)).arrayBuffer());
    const head = await fetch(uri, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.length)]);
    const range = async (value: string) => {
      const response = await fetch(uri, { headers: { range: value } });
      return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
    };
    expect(await range('bytes=10-19')).toEqual({ status: 206, body: whole.subarray(10, 20) });
    expect(await range('bytes=-7')).toEqual({ status: 206, body: whole.subarray(-7) });
    expect(await range(`bytes=${whole.length - 5}-`)).toEqual({
      status: 206,
      body: whole.subarray(-5),
    });
    for (const odd of ['bytes=9999999-', 'bytes=5-2', 'bytes=-', 'bytes=0-1,3-4', 'lines=1-2']) {
      expect(await range(odd)).toEqual({ status: 200, body: whole });
    }
  });

  it('blocks reloads until the part is complete, and then responds to all of them', async () => {
    const { preloadHint } = await playlist();
    const [, sequence, part] = /p(\d+)-(\d+)/.exec(preloadHint!)!;
    const reload = `stream.m3u8?_HLS_msn=${sequence}&_HLS_part=${part}`;
    let answered = 0;
    const waiting = Array.from({ length: 50 }, async (_, index) => {
      const response = await get(
        index % 2 === 0 ? reload : `${reload}&_HLS_skip=YES`,
        stack.grant({ watchSessionId: `w${index}` }),
      );
      answered += 1;
      return parseMediaPlaylist(await response.text());
    });
    const hinted = get(`${preloadHint}`);
    await eventually(() => (waitingRequests() >= 51 ? true : undefined));
    expect(answered).toBe(0);
    send(1);
    for (const list of await Promise.all(waiting)) {
      expect(list.segments.at(-1)!.mediaSequence).toBeGreaterThanOrEqual(Number(sequence));
    }
    expect((await hinted).status).toBe(200);
  });

  it('removes a waiting request when its viewer disconnects', async () => {
    const sequence = (await playlist()).segments.at(-1)!.mediaSequence;
    const leaving = new AbortController();
    const waiting = get(`stream.m3u8?_HLS_msn=${sequence + 1}`, stack.grant(), {
      signal: leaving.signal,
    }).catch(() => 'left');
    await eventually(() => (waitingRequests() === 1 ? true : undefined));
    leaving.abort();
    expect(await waiting).toBe('left');
    // The request is removed well before its time-out.
    await eventually(() => (waitingRequests() === 0 ? true : undefined), 500);
    expect(await (await fetch(`${stack.origin}/metrics`)).text()).toMatch(
      /sangwian_media_waiting_requests 0\n/,
    );
  });

  it('refuses reloads that are too far ahead or malformed', async () => {
    const sequence = (await playlist()).segments.at(-1)!.mediaSequence;
    for (const query of [
      `_HLS_msn=${sequence + 3}`,
      `_HLS_msn=${sequence}&_HLS_part=99`,
      '_HLS_part=0',
      '_HLS_msn=x',
      '_HLS_msn=-5',
      '_HLS_msn=99999999999999999999',
      '_HLS_skip=maybe',
    ]) {
      await expectError(await get(`stream.m3u8?${query}`), 400, 'request_invalid');
    }
    await expectError(await get('s1.m4s'), 404, 'not_found');
    await expectError(await get(`p${sequence + 50}-0.m4s`), 404, 'not_found');
    await expectError(await get('init1.mp4'), 404, 'not_found');
  });

  it('never responds to garbage with a 5xx, and exposes no files outside the stream', async () => {
    const token = stack.grant();
    const raw = (path: string, method = 'GET') =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(stack.media.ports.http, '127.0.0.1', () => {
          socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
        });
        let text = '';
        socket.setEncoding('latin1').on('data', (chunk) => {
          text += chunk;
        });
        socket.on('error', reject).on('close', () => resolve(text));
      });
    for (const path of [
      `/media/${CHANNEL}/../../../../etc/passwd?token=${token}`,
      `/media/../${CHANNEL}/index.m3u8?token=${token}`,
      `/media/${CHANNEL}/%2e%2e%2f%2e%2e%2fetc/passwd?token=${token}`,
      `/media/${CHANNEL}//index.m3u8?token=${token}`,
      `/media/..%2f..%2f/index.m3u8?token=${token}`,
      `/media/__proto__/index.m3u8?token=${token}`,
      `/media/${CHANNEL}/constructor?token=${token}`,
      `/media/${CHANNEL}/stream.m3u8?token=${token}&token=${'x'.repeat(100)}`,
      `/media/${CHANNEL}/stream.m3u8?&&&=&=&token`,
      `/media/g/${token}/../${CHANNEL}/index.m3u8`,
      `/media/g/${token}/${CHANNEL}/%2e%2e/index.m3u8`,
      `/media/g/${CHANNEL}/index.m3u8?token=${token}`,
      '/media/%zz/index.m3u8?%zz=%zz',
      '/media/?',
      '/%00',
      '/control/channels',
      '/control/',
      '/nothing',
    ]) {
      const answer = await raw(path);
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(answer).not.toMatch(/root:|#EXTM3U/);
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      expect(await raw(`/media/${CHANNEL}/index.m3u8?token=${token}`, method)).toMatch(
        /^HTTP\/1\.1 405 /,
      );
    }
    expect(await raw(`/media/${CHANNEL}/index.m3u8`, 'OPTIONS')).toMatch(/^HTTP\/1\.1 204 /);
  });

  it('checks the grant on every playlist, part and segment', async () => {
    const list = await playlist();
    const last = list.segments.findLast(({ parts, uri }) => parts.length > 0 && uri !== null)!;
    const names = ['index.m3u8', 'stream.m3u8', last.uri!, last.parts[0]!.uri, last.map!];
    for (const name of names) {
      expect((await get(name)).status).toBe(200);
      await expectError(await fetch(`${stack.base}${name}`), 401, 'token_missing');
      for (const token of [
        stack.grant({ secret: 'guess' }),
        stack.grant({ livesS: -1 }),
        stack.grant({ path: 'another-channel' }),
        `${stack.grant()}x`,
        'garbage',
        '%00',
      ]) {
        await expectError(await get(name, token), 403, 'grant_invalid');
      }
    }
  });

  it('refuses a revoked watch session at once, including its waiting request, and no other session', async () => {
    const token = stack.grant({ watchSessionId: 'ejected' });
    const list = await playlist();
    const segment = list.segments.at(-1)!;
    expect((await get('index.m3u8', token)).status).toBe(200);
    const waiting = get(`stream.m3u8?_HLS_msn=${segment.mediaSequence + 1}`, token);
    await eventually(() => (waitingRequests() > 0 ? true : undefined));
    expect((await revoke('ejected')).status).toBe(200);
    await expectError(await waiting, 403, 'grant_invalid');
    for (const name of ['index.m3u8', 'stream.m3u8', list.segments[0]!.uri!]) {
      await expectError(await get(name, token), 403, 'grant_invalid');
      expect((await get(name)).status).toBe(200);
    }
  });

  it('writes segments to disk and serves the rewind from there', async () => {
    const first = (await playlist()).segments[0]!;
    const folder = join(stack.dataDir, 'media', CHANNEL);
    for (let already = sentMs / 1_000; already < 140; already += 10) {
      send(10);
      await eventually(async () => {
        const files = (await readdir(folder)).filter((name) => name.endsWith('.m4s'));
        return files.length >= already + 9 ? true : undefined;
      });
    }
    const channel = stack.media.channels.get(CHANNEL)!.track('')!;
    expect(channel.window.segment(first.mediaSequence)!.data).toBeNull();
    const response = await get(`${first.uri}`);
    expect(response.status).toBe(200);
    expect((await response.arrayBuffer()).byteLength).toBe(
      channel.window.segment(first.mediaSequence)!.bytes,
    );
    expect((await get(`p${first.mediaSequence}-1.m4s`)).status).toBe(200);
  }, 20_000);

  it('compresses a long playlist, and sends a delta update if the player requests it', async () => {
    const whole = await get('stream.m3u8');
    expect(whole.headers.get('content-encoding')).toBe('gzip');
    expect(Number(whole.headers.get('content-length'))).toBeLessThan(8_000);
    expect(playlistFaults(parseMediaPlaylist(await whole.text()))).toEqual([]);
    const delta = await playlist('?_HLS_skip=YES');
    expect(delta.skipped).toBeGreaterThan(100);
  });
});

const waitingRequests = () => stack.media.channels.get(CHANNEL)?.track('')?.waitingRoom.size ?? 0;

describe('the publisher', () => {
  afterEach(() => {
    publisher.sink.end();
  });

  it('can reconnect: the playlist continues with a discontinuity and a new initialisation segment', async () => {
    publisher.sink.end();
    const { mediaSequence } = (await playlist()).segments.at(-1)!;
    const askedAt = performance.now();
    // The reload is blocked for a while, and then gets the current playlist.
    const away = await playlist(`?_HLS_msn=${mediaSequence + 1}&_HLS_part=0`);
    expect(performance.now() - askedAt).toBeGreaterThan(1_000);
    expect(performance.now() - askedAt).toBeLessThan(1_600);
    expect(away.ended).toBe(false);
    expect(away.preloadHint).not.toBeNull();
    publisher = stack.publish();
    sentMs = 0;
    sendConfigs(publisher.sink, true);
    send(3);
    const back = await playlist();
    expect(playlistFaults(back)).toEqual([]);
    const last = back.segments.at(-1)!;
    expect(last.discontinuitySequence).toBe(away.segments.at(-1)!.discontinuitySequence + 1);
    expect(last.map).not.toBe(away.segments.at(-1)!.map);
    expect(last.mediaSequence).toBeGreaterThan(away.segments.at(-1)!.mediaSequence);
  });

  it('is replaced only once it has sent nothing for a while', async () => {
    publisher = stack.publish();
    expect(() => stack.publish()).toThrow('taken');
    expect(publisher.closed).toEqual([]);
    const first = publisher;
    publisher = await eventually(() => {
      try {
        return stack.publish();
      } catch {
        return undefined;
      }
    });
    expect(first.closed).toEqual(['another publisher took over']);
    // Further units of the replaced publisher, and its end, are ignored.
    first.sink.end();
    expect(stack.media.channels.get(CHANNEL)!.publisher).not.toBeNull();
  });

  it('is reported to the API with its format and its viewers', async () => {
    publisher = stack.publish();
    sendConfigs(publisher.sink, true);
    send(5);
    await get('index.m3u8', stack.grant({ watchSessionId: 'reader-1' }));
    await get('stream.m3u8', stack.grant({ watchSessionId: 'reader-2' }));
    const found = (type: string) => stack.api.events.findLast((event) => event.type === type);
    const readers = await eventually(() => {
      const event = found('readers');
      return (event?.watch_session_ids as string[] | undefined)?.includes('reader-2') === true
        ? event
        : undefined;
    });
    expect(readers).toMatchObject({
      channel_id: CHANNEL,
      watch_session_ids: expect.arrayContaining(['reader-1', 'reader-2']),
    });
    expect(found('publish_started')).toMatchObject({ channel_id: CHANNEL, protocol: 'rtmp' });
    const stats = await eventually(() => found('stream_stats'));
    expect(stats).toMatchObject({
      channel_id: CHANNEL,
      video: { codec: 'avc1.42c01e', key_frame_interval_ms: 1_000 },
      audio: { codec: 'mp4a.40.2', sample_rate_hz: 48_000, channels: 2 },
    });
    publisher.sink.end();
    const endedAt = Date.now();
    await eventually(() =>
      Date.parse(found('publish_ended')?.at ?? '') >= endedAt - 5 ? true : undefined,
    );
  }, 20_000);

  it('is reported after an outage of the API', async () => {
    stack.api.away = true;
    publisher = stack.publish();
    const openedAt = Date.now();
    expect((await get('index.m3u8')).status).toBe(200);
    stack.api.away = false;
    await eventually(() =>
      stack.api.events.some(
        ({ type, at }) => type === 'publish_started' && Date.parse(at) >= openedAt - 5,
      )
        ? true
        : undefined,
    );
  });
});

describe('control, health and metrics', () => {
  it('reports the channels', async () => {
    const body = (await (await stack.control('channels')).json()) as { channels: unknown[] };
    expect(body.channels).toEqual([
      expect.objectContaining({
        channel_id: CHANNEL,
        live: false,
        playable: true,
        codecs: 'avc1.42c01e,mp4a.40.2',
      }),
    ]);
  });

  it('serves health and counters', async () => {
    expect((await fetch(`${stack.origin}/health`)).status).toBe(200);
    const text = await (await fetch(`${stack.origin}/metrics`)).text();
    expect(text).toMatch(/sangwian_media_answers_total\{kind="playlists"\} [1-9]/);
    expect(text).toMatch(/sangwian_media_channel_live\{channel_id="0198/);
  });
});
