/** Returns the 32-bit FNV-1a hash over code points, the same on every machine. */
export function hashText(text: string): number {
  let hash = 2_166_136_261;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  }
  return hash >>> 0;
}

/** Creates a generator of numbers in [0, 1) that depends only on the seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Chooses by a number in [0, 1). */
export function pick<Choice>(choices: readonly [Choice, ...Choice[]], fraction: number): Choice {
  return choices[Math.floor(fraction * choices.length)] ?? choices[0];
}
