import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PlaylistWatch, probePlaylist } from './playlist-probe.ts';

const media = (last: number) =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\ns${last}.m4s?token=t\n`;
const pages: Record<string, [status: number, body: string]> = {
  '/media.m3u8': [200, media(7)],
  '/master.m3u8': [200, '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nsub/video.m3u8?token=t\n'],
  '/sub/video.m3u8?token=t': [200, media(9)],
  '/ended.m3u8': [200, `${media(3)}#EXT-X-ENDLIST\n`],
  '/forbidden.m3u8': [403, ''],
  '/broken.m3u8': [502, ''],
};
const server = createServer((request, response) => {
  const [status, body] = pages[request.url ?? ''] ?? [404, ''];
  response.writeHead(status).end(body);
});
let base = '';

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The probe resolves relative URLs against the page's URL, which does not exist in Node.js.
  Object.assign(globalThis, { location: { href: `${base}/live` } });
});
afterAll(async () => {
  Reflect.deleteProperty(globalThis, 'location');
  await new Promise((done) => server.close(done));
});

describe('probePlaylist', () => {
  it('reads a media playlist, or the first rendition of a master playlist', async () => {
    expect(await probePlaylist(`${base}/media.m3u8`)).toEqual({ kind: 'playlist', text: media(7) });
    expect(await probePlaylist(`${base}/master.m3u8`)).toEqual({
      kind: 'playlist',
      text: media(9),
    });
  });

  it('distinguishes a refused grant, a missing stream, an ended stream and a lost connection', async () => {
    expect(await probePlaylist(`${base}/forbidden.m3u8`)).toEqual({ kind: 'refused' });
    expect(await probePlaylist(`${base}/none.m3u8`)).toEqual({ kind: 'missing' });
    expect(await probePlaylist(`${base}/broken.m3u8`)).toEqual({ kind: 'missing' });
    expect(await probePlaylist(`${base}/ended.m3u8`)).toEqual({ kind: 'ended' });
    expect(await probePlaylist('http://127.0.0.1:1/x.m3u8')).toEqual({ kind: 'unreachable' });
  });
});

describe('PlaylistWatch', () => {
  it('returns null after one probe, stalled after two equal ones and advancing after a different one', () => {
    const watch = new PlaylistWatch();
    expect(watch.compare({ kind: 'playlist', text: 'a' })).toBe(null);
    expect(watch.compare({ kind: 'playlist', text: 'a' })).toBe('stalled');
    expect(watch.compare({ kind: 'playlist', text: 'b' })).toBe('advancing');
  });

  it('compares with the playlist from before a lost connection', () => {
    const watch = new PlaylistWatch();
    watch.compare({ kind: 'playlist', text: 'a' });
    expect(watch.compare({ kind: 'unreachable' })).toBe('unreachable');
    expect(watch.compare({ kind: 'playlist', text: 'c' })).toBe('advancing');
  });

  it('treats a missing stream as stalled', () => {
    expect(new PlaylistWatch().compare({ kind: 'missing' })).toBe('stalled');
  });
});
