import type { MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import type { Reaction } from '@sangwian/contract/sockets/event-namespace';
import { LRUCache } from 'lru-cache';
import type { Bus } from '../../../platform/bus/bus.ts';
import { RateBucket } from '../../../platform/sockets/event-rate.ts';
import { ReactionTally } from './reaction-tally.ts';

/** Reactions of one member on this node. Our pages send no more. */
export const REACTION_RATE = { burst: 6, perSecond: 3 } as const;
/** Members whose rate is remembered. A forgotten member starts with a full bucket. */
const MEMBERS_MAX = 20_000;

/** Counts the reactions that members send to this node, and publishes their sums to all nodes. Stores nothing. */
export class Reactions {
  readonly #bus: Bus;
  readonly #rates = new LRUCache<MemberId, RateBucket>({ max: MEMBERS_MAX });
  readonly #tallies = new Map<ProgramLiveId, ReactionTally>();

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  /** Counts a reaction. Reactions above the member's rate are dropped. @returns whether it was counted */
  add(
    programLiveId: ProgramLiveId,
    memberId: MemberId,
    reaction: Reaction,
    nowMs: number,
  ): boolean {
    const rate = this.#rates.get(memberId) ?? new RateBucket(REACTION_RATE, nowMs);
    this.#rates.set(memberId, rate);
    if (!rate.take(nowMs)) return false;
    this.#tallyOf(programLiveId).add({ [reaction]: 1 });
    return true;
  }

  close(): void {
    for (const tally of this.#tallies.values()) tally.close();
    this.#tallies.clear();
  }

  #tallyOf(programLiveId: ProgramLiveId): ReactionTally {
    const known = this.#tallies.get(programLiveId);
    if (known !== undefined) return known;
    // Lives that are over leave no tally.
    for (const [id, tally] of this.#tallies) if (tally.isIdle) this.#tallies.delete(id);
    const tally = new ReactionTally((counts) =>
      this.#bus.publish('reactions:counted', { programLiveId, counts }),
    );
    this.#tallies.set(programLiveId, tally);
    return tally;
  }
}
