import { expect, test } from 'vitest';
import type { AvcPicture } from './avc-picture.ts';
import { KeyFrameRules } from './key-frame-rules.ts';
import { UnsupportedMediaError } from './media-error.ts';

const IDR: AvcPicture = { idr: true, recoveryFrames: null };
const DELTA: AvcPicture = { idr: false, recoveryFrames: null };
const recovery = (frames: number): AvcPicture => ({ idr: false, recoveryFrames: frames });

/** Feeds thirty pictures a second. Returns the error and the time at which it was thrown. */
function refusalOf(pictureAt: (index: number) => AvcPicture, seconds: number) {
  const rules = new KeyFrameRules();
  for (let index = 0; index < seconds * 30; index += 1) {
    try {
      rules.take(index * 3_000, pictureAt(index));
    } catch (error) {
      expect(error).toBeInstanceOf(UnsupportedMediaError);
      return { seconds: index / 30, message: (error as Error).message };
    }
  }
  return null;
}

test.each([
  [0, 'open-gop=0'],
  [59, 'intra-refresh=0'],
])(
  'a stream with recovery points of %i frames and one IDR is refused with the setting to change',
  (frames, setting) => {
    const refusal = refusalOf(
      (index) => (index === 0 ? IDR : index % 60 === 0 ? recovery(frames) : DELTA),
      30,
    );
    expect(refusal?.seconds).toBe(6);
    expect(refusal?.message).toContain(setting);
  },
);

test('recovery points between IDRs are accepted', () => {
  const pictureAt = (index: number) =>
    index % 120 === 0 ? IDR : index % 30 === 0 ? recovery(0) : DELTA;
  expect(refusalOf(pictureAt, 60)).toBeNull();
});

test('a stream is refused after twenty seconds without an IDR, and accepted with an IDR every ten seconds', () => {
  expect(refusalOf((index) => (index % 300 === 0 ? IDR : DELTA), 60)).toBeNull();
  const refusal = refusalOf((index) => (index === 0 ? IDR : DELTA), 60);
  expect(refusal?.seconds).toBe(20);
  expect(refusal?.message).toContain('key frame interval');
});

test('a step of the clock does not count as time without a key frame', () => {
  const rules = new KeyFrameRules();
  rules.take(0, IDR);
  for (const dts of [3_000, 9_000_000, 3_000, 9_000_000, 9_003_000]) rules.take(dts, DELTA);
});
