import { createHash } from 'node:crypto';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Clock } from '../../clock.ts';
import { createLimit } from '../../http/rate-limits.ts';
import type { GuessStore } from './guess.store.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** Wrong PINs or passwords until the end of so many minutes. A PIN has a million values, so the days count too. */
export const GUESS_LIMITS = {
  /** Of one member by one who tries: a sign-in, a device, an address. */
  perTrier: { guessesMax: 5, minutes: 15 },
  perTrierAndDay: { guessesMax: 20, minutes: DAY_MINUTES },
  /**
   * Of one member by anybody. Nobody who never signed in as the member, and does not hold its phone, gets as far as
   * to be counted, so strangers cannot use this up.
   */
  perMemberAndDay: { guessesMax: 100, minutes: DAY_MINUTES },
} as const;

/**
 * Right ones of one member on one node. Each costs as much as a sign-in, which waits in the same line: beyond this they
 * count like wrong ones, or one member could keep everybody from signing in.
 */
export const RIGHT_PER_MEMBER = { max: 60, seconds: 15 * 60 } as const;

/** Who tries what of whom. */
export interface Guess {
  readonly what: 'pin' | 'password';
  /** A member's id, or the phone of nobody. */
  readonly whose: string;
  /** What the one who tries cannot change at will. */
  readonly trier: string;
}

/** Keeps a secret that is short from being tried out. */
export interface GuessLimits {
  /**
   * Counts a guess before it is made, so that guesses made at once count too.
   *
   * @throws {ApiError} `rate_limited`, with the time when the lock ends
   */
  begin(guess: Guess): Promise<void>;
  /** It was right: nothing is counted, unless there were too many right ones. */
  succeed(guess: Guess): Promise<void>;
}

type Name = keyof typeof GUESS_LIMITS;
const NAMES = Object.keys(GUESS_LIMITS) as Name[];

function keyOf(name: Name, { what, whose, trier }: Guess): Buffer {
  const parts = [name, what, whose, name === 'perMemberAndDay' ? '' : trier];
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

export function createGuessLimits(store: GuessStore, clock: Clock): GuessLimits {
  const rightOnes = createLimit(RIGHT_PER_MEMBER.max, RIGHT_PER_MEMBER.seconds);
  return {
    begin: async (guess) => {
      const now = clock();
      for (const name of NAMES) {
        const { guessesMax, minutes } = GUESS_LIMITS[name];
        const endsAt = new Date(now.getTime() + minutes * MINUTE_MS);
        const lockedUntil = await store.count(keyOf(name, guess), { guessesMax, now, endsAt });
        if (lockedUntil !== null) {
          throw new ApiError('rate_limited', {
            retryAfterS: Math.max(1, (lockedUntil.getTime() - now.getTime()) / 1000),
          });
        }
      }
    },
    succeed: async (guess) => {
      try {
        await rightOnes.take(guess.whose);
      } catch {
        return;
      }
      await store.giveBack(NAMES.map((name) => keyOf(name, guess)));
    },
  };
}
