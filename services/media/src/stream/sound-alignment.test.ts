import { describe, expect, it } from 'vitest';
import { readAudioSpecificConfig } from '../codec/audio-specific-config.ts';
import { aacRecord } from '../rtmp/testing/sample-media.ts';
import { frames, pictures } from '../testing/drawn-stream.ts';
import { SoundAlignment } from './sound-alignment.ts';

const MS = 90;

interface Sent {
  /** True capture time and sending time, in milliseconds. */
  readonly trueMs: number;
  readonly kind: 'picture' | 'sound';
}

/** Sends twelve seconds; `clock` returns a unit's timestamp. Returns the true offsets between audio and video. */
function errorsOf(clock: (unit: Sent) => number | null, lateMs = 0) {
  const alignment = new SoundAlignment();
  alignment.audioConfig({
    codec: 'aac',
    record: aacRecord,
    format: readAudioSpecificConfig(aacRecord),
  });
  const units: Sent[] = [
    ...pictures({ count: 360, frameRate: 30, keyAt: () => false }).map(({ dts }) => ({
      trueMs: dts / MS,
      kind: 'picture' as const,
    })),
    ...frames(0, 12_000).map(({ pts }) => ({ trueMs: pts / MS, kind: 'sound' as const })),
  ].sort(
    (a, b) =>
      a.trueMs + (a.kind === 'sound' ? lateMs : 0) - b.trueMs - (b.kind === 'sound' ? lateMs : 0),
  );
  let pictureOffset = 0;
  const errors: { trueMs: number; errorMs: number }[] = [];
  for (const unit of units) {
    const ms = clock(unit);
    if (ms === null) continue;
    if (unit.kind === 'picture') {
      pictureOffset = ms - unit.trueMs;
      alignment.video(ms * MS);
    } else {
      const moved = alignment.audio(ms * MS) / MS;
      errors.push({ trueMs: unit.trueMs, errorMs: moved - unit.trueMs - pictureOffset });
    }
  }
  return errors;
}

/** Returns the largest error from two seconds after the fault, which occurs at five seconds. */
const worstAfter = (errors: ReturnType<typeof errorsOf>) =>
  Math.max(
    ...errors.filter(({ trueMs }) => trueMs >= 7_000).map(({ errorMs }) => Math.abs(errorMs)),
  );

const after =
  (kind: Sent['kind'] | 'both', stepMs: number) =>
  ({ trueMs, kind: of }: Sent) =>
    trueMs >= 5_000 && (kind === 'both' || kind === of) ? trueMs + stepMs : trueMs;

describe('audio stays within 60 ms of its video', () => {
  it.each([
    ['sound', -1_000],
    ['sound', -400],
    ['sound', 1_000],
    ['sound', 15_000],
    ['picture', 1_000],
    ['picture', 400],
    ['picture', -2_000],
    ['picture', 15_000],
    ['both', 1_000],
    ['both', 5_000],
    ['both', -3_000],
  ] as const)('when the clock of %s steps by %i ms', (kind, stepMs) => {
    expect(worstAfter(errorsOf(after(kind, stepMs)))).toBeLessThan(60);
  });

  it('when both clocks step again and again', () => {
    const clock = ({ trueMs }: Sent) => trueMs + Math.floor(trueMs / 500) * 1_000;
    expect(worstAfter(errorsOf(clock))).toBeLessThan(60);
  });

  it.each(['sound', 'picture'] as const)('when %s is away for three seconds', (away) => {
    const clock = ({ trueMs, kind }: Sent) =>
      kind === away && trueMs >= 2_000 && trueMs < 5_000 ? null : trueMs;
    expect(worstAfter(errorsOf(clock))).toBeLessThan(60);
  });

  it('when it arrives up to 2.5 s late with correct times', () => {
    for (const lateMs of [300, 800, 2_500])
      expect(worstAfter(errorsOf(({ trueMs }) => trueMs, lateMs))).toBeLessThan(60);
  });

  it('when its clock differs from the start on', () => {
    const clock = ({ trueMs, kind }: Sent) => (kind === 'sound' ? trueMs + 20_000 : trueMs);
    expect(worstAfter(errorsOf(clock))).toBeLessThan(60);
  });
});
