import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { buildMediaPlaylist } from './replay-playlists.ts';
import { placeSegments } from './replay-timeline.ts';
import { sampleHead } from './testing/sample-object.ts';

/** A track of three segments of two seconds. */
function track() {
  const { period, ...head } = sampleHead({ originId: randomUUID() });
  const periods = [{ ...period, folder: '', init: Buffer.from(period.init, 'base64') }];
  const objects = [
    { ...head, period_sequence: period.first_sequence, starts_at: new Date(head.starts_at) },
  ];
  return placeSegments('', periods, objects);
}

const linesOf = (playlist: string) => playlist.trimEnd().split('\n');

it('lists a replay as a complete playlist', () => {
  const lines = linesOf(buildMediaPlaylist(track(), true));
  expect(lines).toContain('#EXT-X-PLAYLIST-TYPE:VOD');
  expect(lines).toContain('#EXT-X-TARGETDURATION:2');
  expect(lines.at(-1)).toBe('#EXT-X-ENDLIST');
});

it('lists a live in progress as a growing playlist from its first segment, without an end', () => {
  const lines = linesOf(buildMediaPlaylist(track(), false));
  expect(lines).toContain('#EXT-X-PLAYLIST-TYPE:EVENT');
  expect(lines).toContain('#EXT-X-MEDIA-SEQUENCE:0');
  expect(lines).toContain('#EXT-X-START:TIME-OFFSET=0');
  expect(lines).not.toContain('#EXT-X-ENDLIST');
  expect(lines.at(-1)).toBe('s102.m4s');
});

it('lets players reload a growing playlist less often than its segments are long', () => {
  expect(linesOf(buildMediaPlaylist(track(), false))).toContain('#EXT-X-TARGETDURATION:15');
});
