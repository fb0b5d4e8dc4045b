import { describe, expect, it } from 'vitest';
import type { PackagedPart, PackagedPeriod } from '../packager/packaged-part.ts';
import { SegmentTarget } from '../packager/segment-target.ts';
import { parseMediaPlaylist, playlistFaults, updateFaults } from '../testing/conformance.ts';
import { LiveWindow } from '../window/live-window.ts';
import type { SegmentStore } from '../window/segment-store.ts';
import { MediaPlaylist, renditionReports } from './media-playlist.ts';

const STORE: SegmentStore = {
  append: async () => {},
  note: async () => {},
  rewrite: async () => {},
  clear: async () => {},
  settle: async () => {},
  read: async () => Buffer.alloc(0),
  remove: async () => {},
};
const PERIOD = { init: Buffer.alloc(1), codecs: 'avc1.42c01e' } as PackagedPeriod;

function setUp() {
  let playlist: MediaPlaylist | undefined;
  let discontinuity = 7;
  const window = new LiveWindow({
    mediaSequence: 100,
    restored: null,
    targetSeconds: () => 2,
    limits: { durationMsMax: 40_000, bytesMax: 1_000_000 },
    store: STORE,
    onStoreError: () => {},
    onChange: () => playlist?.invalidate(),
  });
  const target = new SegmentTarget();
  playlist = new MediaPlaylist(window, target);
  let atMs = Date.UTC(2026, 10, 21);
  const part = (fields: Partial<PackagedPart>): PackagedPart => ({
    data: Buffer.alloc(10),
    sound: null,
    durationUs: 333_333,
    independent: fields.startsSegment ?? false,
    pictures: 10,
    startsSegment: false,
    endsSegment: false,
    segmentStartMs: atMs,
    ...fields,
  });
  return {
    window,
    target,
    period: () => window.period({ ...PERIOD, discontinuity: discontinuity++ }),
    playlist,
    text: (skip = false) => playlist.body(skip).bytes.toString(),
    part: (fields: Partial<PackagedPart> = {}) => window.part(part(fields)),
    segment: (times = 1) => {
      for (let time = 0; time < times; time += 1) {
        window.part(part({ startsSegment: true }));
        window.part(part({}));
        window.part(part({ durationUs: 331_334, endsSegment: true }));
        atMs += 1_000;
      }
    },
  };
}

describe('a media playlist', () => {
  it('lists segments, the parts of the newest segments, and the preload hint', () => {
    const { segment, part, text, period } = setUp();
    period();
    segment(4);
    part({ startsSegment: true });
    expect(text()).toBe(`#EXTM3U
#EXT-X-VERSION:9
#EXT-X-TARGETDURATION:2
#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.200,CAN-SKIP-UNTIL=12.000
#EXT-X-PART-INF:PART-TARGET=0.400
#EXT-X-MEDIA-SEQUENCE:100
#EXT-X-DISCONTINUITY-SEQUENCE:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MAP:URI="init100.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-11-21T00:00:00.000Z
#EXTINF:0.998000,
s100.m4s
#EXT-X-PROGRAM-DATE-TIME:2026-11-21T00:00:01.000Z
#EXTINF:0.998000,
s101.m4s
#EXT-X-PROGRAM-DATE-TIME:2026-11-21T00:00:02.000Z
${[0, 1, 2].map((index) => partLine(102, index)).join('')}#EXTINF:0.998000,
s102.m4s
#EXT-X-PROGRAM-DATE-TIME:2026-11-21T00:00:03.000Z
${[0, 1, 2].map((index) => partLine(103, index)).join('')}#EXTINF:0.998000,
s103.m4s
#EXT-X-PROGRAM-DATE-TIME:2026-11-21T00:00:04.000Z
${partLine(104, 0)}#EXT-X-PRELOAD-HINT:TYPE=PART,URI="p104-1.m4s"
`);
  });

  it('conforms at every step of an evening with three publishers, both alone and as an update of the previous step', () => {
    const { window, segment, part, text, period } = setUp();
    let before = null;
    for (let step = 0; step < 120; step += 1) {
      if (step % 45 === 0) period();
      if (step % 3 === 2) {
        part({ startsSegment: true });
        part({ durationUs: 400_000, endsSegment: true });
      } else segment();
      const playlist = parseMediaPlaylist(text());
      expect(playlistFaults(playlist)).toEqual([]);
      if (before !== null) expect(updateFaults(before, playlist)).toEqual([]);
      before = playlist;
    }
    expect(window.firstListed).toBeGreaterThan(100 + 60);
  });

  it('keeps counting discontinuities after their segments have left the list', () => {
    const { window, segment, text, period } = setUp();
    period();
    segment(20);
    period();
    segment(10);
    const sequenceOf = (number: number) =>
      parseMediaPlaylist(text()).segments.find(({ mediaSequence }) => mediaSequence === number)
        ?.discontinuitySequence;
    expect(sequenceOf(119)).toBe(7);
    expect(sequenceOf(120)).toBe(8);
    segment(29);
    expect(window.firstListed).toBe(119);
    expect([sequenceOf(119), sequenceOf(120)]).toEqual([7, 8]);
    segment(1);
    expect(window.firstListed).toBe(120);
    expect(sequenceOf(120)).toBe(8);
    segment(1);
    expect(sequenceOf(121)).toBe(8);
    expect(text()).toContain('#EXT-X-MAP:URI="init120.mp4"');
  });

  it('skips old segments in a delta update, but no segment within the skip boundary', () => {
    const { segment, text, period } = setUp();
    period();
    segment(10);
    expect(text(true)).toBe(text());
    segment(25);
    const whole = parseMediaPlaylist(text());
    const delta = parseMediaPlaylist(text(true));
    expect(delta.skipped).toBe(22);
    expect(delta.segments).toEqual(whole.segments.slice(22).map((one) => ({ ...one, map: null })));
    const kept = delta.segments.reduce((sum, { durationUs }) => sum + (durationUs ?? 0), 0);
    expect(kept).toBeGreaterThanOrEqual(whole.canSkipUntilUs);
    expect(playlistFaults(delta)).toEqual([]);
  });

  it('declares the target duration that its channel chose, and never changes it', () => {
    const { segment, text, period, target } = setUp();
    period();
    target.choose(false);
    segment(2);
    expect(parseMediaPlaylist(text()).targetDurationS).toBe(4);
    target.choose(true);
    segment(60);
    expect(parseMediaPlaylist(text()).targetDurationS).toBe(4);
  });

  it('ends only when the channel is closed permanently', () => {
    const { window, segment, text, period } = setUp();
    period();
    segment(3);
    expect(text()).not.toContain('ENDLIST');
    window.end();
    expect(text().endsWith('#EXT-X-ENDLIST\n')).toBe(true);
    expect(text()).not.toContain('PRELOAD-HINT');
  });

  it('declares independent segments only if every segment is independent', () => {
    const { segment, part, text, period } = setUp();
    period();
    segment(3);
    part({ startsSegment: true, independent: false });
    expect(text()).not.toContain('INDEPENDENT-SEGMENTS');
  });

  it('reports sibling renditions', () => {
    expect(renditionReports([])).toBe('');
    expect(renditionReports([{ uri: 'sound.m3u8', lastSequence: 5, lastPart: 2 }])).toBe(
      '#EXT-X-RENDITION-REPORT:URI="sound.m3u8",LAST-MSN=5,LAST-PART=2\n',
    );
  });
});

