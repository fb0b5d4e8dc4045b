import type { Corner } from '@sangwian/contract/endpoints/live';
import type { ChaosAnswer, ChaosCalls } from './chaos-calls.ts';
import type { ChaosRandom } from './chaos-random.ts';
import type { ChaosFan, ChaosWorld } from './chaos-world.ts';

/** A gift that the API has acknowledged. */
export interface SentGift {
  readonly bout: string;
  readonly corner: Corner;
  readonly coins: number;
}

/** Everything that the API has acknowledged to a fan. */
export interface FanBook {
  readonly fan: ChaosFan;
  /** `leaving`: the deletion was requested and may take effect at any moment. */
  state: 'here' | 'leaving' | 'gone';
  /** Coins of accepted codes. */
  redeemed: number;
  /** Coins spent directly in the database. */
  spent: number;
  readonly gifts: SentGift[];
  /** Coins charged for the premium live. */
  unlocked: number;
  readonly orderIds: Set<string>;
  /** Ids of orders that an operator may have confirmed without a payment at the provider. */
  readonly confirmedIds: Set<string>;
}

/** A slip with the reference of its transfer. */
export interface ChaosSlip {
  readonly reference: string;
  readonly png: Uint8Array<ArrayBuffer>;
}

export interface ChaosScene {
  readonly world: ChaosWorld;
  readonly calls: ChaosCalls;
  readonly random: ChaosRandom;
  /** Codes that each member may redeem once, with their coins. */
  readonly codes: ReadonlyArray<{ readonly code: string; readonly coins: number }>;
  /** One entry per fan. A deleted fan is replaced by a new one. */
  readonly books: FanBook[];
  readonly gone: FanBook[];
  readonly slips: ChaosSlip[];
  /** The order for which a transfer was accepted, by reference. A transfer may be accepted only once. */
  readonly slipOrders: Map<string, string>;
  /** Whether an operator is directing the show. */
  show: 'free' | 'taken';
  /** Number of times that each action was done. */
  readonly counts: Record<string, number>;
}

/** Another action has deleted the account of this fan. */
export class FanGoneError extends Error {}

export const openBook = (fan: ChaosFan): FanBook => ({
  fan,
  state: 'here',
  redeemed: 0,
  spent: 0,
  gifts: [],
  unlocked: 0,
  orderIds: new Set(),
  confirmedIds: new Set(),
});

/** Name of a fan's wallet in the ledger. */
export const walletOf = ({ memberId }: Pick<ChaosFan, 'memberId'>): string => `member:${memberId}`;

export const count = (scene: ChaosScene, what: string): void => {
  scene.counts[what] = (scene.counts[what] ?? 0) + 1;
};

/** @throws {FanGoneError} if the fan is leaving and is no longer signed in */
export function expectStatus(
  what: string,
  allowed: readonly number[],
  answer: ChaosAnswer,
  book?: FanBook,
): void {
  if (allowed.includes(answer.status)) return;
  const isGone = answer.status === 401 || answer.body?.status === 'member_not_found';
  if (isGone && book !== undefined && book.state !== 'here') throw new FanGoneError(what);
  throw new Error(`${what} was answered with ${answer.status} ${JSON.stringify(answer.body)}`);
}
