import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ParsedPlaylist,
  parseMediaPlaylist,
  parseMultivariant,
  playlistFaults,
  updateFaults,
  variantFaults,
} from '../testing/conformance.ts';
import { frames, pictures, sendAll, sendConfigs } from '../testing/drawn-stream.ts';
import { eventually, type MediaStack, startMediaStack } from '../testing/media-stack.ts';
import { readFragment } from '../testing/read-fragment.ts';

let stack: MediaStack;
beforeAll(async () => {
  stack = await startMediaStack();
});
afterAll(() => stack.stop());

/** Creates an encoder with several renditions on one clock. It sends whole seconds of media as fast as possible. */
function startEncoder(channelId: string, names: readonly string[]) {
  const renditions = new Map(names.map((name) => [name, stack.publish(channelId, name)]));
  for (const { sink } of renditions.values()) sendConfigs(sink, true);
  let sentMs = 0;
  return {
    renditions,
    send: (seconds: number, only: readonly string[] = names) => {
      for (let second = 0; second < seconds; second += 1) {
        const startMs = sentMs;
        sentMs += 1_000;
        const video = pictures({
          count: 30,
          frameRate: 30,
          keyAt: (index) => index === 0,
          startMs,
        });
        const audio = frames(startMs + (startMs === 0 ? 0 : 10), sentMs);
        for (const name of only) sendAll(renditions.get(name)!.sink, video, audio);
      }
    },
    end: (name: string) => renditions.get(name)!.sink.end(),
    join: (name: string) => {
      const publisher = stack.publish(channelId, name);
      renditions.set(name, publisher);
      sendConfigs(publisher.sink, true);
    },
  };
}

const address = (channelId: string, uri: string) => `${stack.granted(undefined, channelId)}${uri}`;
const get = (channelId: string, uri: string) => fetch(address(channelId, uri));

async function readAll(channelId: string) {
  const variants = parseMultivariant(await (await get(channelId, 'index.m3u8')).text());
  const playlists = new Map<string, ParsedPlaylist>();
  for (const { uri } of variants) {
    const response = await get(channelId, uri);
    expect(response.status).toBe(200);
    playlists.set(uri, parseMediaPlaylist(await response.text()));
  }
  return { variants, playlists };
}

const ALL = ['1080p', '720p', '480p'];

