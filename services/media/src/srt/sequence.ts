/** Arithmetic of SRT's packet sequence numbers, which have 31 bits and wrap. */

const SEQUENCE_MAX = 0x7fff_ffff;

export const addToSequence = (sequence: number, count: number): number =>
  (sequence + count) & SEQUENCE_MAX;

/** Returns how many packets `to` is after `from`; negative if it is before. */
export const sequenceDistance = (from: number, to: number): number => ((to - from) << 1) >> 1;
