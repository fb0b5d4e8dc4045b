import { seededRandom } from '@sangwian/ui/art/random';
import { bandPass, lowPass, synthesise } from './buffer.ts';

const TURN = Math.PI * 2;

/** Creates the ring's bell: inharmonic partials, of which the high ones decay first. */
export function ringBell(): Float32Array {
  const partials = [
    [1, 1, 2.4],
    [1.504, 0.55, 1.9],
    [2.002, 0.7, 1.5],
    [2.741, 0.5, 1],
    [3.76, 0.35, 0.6],
    [5.38, 0.28, 0.35],
    [6.9, 0.2, 0.2],
  ] as const;
  return synthesise(3, (t) => {
    const ring = partials.reduce(
      (sum, [ratio, gain, decayS]) =>
        sum + gain * Math.sin(TURN * 846 * ratio * t) * Math.exp(-t / (decayS * 0.5)),
      0,
    );
    return ring * 0.24 * Math.min(1, t * 2_000);
  });
}

/** Creates a stroke of one of the two glong khaek: a skin with falling pitch, and the slap of the hand. */
export function strikeDrum(hz: number, decayS: number, seed: number): Float32Array {
  const random = seededRandom(seed);
  const slap = bandPass(hz * 6, 1.4);
  return synthesise(decayS * 4, (t) => {
    const phase = TURN * (hz * t + hz * 0.35 * 0.03 * (1 - Math.exp(-t / 0.03)));
    const skin = Math.sin(phase) + 0.42 * Math.sin(phase * 1.59) * Math.exp(-t / 0.05);
    const hand = slap(random() * 2 - 1) * Math.exp(-t / 0.012) * 2.2;
    return (skin * Math.exp(-t / decayS) + hand) * 0.5 * Math.min(1, t * 3_000);
  });
}

/** Creates a stroke of the ching, the small cymbals: ringing ("ching") or damped ("chap"). */
export function strikeCymbals(damped: boolean): Float32Array {
  const partials = [2_960, 4_130, 5_470, 6_980, 8_350] as const;
  const decayS = damped ? 0.035 : 0.42;
  return synthesise(damped ? 0.2 : 1.4, (t) => {
    const ring = partials.reduce(
      (sum, hz, index) => sum + Math.sin(TURN * hz * t + index) / (index + 1),
      0,
    );
    return ring * 0.18 * Math.exp(-t / decayS) * Math.min(1, t * 4_000);
  });
}

export interface ReedNote {
  readonly startS: number;
  readonly lengthS: number;
  readonly hz: number;
}

/** Creates the pi, a reed: all notes in one breath with slides between them and a growing vibrato on long ones. */
export function blowReed(notes: readonly ReedNote[], lengthS: number): Float32Array {
  const throat = [bandPass(1_150, 2.2), bandPass(2_500, 2.6), bandPass(3_700, 3)];
  const soften = lowPass(5_200);
  const random = seededRandom(41);
  let at = 0;
  let hz = notes[0]?.hz ?? 440;
  let phase = 0;
  let loudness = 0;
  return synthesise(lengthS, (t) => {
    while (at < notes.length - 1 && t >= (notes[at + 1]?.startS ?? 0)) at += 1;
    const note = notes[at];
    if (note === undefined) return 0;
    const since = t - note.startS;
    const sounding = since >= 0 && since < note.lengthS;
    hz += (note.hz - hz) * 0.0011;
    loudness += ((sounding ? 1 : 0) - loudness) * (sounding ? 0.0012 : 0.0006);
    const depth = Math.min(1, Math.max(0, since - 0.18) * 2) * 0.014;
    phase += (hz * (1 + depth * Math.sin(TURN * 5.4 * t))) / 48_000;
    const saw = 2 * (phase % 1) - 1;
    const pulse = phase % 1 < 0.28 ? 1 : -0.39;
    const reed = saw * 0.55 + pulse * 0.6 + (random() - 0.5) * 0.05;
    const voiced = throat.reduce((sum, filter, index) => sum + filter(reed) * (1 - index * 0.2), 0);
    return soften(voiced + reed * 0.14) * loudness * (0.9 + 0.1 * Math.sin(TURN * 0.7 * t));
  });
}

/** Creates the sound of a blow: thump and slap; a blocked blow is short and dull. */
export function strikeBody(weight: number, blocked: boolean, seed: number): Float32Array {
  const random = seededRandom(seed);
  const slap = bandPass(blocked ? 900 : 1_900, 0.8);
  const crack = bandPass(3_600, 1.2);
  const from = 150 - weight * 40;
  return synthesise(0.5, (t) => {
    const hz = 48 + from * Math.exp(-t / 0.028);
    const thump = Math.sin(TURN * hz * t) * Math.exp(-t / (0.05 + weight * 0.05));
    const noise = random() * 2 - 1;
    const skin =
      slap(noise) * Math.exp(-t / 0.028) * 1.6 +
      (blocked ? 0 : crack(noise) * Math.exp(-t / 0.009) * 2);
    return (thump * 0.9 + skin * (0.5 + weight * 0.5)) * Math.min(1, t * 2_500);
  });
}
