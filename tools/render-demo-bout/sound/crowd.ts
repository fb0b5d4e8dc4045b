import { seededRandom } from '@sangwian/ui/art/random';
import { bandPass, LoopBuffer, lowPass, SAMPLE_RATE_HZ, synthesise } from './buffer.ts';

const TURN = Math.PI * 2;
/** Formants of a hall full of voices. */
const FORMANTS = [
  [320, 1.2, 0.9],
  [560, 1.6, 1],
  [980, 1.8, 0.7],
  [1_650, 2, 0.34],
  [2_700, 2, 0.16],
] as const;

/** Creates the murmur of the crowd over the loop; `excitement` (0 to about 1.3) determines its volume. */
export function murmur(lengthS: number, excitement: (timeS: number) => number): LoopBuffer {
  const buffer = new LoopBuffer(lengthS);
  for (const [side, channel] of buffer.channels().entries()) {
    const random = seededRandom(97 + side);
    // The noise is filtered twice. The second pass starts with the filters' state at the end of the loop, so the loop
    // is seamless.
    const noise = Float32Array.from({ length: buffer.length }, () => random() * 2 - 1);
    for (const [index, [hz, q, gain]] of FORMANTS.entries()) {
      const filter = bandPass(hz, q);
      const babble = lowPass(5.5);
      const waves = 150 + index * 37 + side * 11;
      for (let at = 0; at < buffer.length * 2; at += 1) {
        const place = at % buffer.length;
        const white = noise[place] ?? 0;
        const t = place / SAMPLE_RATE_HZ;
        const talk = 0.75 + 0.25 * Math.sin((t / lengthS) * TURN * waves + index * 2 + side);
        const voice = filter(white) * talk * (1 + babble(white) * 9) * gain;
        if (at >= buffer.length) channel[place] = (channel[place] ?? 0) + voice;
      }
    }
    for (let place = 0; place < buffer.length; place += 1) {
      const loud = excitement(place / SAMPLE_RATE_HZ);
      channel[place] = (channel[place] ?? 0) * (0.22 + loud * 0.95);
    }
  }
  return buffer;
}

/** Creates the crowd's "oei!" at a landed blow: many voices, from o over e to i. */
export function shout(seed: number): Float32Array {
  const random = seededRandom(seed);
  const voices = Array.from({ length: 22 }, () => ({
    hz: 150 + random() * 190,
    late: random() * 0.07,
    phase: random(),
    bend: 0.9 + random() * 0.25,
  }));
  const low = [bandPass(480, 4), bandPass(430, 4), bandPass(340, 4)];
  const high = [bandPass(900, 5), bandPass(1_500, 5), bandPass(2_150, 5)];
  return synthesise(0.62, (t) => {
    let breath = 0;
    for (const voice of voices) {
      const since = t - voice.late;
      if (since <= 0) continue;
      voice.phase += (voice.hz * (1 + 0.22 * Math.sin(since * 7 * voice.bend))) / SAMPLE_RATE_HZ;
      breath += ((voice.phase % 1) * 2 - 1) * Math.min(1, since * 30) * Math.exp(-since / 0.2);
    }
    breath = breath / voices.length + (random() - 0.5) * 0.12 * Math.exp(-t / 0.25);
    const vowel = Math.min(1.999, t * 5);
    const mixed = (filters: typeof low): number => {
      const outs = filters.map((filter) => filter(breath));
      const first = Math.floor(vowel);
      const share = vowel - first;
      return (outs[first] ?? 0) * (1 - share) + (outs[first + 1] ?? 0) * share;
    };
    return (mixed(low) * 1.3 + mixed(high)) * 2.1;
  });
}
