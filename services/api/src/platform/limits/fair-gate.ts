import { ApiError } from '@sangwian/node-kit/api-error';

export interface FairGateLimits {
  readonly runningMax: number;
  /** Maximum waiting work of all owners together. */
  readonly waitingMax: number;
  /** Maximum waiting work of one owner. */
  readonly waitingPerOwnerMax?: number;
  /**
   * Maximum waiting time. Work that waited longer is refused; work that is expected to wait longer is refused at once.
   * Defaults to no limit.
   */
  readonly waitMsMax?: number;
  /** Retry delay of refused work, in seconds. */
  readonly retryAfterS: number;
}

interface Waiting {
  readonly begin: () => void;
  readonly shed: () => void;
}

export interface FairGate {
  /** Runs `work` when it is its owner's turn. */
  <Result>(owner: string, work: () => Promise<Result>): Promise<Result>;
  /** Refuses work if an owner without waiting work would have to wait too long. @throws {ApiError} `unavailable` */
  refuseIfLong(): void;
}

/** Weight of the latest duration in the average. */
const LATEST_WEIGHT = 0.1;

/** The waiting work of all owners, who take turns. */
class FairQueue {
  /** Waiting work by owner. The first owner is the next in turn. */
  readonly #lines = new Map<string, Waiting[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  lengthOf(owner: string): number {
    return this.#lines.get(owner)?.length ?? 0;
  }

  get owners(): number {
    return this.#lines.size;
  }

  /** Estimates how much work begins before the next work of an owner. */
  aheadOf(owner: string): number {
    return Math.min(this.#size, this.#lines.size * (this.lengthOf(owner) + 1));
  }

  add(owner: string, waiting: Waiting): void {
    const line = this.#lines.get(owner);
    if (line === undefined) this.#lines.set(owner, [waiting]);
    else line.push(waiting);
    this.#size += 1;
  }

  /** Removes work that no longer waits. */
  remove(owner: string, waiting: Waiting): void {
    const line = this.#lines.get(owner) ?? [];
    const place = line.indexOf(waiting);
    if (place < 0) return;
    line.splice(place, 1);
    if (line.length === 0) this.#lines.delete(owner);
    this.#size -= 1;
  }

  /** Takes the next owner's oldest work. */
  takeNext(): Waiting | undefined {
    const [next] = this.#lines;
    if (next === undefined) return undefined;
    const [owner, line] = next;
    this.#lines.delete(owner);
    const waiting = line.shift();
    if (line.length > 0) this.#lines.set(owner, line);
    this.#size -= 1;
    return waiting;
  }

  /** Removes the newest work of the owner with the most waiting work, if that owner has more than `length` waiting. */
  takeFromLongest(length: number): Waiting | undefined {
    let longest: [owner: string, line: Waiting[]] | undefined;
    for (const entry of this.#lines) {
      if (entry[1].length > Math.max(length, longest?.[1].length ?? 0)) longest = entry;
    }
    if (longest === undefined) return undefined;
    const [owner, line] = longest;
    const waiting = line.pop();
    if (line.length === 0) this.#lines.delete(owner);
    this.#size -= 1;
    return waiting;
  }
}

/**
 * Limits concurrent work and queues the rest. Owners take turns, so an owner with much work delays only its own work. A
 * full queue sheds the newest work of the owner with the most waiting work. Work that would wait too long, estimated
 * from the average duration, is refused at once.
 *
 * @returns a gate that throws {ApiError} `unavailable` for work that is shed or waited too long, and `rate_limited` if
 *   too much work of its owner waits
 */
export function createFairGate(limits: FairGateLimits): FairGate {
  const {
    runningMax,
    waitingMax,
    waitingPerOwnerMax = Number.POSITIVE_INFINITY,
    retryAfterS,
  } = limits;
  const { waitMsMax = Number.POSITIVE_INFINITY } = limits;
  const queue = new FairQueue();
  let running = 0;
  /** Average duration of work; `null` before the first work has finished. */
  let durationMs: number | null = null;

  const refuseIfLong = (ahead: number): void => {
    // The work in progress counts as well.
    const expectedMs = ((ahead + 1) / runningMax) * (durationMs ?? 0);
    if (expectedMs > waitMsMax) throw new ApiError('unavailable', { retryAfterS });
  };
  const timed = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const began = performance.now();
    try {
      return await work();
    } finally {
      const tookMs = performance.now() - began;
      durationMs =
        durationMs === null ? tookMs : durationMs + LATEST_WEIGHT * (tookMs - durationMs);
    }
  };

  const waitForTurn = async (owner: string): Promise<void> => {
    refuseIfLong(queue.aheadOf(owner));
    const refusal = new ApiError('unavailable', { retryAfterS });
    if (queue.lengthOf(owner) >= waitingPerOwnerMax) {
      throw new ApiError('rate_limited', { retryAfterS });
    }
    if (queue.size >= waitingMax) {
      const victim = queue.takeFromLongest(queue.lengthOf(owner) + 1);
      if (victim === undefined) throw refusal;
      victim.shed();
    }
    return new Promise<void>((begin, failed) => {
      const waiting: Waiting = {
        begin: () => {
          clearTimeout(timer);
          begin();
        },
        shed: () => {
          clearTimeout(timer);
          failed(refusal);
        },
      };
      const giveUp = (): void => {
        queue.remove(owner, waiting);
        failed(refusal);
      };
      const timer = Number.isFinite(waitMsMax) ? setTimeout(giveUp, waitMsMax) : undefined;
      queue.add(owner, waiting);
    });
  };

  const run = async <Result>(owner: string, work: () => Promise<Result>): Promise<Result> => {
    // Finished work passes its slot to the next work, so `running` does not change.
    if (running >= runningMax) await waitForTurn(owner);
    else running += 1;
    try {
      return await timed(work);
    } finally {
      const next = queue.takeNext();
      if (next === undefined) running -= 1;
      else next.begin();
    }
  };
  return Object.assign(run, { refuseIfLong: () => refuseIfLong(queue.owners) });
}
