import { ApiError } from '@sangwian/node-kit/api-error';

export interface FairGateLimits {
  readonly runningMax: number;
  /** Of all owners together. */
  readonly waitingMax: number;
  /** Of one owner. */
  readonly waitingPerOwnerMax?: number;
  /** Work that has waited this long is refused. Defaults to no limit. */
  readonly waitMsMax?: number;
  /** Retry delay of refused work, in seconds. */
  readonly retryAfterS: number;
}

interface Waiting {
  readonly begin: () => void;
  readonly shed: () => void;
}

/** Runs `work` when it is its owner's turn. */
export type FairGate = <Result>(owner: string, work: () => Promise<Result>) => Promise<Result>;

/** The waiting work of all owners, who take turns. */
class FairQueue {
  /** The next owner comes first. */
  readonly #lines = new Map<string, Waiting[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  lengthOf(owner: string): number {
    return this.#lines.get(owner)?.length ?? 0;
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

  /** Takes the newest work of the owner with the most waiting work, if that is more than `length`. */
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
 * Runs a few pieces of work at once and queues the others. Owners take turns, so an owner with much work delays only
 * its own. A full queue sheds the newest work of the owner with the most waiting work.
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
  const queue = new FairQueue();
  let running = 0;

  const waitForTurn = (owner: string): Promise<void> => {
    const refusal = new ApiError('unavailable', { retryAfterS });
    if (queue.lengthOf(owner) >= waitingPerOwnerMax) {
      return Promise.reject(new ApiError('rate_limited', { retryAfterS }));
    }
    if (queue.size >= waitingMax) {
      const victim = queue.takeFromLongest(queue.lengthOf(owner) + 1);
      if (victim === undefined) return Promise.reject(refusal);
      victim.shed();
    }
    return new Promise<void>((begin, failed) => {
      const { waitMsMax } = limits;
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
      const timer = waitMsMax === undefined ? undefined : setTimeout(giveUp, waitMsMax);
      queue.add(owner, waiting);
    });
  };

  return async (owner, work) => {
    // Work that ends passes its place to the next, so `running` does not change.
    if (running >= runningMax) await waitForTurn(owner);
    else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.takeNext();
      if (next === undefined) running -= 1;
      else next.begin();
    }
  };
}
