/** Each round takes every work once, so that a slow moment of the machine meets all of them. */
const ROUNDS = 7;
/** A figure that is too high is taken again, so often: a busy machine only ever makes work look longer. */
const TRIES_MAX = 8;
/** Of a call, which waits for the database and for its turn besides. */
const CALL_TRIES_MAX = 60;
/** Work that is shorter cannot be told from none. */
const MEASURABLE_MS = 0.02;
/** Work that is longer is hardly ever done in one go on a busy machine, and then no time of it is its own. */
const UNDISTURBED_MS = 2;

/** The shortest times of each work: what it takes without what else the machine did meanwhile. */
function shortest(works: readonly (() => unknown)[], rounds: number): number[] {
  const times = works.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, work] of works.entries()) {
      const began = performance.now();
      work();
      times[index] = Math.min(times[index] ?? 0, performance.now() - began);
    }
  }
  return times;
}

/**
 * How many times longer a work takes when its size doubles, by the shortest of many times of each in turns. The size is
 * the largest up to `sizeMax` at which the machine can do it in one go; a growth of at most `enough` is not taken again.
 */
export function growthOf(
  work: (size: number) => () => unknown,
  { sizeMax, sizeMin, enough }: { sizeMax: number; sizeMin: number; enough: number },
): number {
  let size = sizeMax;
  // By the half: work that grows with the square may be long, since being disturbed only makes its growth larger.
  while (size / 2 >= sizeMin && (shortest([work(size / 2)], 3)[0] ?? 0) > UNDISTURBED_MS) size /= 2;
  const works = [work(Math.floor(size / 2)), work(size)];
  let best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let growth = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < TRIES_MAX && growth > enough; tried += 1) {
    const times = shortest(works, ROUNDS);
    best = best.map((time, index) => Math.min(time, times[index] ?? time));
    const [half = 0, whole = 0] = best;
    growth = whole / Math.max(half, MEASURABLE_MS);
  }
  return growth;
}

/** Of calls that answer later: how many times longer the second takes, by the shortest of some of each in turns. */
export async function growthOfCalls(
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
  enough: number,
): Promise<number> {
  const times = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let growth = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < CALL_TRIES_MAX && growth > enough; tried += 1) {
    for (const [index, call] of [first, second, first, second].entries()) {
      const began = performance.now();
      await call();
      times[index % 2] = Math.min(times[index % 2] ?? 0, performance.now() - began);
    }
    const [one = 0, two = 0] = times;
    growth = two / one;
  }
  return growth;
}