const partLine = (mediaSequence: number, index: number): string =>
  `#EXT-X-PART:DURATION=${index === 2 ? '0.331334' : '0.333333'},URI="p${mediaSequence}-${index}.m4s"${
    index === 0 ? ',INDEPENDENT=YES' : ''
  }\n`;

describe('the conformance checker', () => {
  const good = () => {
    const { segment, text, period } = setUp();
    period();
    segment(4);
    return text();
  };
  it.each([
    ['a part above the target', 'DURATION=0.333333', 'DURATION=0.433333', /above the part target/],
    ['an EXTINF that is not the sum', '#EXTINF:0.998000', '#EXTINF:1.098000', /not the sum/],
    [
      'an EXTINF above the target duration',
      '#EXTINF:0.998000',
      '#EXTINF:2.600000',
      /above the target duration/,
    ],
    ['no preload hint', /#EXT-X-PRELOAD-HINT.*\n/, '', /no preload hint/],
    ['an address twice', 's101.m4s', 's100.m4s', /occurs twice/],
    ['no initialisation segment', /#EXT-X-MAP.*\n/, '', /no initialisation segment/],
    [
      'a hold-back that is too small',
      'PART-HOLD-BACK=1.200',
      'PART-HOLD-BACK=0.700',
      /below two part targets/,
    ],
  ])('finds %s', (_name, from, to, fault) => {
    expect(playlistFaults(parseMediaPlaylist(good()))).toEqual([]);
    const broken = good().replaceAll(typeof from === 'string' ? from : new RegExp(from, 'g'), to);
    expect(playlistFaults(parseMediaPlaylist(broken)).join('\n')).toMatch(fault);
  });

  it('finds forbidden changes from one playlist to the next', () => {
    const before = parseMediaPlaylist(good());
    const change = (from: string, to: string) =>
      updateFaults(before, parseMediaPlaylist(good().replace(from, to)));
    expect(change('', '')).toEqual([]);
    expect(change('#EXT-X-MEDIA-SEQUENCE:100', '#EXT-X-MEDIA-SEQUENCE:99').join()).toMatch(
      /went back/,
    );
    expect(change('p103-1.m4s"', 'p103-1.m4s?token=U"')).toEqual([]);
    expect(change('DURATION=0.333333', 'DURATION=0.333000').join()).toMatch(/part 0 changed/);
    expect(change('2026-11-21T00:00:01', '2026-11-21T00:00:09').join()).toMatch(/date changed/);
  });
});
