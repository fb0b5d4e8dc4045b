import { expect, test } from 'vitest';
import { FlvReader } from '../ladder/flv-pipe.ts';
import { aacFrame, aacRecord, avcRecord, idrPicture } from '../rtmp/testing/sample-media.ts';
import { FlvInput } from './flv-input.ts';

const TICKS = 3_000;
const data = idrPicture(100);
const unit = (dts: number, key = false) => ({ dts, pts: dts, key, data });

/** Returns the times of the pictures. */
function timesOf(pieces: readonly (Buffer | null)[]): number[] {
  const reader = new FlvReader();
  return pieces
    .flatMap((bytes) => (bytes === null ? [] : reader.push(bytes)))
    .filter(({ tag }) => tag.kind === 'frame')
    .map(({ timestampMs }) => timestampMs);
}

test('begins with the headers at a key frame, at the time zero', () => {
  const input = new FlvInput({ video: avcRecord(), audio: aacRecord });
  expect(input.audio({ pts: 900_000, data: aacFrame })).toBeNull();
  expect(input.video(unit(900_000))).toBeNull();
  const first = input.video(unit(900_000 + TICKS, true));
  expect(first?.subarray(0, 5).toString('hex')).toBe('464c560105');
  expect(timesOf([first, input.video(unit(900_000 + 2 * TICKS))])).toEqual([0, 33]);
  expect(input.audio({ pts: 900_000 + TICKS, data: aacFrame })).not.toBeNull();
  // Sound from before the first picture.
  expect(input.audio({ pts: 900_000, data: aacFrame })).toBeNull();
});

test('has no sound if the stream has none that FLV can carry', () => {
  const input = new FlvInput({ video: avcRecord(), audio: null });
  expect(input.video(unit(0, true))?.subarray(0, 5).toString('hex')).toBe('464c560101');
  expect(input.audio({ pts: 0, data: aacFrame })).toBeNull();
});

test('goes on at the next key frame of another source, or after a step of the clock', () => {
  const input = new FlvInput({ video: avcRecord(), audio: null });
  const before = [input.video(unit(90_000, true)), input.video(unit(90_000 + TICKS))];
  input.rebase();
  const after = [input.video(unit(5_000_000)), input.video(unit(5_000_000 + TICKS, true))];
  const back = [input.video(unit(TICKS)), input.video(unit(2 * TICKS, true))];
  const far = [input.video(unit(90_000_000)), input.video(unit(90_000_000 + TICKS, true))];
  expect([after[0], back[0], far[0]]).toEqual([null, null, null]);
  expect(timesOf([...before, ...after, ...back, ...far])).toEqual([0, 33, 73, 113, 153]);
});
