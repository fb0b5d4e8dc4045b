export const SAMPLE_RATE_HZ = 48_000;

/** Two audio channels of one loop. Sound past the end continues at the start, so that the loop is seamless. */
export class LoopBuffer {
  readonly length: number;
  readonly left: Float32Array;
  readonly right: Float32Array;

  constructor(lengthS: number) {
    this.length = Math.round(lengthS * SAMPLE_RATE_HZ);
    this.left = new Float32Array(this.length);
    this.right = new Float32Array(this.length);
  }

  /** Adds a sound that starts at `atS`; `pan` is −1 (left) to 1 (right). */
  add(sound: Float32Array, atS: number, gain: number, pan = 0): void {
    const start = Math.round(atS * SAMPLE_RATE_HZ);
    const toRight = Math.sin(((pan + 1) * Math.PI) / 4) * Math.SQRT2 * gain;
    const toLeft = Math.cos(((pan + 1) * Math.PI) / 4) * Math.SQRT2 * gain;
    for (let index = 0; index < sound.length; index += 1) {
      const at = (start + index) % this.length;
      const value = sound[index] ?? 0;
      this.left[at] = (this.left[at] ?? 0) + value * toLeft;
      this.right[at] = (this.right[at] ?? 0) + value * toRight;
    }
  }

  channels(): readonly [Float32Array, Float32Array] {
    return [this.left, this.right];
  }
}

/** Creates a sound of a duration from a function of time. */
export function synthesise(
  lengthS: number,
  at: (timeS: number, index: number) => number,
): Float32Array {
  const sound = new Float32Array(Math.round(lengthS * SAMPLE_RATE_HZ));
  for (let index = 0; index < sound.length; index += 1)
    sound[index] = at(index / SAMPLE_RATE_HZ, index);
  return sound;
}

export type Filter = (sample: number) => number;

/** Creates a band-pass filter around `hz` (RBJ cookbook, constant peak gain). */
export function bandPass(hz: number, q: number): Filter {
  const w = (2 * Math.PI * hz) / SAMPLE_RATE_HZ;
  const alpha = Math.sin(w) / (2 * q);
  const a0 = 1 + alpha;
  const b = alpha / a0;
  const a1 = (-2 * Math.cos(w)) / a0;
  const a2 = (1 - alpha) / a0;
  let x1 = 0;
  let x2 = 0;
  let y1 = 0;
  let y2 = 0;
  return (x) => {
    const y = b * x - b * x2 - a1 * y1 - a2 * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    return y;
  };
}

/** Creates a one-pole low-pass filter: 6 dB per octave above `hz`. */
export function lowPass(hz: number): Filter {
  const share = 1 - Math.exp((-2 * Math.PI * hz) / SAMPLE_RATE_HZ);
  let last = 0;
  return (x) => {
    last += (x - last) * share;
    return last;
  };
}

const COMBS_S = [0.0297, 0.0371, 0.0411, 0.0437, 0.0533, 0.0611] as const;
const ALL_PASSES_S = [0.005, 0.0017] as const;

/** Adds reverberation (Schroeder). The loop is processed twice, so that its tail continues across the seam. */
export function reverberate(dry: Float32Array, decayS: number, spread: number): Float32Array {
  const wet = new Float32Array(dry.length);
  const lines = COMBS_S.map((delayS) => ({
    line: new Float32Array(Math.round((delayS + spread) * SAMPLE_RATE_HZ)),
    feedback: 10 ** ((-3 * delayS) / decayS),
    damp: lowPass(3_800),
  }));
  const diffusers = ALL_PASSES_S.map(
    (delayS) => new Float32Array(Math.round(delayS * SAMPLE_RATE_HZ)),
  );
  for (let index = 0; index < dry.length * 2; index += 1) {
    const input = dry[index % dry.length] ?? 0;
    let sum = 0;
    for (const { line, feedback, damp } of lines) {
      const at = index % line.length;
      const echo = line[at] ?? 0;
      line[at] = input + damp(echo) * feedback;
      sum += echo;
    }
    let out = sum / lines.length;
    for (const line of diffusers) {
      const at = index % line.length;
      const delayed = line[at] ?? 0;
      const into = out + delayed * 0.6;
      line[at] = into;
      out = delayed - into * 0.6;
    }
    wet[index % dry.length] = out;
  }
  return wet;
}
