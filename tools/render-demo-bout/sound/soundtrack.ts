import { seededRandom } from '@sangwian/ui/art/random';
import { excitementAt } from '../bout-picture.ts';
import { IMPACTS, LOOP_S, ROUND_S } from '../script.ts';
import { LoopBuffer, reverberate, SAMPLE_RATE_HZ } from './buffer.ts';
import { murmur, shout } from './crowd.ts';
import {
  blowReed,
  type ReedNote,
  ringBell,
  strikeBody,
  strikeCymbals,
  strikeDrum,
} from './instruments.ts';

/** Duration of a beat. The music starts with the round and ends with the bell. */
const BEAT_S = 60 / 135;
const MUSIC_FROM_S = BEAT_S * 3;
const MUSIC_TO_S = ROUND_S - 0.1;
const STEP_S = BEAT_S / 4;

/** Steps (of sixteen) of a bar at which both drums and the cymbals play. */
const BAR = {
  low: [0, 6, 10, 14],
  high: [3, 4, 8, 11, 12, 15],
  ching: [0, 8],
  chap: [4, 12],
} as const;

/** Thai music divides the octave into seven equal steps. */
const degreeHz = (degree: number): number => 392 * 2 ** (degree / 7);

/** Phrases of the melody in degrees, in the style of a pi player: long notes between runs. */
const PHRASES: readonly (readonly (readonly [degree: number, steps: number])[])[] = [
  [
    [4, 6],
    [5, 1],
    [4, 1],
    [2, 4],
    [1, 2],
    [2, 2],
    [4, 8],
    [2, 2],
    [1, 2],
    [0, 4],
  ],
  [
    [7, 8],
    [5, 2],
    [4, 2],
    [5, 4],
    [4, 1],
    [2, 1],
    [4, 2],
    [2, 4],
    [1, 2],
    [0, 6],
  ],
  [
    [0, 2],
    [1, 2],
    [2, 2],
    [4, 6],
    [5, 2],
    [7, 6],
    [8, 1],
    [7, 1],
    [5, 4],
    [4, 6],
  ],
  [
    [9, 6],
    [8, 1],
    [7, 1],
    [5, 4],
    [7, 4],
    [5, 2],
    [4, 2],
    [2, 2],
    [4, 2],
    [5, 8],
  ],
  [
    [4, 2],
    [2, 2],
    [4, 2],
    [5, 2],
    [7, 4],
    [5, 4],
    [4, 4],
    [2, 4],
    [1, 2],
    [0, 6],
  ],
];
const PHRASE_ORDER = [0, 1, 0, 2, 3, 1, 4, 2, 3, 4, 0, 2, 3, 1, 4, 0, 1] as const;

function melody(): ReedNote[] {
  const notes: ReedNote[] = [];
  let startS = MUSIC_FROM_S + BEAT_S * 4;
  for (const index of PHRASE_ORDER) {
    for (const [degree, steps] of PHRASES[index] ?? []) {
      const lengthS = steps * STEP_S;
      if (startS + lengthS > MUSIC_TO_S) return notes;
      // A grace note from above precedes every long note.
      const graceS = steps >= 4 ? STEP_S * 0.45 : 0;
      if (graceS > 0) notes.push({ startS, lengthS: graceS, hz: degreeHz(degree + 1) });
      notes.push({ startS: startS + graceS, lengthS: lengthS - graceS, hz: degreeHz(degree) });
      startS += lengthS;
    }
    startS += STEP_S * 2;
  }
  return notes;
}

