import { expect, it } from 'vitest';
import { buildMediaPlaylist, buildMultivariant, rankTracks } from './replay-playlists.ts';
import {
  findSegment,
  lengthUs,
  type PeriodRow,
  placeSegments,
  positionAt,
} from './replay-timeline.ts';
import { type SampleObject, sampleHead } from './testing/sample-object.ts';

const BEGIN = new Date('2026-11-21T12:00:00Z');
const at = (seconds: number) => new Date(BEGIN.getTime() + seconds * 1_000);

/** Places the segments of objects from the media process on the timeline. */
function place(objects: readonly Partial<SampleObject>[], folder = '') {
  const heads = objects.map((one) => sampleHead({ originId: '', folder, ...one }));
  const periods = new Map(heads.map(({ period }) => [period.first_sequence, period]));
  const rows = heads.map(({ first_sequence, segments, starts_at, period }) => ({
    ...{ folder, first_sequence, segments },
    period_sequence: period.first_sequence,
    starts_at: new Date(starts_at),
  }));
  const described = [...periods.values()].map(
    (period): PeriodRow => ({ ...period, folder, init: Buffer.from(period.init, 'base64') }),
  );
  return placeSegments(folder, described, rows);
}

it('measures a segment by the distance to the next, so that the replay is as long as its video', () => {
  const track = place([{ startsAt: at(0) }, { firstSequence: 103, startsAt: at(6) }]);
  // The last segment has no successor, so its playlist duration counts, which is 2 ms shorter.
  expect(lengthUs(track)).toBe(12_000_000 - 2_000);
  expect(track.segments.map(({ positionUs }) => positionUs / 1e6)).toEqual([0, 2, 4, 6, 8, 10]);
  expect(track.segments.map(({ offset }) => offset)).toEqual([0, 10, 20, 0, 10, 20]);
  expect(buildMediaPlaylist(track, true)).toBe(`#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:2
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-DISCONTINUITY-SEQUENCE:0
#EXT-X-MAP:URI="init100.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:00.000Z
#EXTINF:2.000000,
s100.m4s
#EXTINF:2.000000,
s101.m4s
#EXTINF:2.000000,
s102.m4s
#EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:06.000Z
#EXTINF:2.000000,
s103.m4s
#EXTINF:2.000000,
s104.m4s
#EXTINF:1.998000,
s105.m4s
#EXT-X-ENDLIST
`);
});

it('marks the same discontinuities as the live, and lost segments', () => {
  const track = place([
    { startsAt: at(0), segments: 1, discontinuity: 3 },
    { startsAt: at(90), segments: 1, firstSequence: 200, periodSequence: 200, discontinuity: 5 },
    { startsAt: at(100), segments: 1, firstSequence: 205, periodSequence: 200, discontinuity: 5 },
  ]);
  expect(track.segments.map(({ tags }) => tags)).toEqual([0, 2, 1]);
  const playlist = buildMediaPlaylist(track, true);
  expect(playlist).toContain('#EXT-X-DISCONTINUITY-SEQUENCE:3\n');
  expect(playlist.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(3);
  expect(playlist.match(/#EXT-X-MAP/g)).toHaveLength(2);
});

it('maps wall-clock times to positions in the video, even after an interruption', () => {
  const track = place([
    { startsAt: at(0), segments: 2 },
    { startsAt: at(60), firstSequence: 200, periodSequence: 200, segments: 2 },
  ]);
  expect(positionAt(track, at(-5).getTime())).toBe(0);
  expect(positionAt(track, at(3).getTime())).toBe(3_000);
  // A time without video maps to the next frame.
  expect(positionAt(track, at(30).getTime())).toBe(3_998);
  expect(positionAt(track, at(61).getTime())).toBe(4_998);
  expect(positionAt(track, at(64).getTime())).toBeNull();
});

it('finds segments by sequence number', () => {
  const track = place([{ segments: 50 }, { firstSequence: 300, segments: 7 }]);
  for (const { sequence } of track.segments) {
    expect(findSegment(track, sequence)?.sequence).toBe(sequence);
  }
  for (const unknown of [0, 150, 299, 307]) expect(findSegment(track, unknown)).toBeUndefined();
});

it('lists the best rendition first and the audio-only rendition last', () => {
  const tracks = rankTracks([
    place([{ bytesPerSegment: 5 }], 'audio'),
    place([{ bytesPerSegment: 500 }], '480p'),
    place([{ bytesPerSegment: 1_000 }]),
    { folder: '240p', segments: [] },
  ]);
  expect(buildMultivariant(tracks)).toBe(`#EXTM3U
#EXT-X-VERSION:7
#EXT-X-STREAM-INF:BANDWIDTH=4005,AVERAGE-BANDWIDTH=4002,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=30.000,CLOSED-CAPTIONS=NONE
stream.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=2003,AVERAGE-BANDWIDTH=2001,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=30.000,CLOSED-CAPTIONS=NONE
480p/stream.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=21,AVERAGE-BANDWIDTH=21,CODECS="mp4a.40.2"
audio/stream.m3u8
`);
});
