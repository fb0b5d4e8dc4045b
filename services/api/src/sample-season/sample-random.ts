import { hash } from 'node:crypto';

/** Every id of the sample lies in this moment, so that it is told from real ones at a glance. */
const TIMESTAMP_HEX = '019a00000000';

/** The id of a thing of the sample, by its name: the same on every machine and at every start. A UUIDv7 by its form. */
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

/** Numbers from 0 up to 1, the same for the same name. */
export function sampleRandom(name: string): () => number {
  let state = Number.parseInt(hash('sha256', `sangwian random: ${name}`, 'hex').slice(0, 8), 16);
  // mulberry32: small, fast, and good enough to shuffle fights with.
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
