import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseMediaPlaylist } from '../testing/conformance.ts';
import { sendConfigs, sendSeconds } from '../testing/drawn-stream.ts';
import { expectError } from '../testing/expect-error.ts';
import { type MediaStack, startMediaStack } from '../testing/media-stack.ts';

let stack: MediaStack;

const get = (name: string) => fetch(`${stack.granted()}${name}`);
const playlist = async () => parseMediaPlaylist(await (await get('stream.m3u8')).text());

beforeAll(async () => {
  stack = await startMediaStack();
  const { sink } = stack.publish();
  sendConfigs(sink, true);
  sendSeconds(sink, 0, 5);
});
afterAll(() => stack.stop());

it('lets caches keep media, and playlists for a part that exists, but no other response', async () => {
  const caching = async (name: string) => (await get(name)).headers.get('cache-control');
  const { segments, preloadHint } = await playlist();
  const { mediaSequence, parts, uri } = segments.find((one) => one.uri && one.parts.length > 0)!;
  expect(await caching(uri!)).toMatch(/^public, .*immutable$/);
  expect(await caching(parts[0]!.uri)).toMatch(/^public, .*immutable$/);
  const named = `stream.m3u8?_HLS_msn=${mediaSequence}&_HLS_part=0`;
  expect(await caching(named)).toMatch(/^public, max-age=\d+$/);
  expect((await get(named)).headers.get('vary')).toBe('Accept-Encoding');
  expect(await caching('index.m3u8')).toBe('no-store');
  expect(await caching('stream.m3u8')).toBe('no-store');
  expect(await caching('stream.m3u8?_HLS_skip=YES')).toBe('no-store');
  expect(await caching('s1.m4s')).toBe('no-store');
  // The blocking reload ends without the part.
  const [, sequence, part] = /p(\d+)-(\d+)/.exec(preloadHint!)!;
  expect(await caching(`stream.m3u8?_HLS_msn=${sequence}&_HLS_part=${part}`)).toBe('no-store');
});

it('checks a grant in the query of a playlist, and redirects to the URL with the grant in the path', async () => {
  const { mediaSequence } = (await playlist()).segments[0]!;
  const ask = (name: string, token = stack.grant()) =>
    fetch(`${stack.base}${name}${name.includes('?') ? '&' : '?'}token=${token}`, {
      redirect: 'manual',
    });
  const token = stack.grant();
  for (const name of [
    'index.m3u8',
    'stream.m3u8',
    'audio/stream.m3u8',
    `stream.m3u8?_HLS_msn=${mediaSequence}&_HLS_part=0&_HLS_skip=YES`,
  ]) {
    const response = await ask(name, token);
    expect([response.status, response.headers.get('cache-control')]).toEqual([302, 'no-store']);
    const location = new URL(response.headers.get('location') ?? '', `${stack.base}${name}`);
    expect(location.href).toBe(`${stack.granted(token)}${name}`);
    expect((await fetch(location)).status).toBe(200);
  }
  await expectError(await ask('index.m3u8', 'garbage'), 403, 'grant_invalid');
  const { uri } = (await playlist()).segments.find((one) => one.uri !== null)!;
  expect((await ask(uri!)).status).toBe(200);
});
