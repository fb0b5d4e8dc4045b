import { hash } from 'node:crypto';

/** All ids of the sample have this timestamp, which makes them recognisable. */
const TIMESTAMP_HEX = '019a00000000';

/** Returns the id of a named row of the sample, in the format of a UUIDv7: the same on every machine. */
export function sampleId(name: string): string {
  const digest = hash('sha256', `sangwian sample: ${name}`, 'hex');
  const variant = '89ab'[Number.parseInt(digest.slice(3, 4), 16) % 4];
  return [
    TIMESTAMP_HEX.slice(0, 8),
    TIMESTAMP_HEX.slice(8),
    `7${digest.slice(0, 3)}`,
    `${variant}${digest.slice(4, 7)}`,
    digest.slice(8, 20),
  ].join('-');
}

/** Creates a generator of numbers in [0, 1), seeded by a name. */
export function sampleRandom(name: string): () => number {
  let state = Number.parseInt(hash('sha256', `sangwian random: ${name}`, 'hex').slice(0, 8), 16);
  // mulberry32: small, fast, and good enough for a sample.
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