function addMusic(buffer: LoopBuffer): void {
  const random = seededRandom(5);
  const drums = {
    low: strikeDrum(98, 0.16, 3),
    high: strikeDrum(176, 0.1, 4),
    ching: strikeCymbals(false),
    chap: strikeCymbals(true),
  };
  const levels = { low: 0.5, high: 0.4, ching: 0.2, chap: 0.24 } as const;
  const pans = { low: -0.25, high: 0.25, ching: 0.5, chap: 0.5 } as const;
  for (let step = 0; MUSIC_FROM_S + step * STEP_S < MUSIC_TO_S; step += 1) {
    const atS = MUSIC_FROM_S + step * STEP_S;
    for (const part of ['low', 'high', 'ching', 'chap'] as const) {
      const steps: readonly number[] = BAR[part];
      if (!steps.includes(step % 16)) continue;
      const accent = step % 16 === 0 ? 1.2 : 0.82 + random() * 0.3;
      buffer.add(drums[part], atS + (random() - 0.5) * 0.006, levels[part] * accent, pans[part]);
    }
  }
  buffer.add(blowReed(melody(), MUSIC_TO_S + 0.3), 0, 0.34, 0.12);
}

function addBlows(buffer: LoopBuffer): void {
  for (const [index, { atS, weight, blocked, attacker }] of IMPACTS.entries()) {
    if (weight === 0) continue;
    const pan = attacker === 'red' ? 0.15 : -0.15;
    buffer.add(strikeBody(weight, blocked, 200 + index), atS, 0.35 + weight * 0.65, pan);
    if (weight > 0.65 && !blocked)
      buffer.add(shout(400 + index), atS + 0.11, 0.2 + weight * 0.3, -pan);
  }
}

function addBells(buffer: LoopBuffer): void {
  const bell = ringBell();
  for (const atS of [0.03, ROUND_S, ROUND_S + 0.34, ROUND_S + 0.68])
    buffer.add(bell, atS, 0.62, -0.1);
}

/** Returns the loop in stereo, −1 to 1: bells, blows, crowd and the ring's music, with reverberation. */
export function composeSoundtrack(): readonly [Float32Array, Float32Array] {
  const stage = new LoopBuffer(LOOP_S);
  addMusic(stage);
  addBlows(stage);
  addBells(stage);
  const hall = murmur(LOOP_S, excitementAt).channels();
  const mixed = stage.channels().map((dry, side) => {
    const wet = reverberate(dry, 1.3, side * 0.0007);
    const crowd = hall[side] ?? new Float32Array(dry.length);
    return dry.map((value, at) => value * 0.8 + (wet[at] ?? 0) * 0.5 + (crowd[at] ?? 0) * 0.42);
  });
  const peak = mixed.reduce(
    (highest, channel) => channel.reduce((most, value) => Math.max(most, Math.abs(value)), highest),
    0.001,
  );
  const [left, right] = mixed.map((channel) =>
    channel.map((value) => Math.tanh((value / peak) * 2.1) * 0.84),
  );
  if (left === undefined || right === undefined) throw new Error('the mix must have two channels');
  return [left, right];
}

/** Formats the sound as a 16-bit WAV file with the loop repeated `times` times. */
export function writeWave(
  [left, right]: readonly [Float32Array, Float32Array],
  times: number,
): Buffer {
  const frames = left.length * times;
  const wave = Buffer.alloc(44 + frames * 4);
  wave.write('RIFF', 0);
  wave.writeUInt32LE(36 + frames * 4, 4);
  wave.write('WAVEfmt ', 8);
  wave.writeUInt32LE(16, 16);
  wave.writeUInt16LE(1, 20);
  wave.writeUInt16LE(2, 22);
  wave.writeUInt32LE(SAMPLE_RATE_HZ, 24);
  wave.writeUInt32LE(SAMPLE_RATE_HZ * 4, 28);
  wave.writeUInt16LE(4, 32);
  wave.writeUInt16LE(16, 34);
  wave.write('data', 36);
  wave.writeUInt32LE(frames * 4, 40);
  for (let frame = 0; frame < frames; frame += 1) {
    const at = frame % left.length;
    wave.writeInt16LE(Math.round((left[at] ?? 0) * 32_767), 44 + frame * 4);
    wave.writeInt16LE(Math.round((right[at] ?? 0) * 32_767), 46 + frame * 4);
  }
  return wave;
}
