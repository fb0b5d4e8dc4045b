import type { Corner } from '@sangwian/contract/endpoints/live';
import type { StormAnswer, StormCalls } from './storm-calls.ts';
import type { StormRandom } from './storm-random.ts';
import type { StormFan, StormWorld } from './storm-world.ts';

/** A gift that was acknowledged. */
export interface SentGift {
  readonly bout: string;
  readonly corner: Corner;
  readonly coins: number;
}

/** What a fan knows for certain, since it was told so. */
export interface FanBook {
  readonly fan: StormFan;
  /** `leaving`: it has asked to be deleted, and may be gone at any moment. */
  state: 'here' | 'leaving' | 'gone';
  /** Coins of codes that were accepted. */
  redeemed: number;
  /** Coins that were spent. */
  spent: number;
  readonly gifts: SentGift[];
  /** Coins that the premium live took. */
  unlocked: number;
  readonly orderIds: Set<string>;
  /** Of which an operator may have said that the money is there, whatever the provider knows. */
  readonly confirmedIds: Set<string>;
}

/** A slip of the storm: which transfer it is of, and its picture. */
export interface StormSlip {
  readonly reference: string;
  readonly png: Uint8Array<ArrayBuffer>;
}

export interface StormScene {
  readonly world: StormWorld;
  readonly calls: StormCalls;
  readonly random: StormRandom;
  /** Codes that bring coins: once per member, and how many. */
  readonly codes: ReadonlyArray<{ readonly code: string; readonly coins: number }>;
  /** Of everybody who is here; who is gone is replaced by somebody new. */
  readonly books: FanBook[];
  readonly gone: FanBook[];
  readonly slips: StormSlip[];
  /** Which order a transfer was taken for, by its reference: one, ever. */
  readonly slipOrders: Map<string, string>;
  /** Whether somebody is at the show: one operator's desk. */
  show: 'free' | 'taken';
  /** How often each thing was done. */
  readonly counts: Record<string, number>;
}

/** Whoever acts finds the account deleted by itself, in another place. */
export class FanGoneError extends Error {}

export const openBook = (fan: StormFan): FanBook => ({
  fan,
  state: 'here',
  redeemed: 0,
  spent: 0,
  gifts: [],
  unlocked: 0,
  orderIds: new Set(),
  confirmedIds: new Set(),
});

export const count = (scene: StormScene, what: string): void => {
  scene.counts[what] = (scene.counts[what] ?? 0) + 1;
};

/** @throws {FanGoneError} where the fan is leaving, and was let in no more */
export function expectStatus(
  what: string,
  allowed: readonly number[],
  answer: StormAnswer,
  book?: FanBook,
): void {
  if (allowed.includes(answer.status)) return;
  const isGone = answer.status === 401 || answer.body?.status === 'member_not_found';
  if (isGone && book !== undefined && book.state !== 'here') throw new FanGoneError(what);
  throw new Error(`${what} was answered with ${answer.status} ${JSON.stringify(answer.body)}`);
}
