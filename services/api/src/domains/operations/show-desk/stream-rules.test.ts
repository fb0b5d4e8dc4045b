import { describe, expect, test } from 'vitest';
import { findDips, judgeStream, type StreamFacts, type StreamSample } from './stream-rules.ts';

const NOW = Date.parse('2026-11-22T14:00:00Z');
const SAMPLE_MS = 5_000;
const GOOD: StreamSample = {
  atMs: NOW,
  bitrateBps: 5_900_000,
  frameRate: 30,
  droppedFrames: 0,
  viewersHls: 100,
  viewersWebrtc: 20,
  latencyMs: 400,
};

/** Returns samples up to now. The keys of `changes` count from the newest sample. */
function samples(count: number, changes: Record<number, Partial<StreamSample>> = {}) {
  return Array.from({ length: count }, (_, index) => {
    const back = count - 1 - index;
    return { ...GOOD, atMs: NOW - back * SAMPLE_MS, ...changes[back] };
  });
}

const FINE: StreamFacts = {
  nowMs: NOW,
  isOnAir: true,
  publishing: true,
  publishChangedMs: NOW - 3_600_000,
  reportedMs: NOW - 2_000,
  refusal: null,
  video: { height: 1080, frameRate: 30, bitrateBps: 5_800_000, keyFrameIntervalMs: 1_000 },
  audio: { bitrateBps: 128_000 },
  warnings: [],
  latencyMs: 400,
  samples: samples(100),
};

const judge = (changes: Partial<StreamFacts>) =>
  judgeStream({ ...FINE, ...changes }).map(({ finding, level }) => `${level} ${finding}`);

describe('a good stream', () => {
  test('has one fine finding for each thing that works', () => {
    expect(judge({})).toEqual([
      'fine picture_arrives',
      'fine sound_arrives',
      'fine upload_steady',
      'fine latency_good',
    ]);
  });
});

describe('missing video', () => {
  test('is a problem while the live is on air and advice before', () => {
    const away = { publishing: false, publishChangedMs: NOW - 60_000 };
    expect(judge(away)).toEqual(['problem no_picture']);
    expect(judge({ ...away, isOnAir: false })).toEqual(['advice no_picture']);
    expect(judgeStream({ ...FINE, ...away })[0]?.at).toBe('2026-11-22T13:59:00.000Z');
  });

  test('is found when the media process stops reporting', () => {
    expect(judge({ reportedMs: NOW - 15_000 })).toContain('fine picture_arrives');
    expect(judge({ reportedMs: NOW - 17_000 })).toEqual(['problem no_picture']);
  });

  test('reports why the encoder was refused, until the encoder is accepted', () => {
    const refusal = { text: 'Open GOP cannot be joined by viewers', atMs: NOW - 5_000 };
    const away = { publishing: false, publishChangedMs: NOW - 5_000, refusal };
    expect(judge(away)).toEqual(['problem publisher_refused', 'problem no_picture']);
    expect(judgeStream({ ...FINE, ...away })[0]?.values).toEqual({ reason: refusal.text });
    expect(judge({ refusal })).not.toContain('problem publisher_refused');
    const old = { text: refusal.text, atMs: NOW - 11 * 60_000 };
    expect(judge({ ...away, refusal: old })).toEqual(['problem no_picture']);
  });
});

describe('a setting of the encoder', () => {
  const video = (changes: object) => ({ video: { ...FINE.video, ...changes } }) as StreamFacts;

  test('is advice when keyframes are over two seconds apart, and a problem over three and a half', () => {
    expect(judge(video({ keyFrameIntervalMs: 2_000 }))).not.toContain(
      'advice key_frames_far_apart',
    );
    expect(judge(video({ keyFrameIntervalMs: 2_500 }))).toContain('advice key_frames_far_apart');
    expect(judge(video({ keyFrameIntervalMs: 4_000 }))[0]).toBe('problem key_frames_far_apart');
    const [found] = judgeStream({ ...FINE, ...video({ keyFrameIntervalMs: 4_000 }) });
    expect(found?.values).toEqual({ seconds: 4 });
  });

  test('is advice when the frame rate or the bit rate is too low for a bout', () => {
    expect(judge(video({ frameRate: 23 }))).toContain('advice frame_rate_low');
    expect(judge(video({ frameRate: 15 }))[0]).toBe('problem frame_rate_low');
    expect(judge(video({ bitrateBps: 2_000_000 }))).toContain('advice bitrate_low');
    const justBegun = { ...video({ bitrateBps: 20_000 }), publishChangedMs: NOW - 1_000 };
    expect(judge(justBegun)).not.toContain('advice bitrate_low');
    expect(judge(video({ height: 720, bitrateBps: 2_000_000 }))).not.toContain(
      'advice bitrate_low',
    );
  });

  test('is not judged in the first seconds of a publisher', () => {
    const begun = { publishChangedMs: NOW - 10_000, audio: null };
    expect(judge(begun)).toEqual(['fine picture_arrives']);
    expect(judge({ ...begun, publishChangedMs: NOW - 13_000 })[0]).toBe('problem sound_missing');
  });
});

describe('sound', () => {
  test('is missing without a track and with an empty one', () => {
    expect(judge({ audio: null })[0]).toBe('problem sound_missing');
    expect(judge({ audio: { bitrateBps: 0 } })[0]).toBe('problem sound_missing');
  });

  test('is late if the media process reports a delay', () => {
    expect(judge({ warnings: ['sound_late'] })).toContain('advice sound_late');
    expect(judge({ warnings: ['sound_clock_stepped'] })).toContain('advice sound_late');
  });
});

describe('the upload', () => {
  const low = { bitrateBps: 2_000_000 };

  test('has one dip, which lasts for the time between two good samples', () => {
    const dipped = samples(100, { 50: { ...low, droppedFrames: 14 }, 49: low });
    expect(judge({ samples: dipped })).toContain('advice upload_dipped');
    expect(findDips(dipped)).toEqual([
      { fromMs: NOW - 51 * SAMPLE_MS, toMs: NOW - 49 * SAMPLE_MS, droppedFrames: 14 },
    ]);
  });

  test('is unsteady after three dips in ten minutes', () => {
    const unsteady = samples(100, { 50: low, 40: low, 30: low });
    expect(judge({ samples: unsteady })[0]).toBe('problem upload_unsteady');
  });

  test('is steady while there are too few samples', () => {
    expect(judge({ samples: samples(3, { 1: low }) })).toContain('fine upload_steady');
  });

  test('drops too many frames if more than one in a hundred is lost', () => {
    expect(judge({ samples: samples(100, { 3: { droppedFrames: 18 } }) })).not.toContain(
      'problem frames_dropped',
    );
    expect(judge({ samples: samples(100, { 3: { droppedFrames: 19 } }) })[0]).toBe(
      'problem frames_dropped',
    );
    expect(judge({ samples: samples(100, { 20: { droppedFrames: 500 } }) })).not.toContain(
      'problem frames_dropped',
    );
  });
});

test('a latency above two seconds is advice', () => {
  expect(judge({ latencyMs: 2_400 })).toContain('advice latency_high');
});
