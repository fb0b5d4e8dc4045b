import { describe, expect, it } from 'vitest';
import { initName, partName, segmentName } from '../playlist/addresses.ts';
import { locationWithGrant, readMediaAddress } from './read-media-address.ts';

describe('an address below /media/', () => {
  it('is parsed from every generated name', () => {
    const file = (name: string) => readMediaAddress(`/media/g/a.b/ch/${name}`)?.file;
    expect(file('index.m3u8')).toEqual({ kind: 'multivariant' });
    expect(file('stream.m3u8')).toEqual({ kind: 'playlist' });
    expect(file(initName(59_539_294))).toEqual({ kind: 'init', firstSequence: 59_539_294 });
    expect(file(segmentName(79_385_725))).toEqual({ kind: 'segment', mediaSequence: 79_385_725 });
    expect(file(partName(79_385_725, 12))).toEqual({
      kind: 'part',
      mediaSequence: 79_385_725,
      part: 12,
    });
  });

  it('names the thumbnails of a channel, but none below a rendition', () => {
    const file = (name: string) => readMediaAddress(`/media/g/a.b/ch/${name}`)?.file;
    expect(file('storyboard.json')).toEqual({ kind: 'storyboard' });
    expect(file('t1795492800123.webp')).toEqual({ kind: 'thumbnail', timeMs: 1_795_492_800_123 });
    for (const name of [
      '720p/storyboard.json',
      '720p/t1.webp',
      't.webp',
      't-1.webp',
      'poster.webp',
    ])
      expect(file(name)).toBeUndefined();
  });

  it('may have its grant in the path or in the query', () => {
    const rest = { channelId: 'ch', folder: '720p', token: 'a.b' };
    expect(readMediaAddress('/media/g/a.b/ch/720p/stream.m3u8')).toMatchObject({
      ...rest,
      tokenInQuery: false,
    });
    expect(readMediaAddress('/media/g/a.b/ch/720p/stream.m3u8?token=c.d')?.token).toBe('a.b');
    expect(readMediaAddress('/media/ch/720p/stream.m3u8?token=a.b')).toMatchObject({
      ...rest,
      tokenInQuery: true,
    });
  });

  it.each([
    ['/media/ch/index.m3u8?token=a.b', '/media/g/a.b/ch/index.m3u8'],
    [
      '/media/ch/stream.m3u8?x=1&token=a.b&_HLS_skip=v2',
      '/media/g/a.b/ch/stream.m3u8?_HLS_skip=YES',
    ],
    [
      '/media/ch/720p/stream.m3u8?_HLS_part=2&_HLS_msn=1&token=a.b',
      '/media/g/a.b/ch/720p/stream.m3u8?_HLS_msn=1&_HLS_part=2',
    ],
  ])('moves the grant of %s into the path', (url, moved) => {
    const location = locationWithGrant(readMediaAddress(url)!);
    expect(new URL(location, `http://a${url}`).href).toBe(`http://a${moved}`);
    // A proxy may mount the media process below another folder.
    expect(new URL(location, `http://a/m${url.slice(6)}`).href).toBe(`http://a/m${moved.slice(6)}`);
  });

  it('may contain the directives of a blocking reload', () => {
    const read = (query: string) => readMediaAddress(`/media/ch/stream.m3u8?${query}`);
    expect(read('token=t.s&_HLS_msn=12&_HLS_part=3&_HLS_skip=YES')).toMatchObject({
      channelId: 'ch',
      token: 't.s',
      reload: { mediaSequence: 12, part: 3 },
      skip: true,
      malformed: false,
    });
    expect(read('_HLS_skip=v2&token=t')).toMatchObject({
      reload: null,
      skip: true,
      malformed: false,
    });
  });

  it.each([
    '_HLS_msn=x',
    '_HLS_msn=-1',
    '_HLS_msn=1e9',
    '_HLS_msn=',
    '_HLS_part=1',
    '_HLS_msn=1&_HLS_part=x',
    '_HLS_msn=9999999999999',
    '_HLS_skip=no',
  ])('is malformed with %s', (query) => {
    expect(readMediaAddress(`/media/ch/stream.m3u8?${query}`)).toMatchObject({
      malformed: true,
      reload: null,
    });
  });

  it.each([
    '/media',
    '/media/',
    '/media/ch',
    '/media/ch/',
    '/media/ch?x/index.m3u8',
    '/media//index.m3u8/x',
    '/media/ch/../../etc/passwd',
    '/media/g/index.m3u8/x',
    '/media/g/a.b/index.m3u8',
    '/media/g/a.b/ch',
    '/media/g/a.b/ch/',
    '/media/g/a.b/../ch/index.m3u8',
    '/media/g/a.b/ch/x/index.m3u8',
    '/media/g/a.b?/ch/index.m3u8',
    '/media/../ch/index.m3u8',
    '/media/ch/%2e%2e/index.m3u8',
    '/media/ch/s1.m4s/..',
    '/media/ch/s1.mp4',
    '/media/ch/init1.m4s',
    '/media/ch/s-1.m4s',
    '/media/ch/s1.m4s%00',
    '/media/ch/p1.m4s',
    '/media/ch/S1.M4S',
    `/media/${'c'.repeat(65)}/index.m3u8`,
    `/media/ch/index.m3u8?token=${'t'.repeat(3_000)}`,
    '/other/ch/index.m3u8',
  ])('is rejected: %s', (url) => {
    expect(readMediaAddress(url)).toBeNull();
  });
});
