/** Number of rounds. Each round measures every work once, so that a slow moment of the machine affects all of them. */
const ROUNDS = 7;
/** Number of repeated measurements if a result is too high, because a busy machine can only make work look slower. */
const TRIES_MAX = 40;
/** The same number for calls, which also wait for the database and in queues. */
const CALL_TRIES_MAX = 60;
/** Shorter times cannot be measured reliably. */
const MEASURABLE_MS = 0.02;
/** Longer work is nearly always interrupted on a busy machine, which falsifies its time. */
const UNDISTURBED_MS = 2;

/** Returns the shortest time of each work, which is closest to its time on an idle machine. */
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
 * Returns the smaller growth of two doublings. Superlinear work grows at both doublings, whereas an allocation that
 * exceeds a threshold of the allocator slows only one.
 */
function growthOfDoublings([quarter = 0, half = 0, whole = 0]: readonly number[]): number {
  const growth = whole / Math.max(half, MEASURABLE_MS);
  return quarter < MEASURABLE_MS ? growth : Math.min(growth, half / quarter);
}

/**
 * Returns the factor by which the time of a work grows when its size doubles, from the shortest of many alternating
 * measurements. The size is the largest up to `sizeMax` that runs without interruption. A growth of at most `enough` is
 * not measured again.
 */
export function growthOf(
  work: (size: number) => () => unknown,
  { sizeMax, sizeMin, enough }: { sizeMax: number; sizeMin: number; enough: number },
): number {
  let size = sizeMax;
  // Only the half-size run must be free of interruptions. An interruption of the full-size run can only increase the
  // growth.
  while (size / 2 >= sizeMin && (shortest([work(size / 2)], 3)[0] ?? 0) > UNDISTURBED_MS) size /= 2;
  const works = [4, 2, 1].map((divisor) => work(Math.floor(size / divisor)));
  let best = works.map(() => Number.POSITIVE_INFINITY);
  let growth = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES_MAX && growth > enough; tries += 1) {
    const times = shortest(works, ROUNDS);
    best = best.map((time, index) => Math.min(time, times[index] ?? time));
    growth = growthOfDoublings(best);
  }
  return growth;
}

/** Returns how many times longer the second asynchronous call takes, from the shortest of alternating measurements. */
export async function growthOfCalls(
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
  enough: number,
): Promise<number> {
  const times = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let growth = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < CALL_TRIES_MAX && growth > enough; tries += 1) {
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