describe('an encoder that sends three renditions', () => {
  const channelId = 'ladder';
  let encoder: ReturnType<typeof startEncoder>;
  beforeAll(() => {
    encoder = startEncoder(channelId, ALL);
    encoder.send(5);
  });

  it('is listed in one adaptive playlist, with each rendition’s headers and the audio-only variant last', async () => {
    const { variants } = await readAll(channelId);
    expect(variants.map(({ uri }) => uri).sort()).toEqual([
      '1080p-audio/stream.m3u8',
      '1080p/stream.m3u8',
      '480p/stream.m3u8',
      '720p/stream.m3u8',
    ]);
    for (const { bandwidthBps, codecs, resolution, frameRate } of variants.slice(0, -1)) {
      expect(bandwidthBps).toBeGreaterThan(1_000);
      expect(codecs).toMatch(/^avc1\.[0-9a-f]{6},mp4a\.40\.2$/);
      expect(resolution).toMatch(/^\d+x\d+$/);
      expect(frameRate).toBeCloseTo(30, 1);
    }
    expect(variants.at(-1)).toMatchObject({ codecs: 'mp4a.40.2', resolution: null });
  });

  it('conforms to RFC 8216bis at every step: each playlist, its updates and its siblings', async () => {
    let before = (await readAll(channelId)).playlists;
    for (let step = 0; step < 4; step += 1) {
      encoder.send(1);
      const { playlists } = await readAll(channelId);
      expect(variantFaults(playlists)).toEqual([]);
      for (const [uri, playlist] of playlists) {
        expect(playlistFaults(playlist)).toEqual([]);
        expect(updateFaults(before.get(uri)!, playlist)).toEqual([]);
        for (const report of playlist.reports) {
          const { href } = new URL(report.uri, `http://host/${uri}`);
          const sibling = playlists.get(href.replace('http://host/', ''))!;
          const last = sibling.segments.at(-1)!;
          expect(report.lastSequence).toBe(last.mediaSequence);
          expect(report.lastPart).toBe(last.parts.length - 1);
        }
      }
      before = playlists;
    }
  });

  it('begins the segments of all renditions at the same times and with the same dates', async () => {
    const { playlists } = await readAll(channelId);
    const starts = await Promise.all(
      [...playlists].map(async ([uri, { segments }]) => {
        const at = new URL(`${segments.at(-2)!.uri}`, address(channelId, uri)).href;
        const { video, audio } = readFragment(Buffer.from(await (await fetch(at)).arrayBuffer()));
        return {
          uri,
          date: segments.at(-2)!.programDateTimeMs,
          video: video?.startTicks,
          audio: audio?.startTicks,
        };
      }),
    );
    const [first] = starts;
    for (const { uri, date, video, audio } of starts) {
      expect(date).toBe(first!.date);
      expect(audio).toBe(first!.audio);
      expect(video).toBe(uri.includes('audio') ? undefined : first!.video);
    }
  });

  it('serves its files only with a grant of the channel', async () => {
    const { playlists } = await readAll(channelId);
    const other = stack.grant({ path: 'another' });
    for (const [uri, { segments }] of playlists) {
      const statusOf = async (base: string) =>
        (await fetch(new URL(`${segments[0]!.uri}`, base + uri))).status;
      expect(await statusOf(stack.granted(undefined, channelId))).toBe(200);
      expect(await statusOf(stack.granted(other, channelId))).toBe(403);
    }
  });

  it('can lose a rendition, whose viewers get 404 and switch, and the rendition can return', async () => {
    encoder.end('720p');
    const { playlists } = await readAll(channelId);
    expect([...playlists.keys()]).not.toContain('720p/stream.m3u8');
    const waiting = get(channelId, '720p/stream.m3u8');
    await eventually(async () => {
      encoder.send(1, ['1080p', '480p']);
      const { status } = await get(channelId, '720p/stream.m3u8');
      return status === 404 ? true : undefined;
    });
    expect((await waiting).status).toBe(200);
    encoder.join('720p');
    encoder.send(3);
    const { playlists: after } = await readAll(channelId);
    expect(after.size).toBe(4);
    for (const playlist of after.values()) expect(playlistFaults(playlist)).toEqual([]);
    const last = (uri: string) => after.get(uri)!.segments.at(-2)!;
    expect(last('720p/stream.m3u8').programDateTimeMs).toBe(
      last('1080p/stream.m3u8').programDateTimeMs,
    );
    // Only this rendition was interrupted. Its discontinuity number is one ahead until the other renditions are
    // interrupted, too.
    expect(last('720p/stream.m3u8').discontinuitySequence).toBe(
      last('1080p/stream.m3u8').discontinuitySequence + 1,
    );
    const ended = stack.api.events.filter(
      ({ channel_id: id, type }) => id === channelId && type === 'publish_ended',
    );
    expect(ended).toEqual([]);
  });

  it('returns with one discontinuity number for all renditions', async () => {
    for (const name of ALL) encoder.end(name);
    for (const name of ALL) encoder.join(name);
    encoder.send(3);
    const { playlists } = await readAll(channelId);
    // The numbers of older segments differ, because only one rendition was interrupted.
    const newest = Array.from(
      playlists,
      ([uri, list]) => [uri, { ...list, segments: list.segments.slice(-2) }] as const,
    );
    expect(variantFaults(new Map(newest))).toEqual([]);
    const numbers = [...playlists.values()].map(
      ({ segments }) => segments.at(-1)!.discontinuitySequence,
    );
    expect(new Set(numbers).size).toBe(1);
    const report = await (await stack.control('channels')).json();
    expect(report.channels).toContainEqual(
      expect.objectContaining({ channel_id: channelId, live: true, renditions: ALL }),
    );
    expect(stack.media.channels.close(channelId)).toBe(true);
    for (const { closed } of encoder.renditions.values())
      expect(closed).toEqual(['the channel was closed']);
  });
});

describe('a rendition beside others', () => {
  it('is placed by its arrival time if its clock differs, and refused if its name is invalid or the limit is reached', async () => {
    const channelId = 'clocks';
    const encoder = startEncoder(channelId, ['720p']);
    encoder.send(3);
    const other = stack.publish(channelId, '360p');
    sendConfigs(other.sink, true);
    const startMs = 9_000_000;
    const video = pictures({
      count: 90,
      frameRate: 30,
      keyAt: (index) => index % 30 === 0,
      startMs,
    });
    sendAll(other.sink, video, frames(startMs, startMs + 3_000));
    const { playlists } = await readAll(channelId);
    const [first, second] = await Promise.all(
      ['720p', '360p'].map(async (name) => {
        const [segment] = playlists.get(`${name}/stream.m3u8`)!.segments;
        const file = await get(channelId, `${name}/${segment!.uri}`);
        const { video: track } = readFragment(Buffer.from(await file.arrayBuffer()));
        return { number: segment!.discontinuitySequence, atMs: track!.startTicks / 90 };
      }),
    );
    expect(second!.number).toBe(first!.number);
    expect(second!.atMs - first!.atMs).toBeGreaterThan(2_000);
    expect(second!.atMs - first!.atMs).toBeLessThan(4_000);
    expect(() => stack.publish(channelId, '../../etc')).toThrow();
    for (const name of ['240p', '144p', '480p', '540p']) stack.publish(channelId, name);
    expect(() => stack.publish(channelId, '1440p')).toThrow();
  });

  it('delays the first multivariant requests until it is ready, because players read this playlist once', async () => {
    const channelId = 'gathering';
    const encoder = startEncoder(channelId, ['720p', '360p']);
    encoder.send(3, ['720p']);
    const asked = readAll(channelId);
    await new Promise((resolve) => setImmediate(resolve));
    encoder.send(3);
    expect((await asked).variants).toHaveLength(3);
  });
});
