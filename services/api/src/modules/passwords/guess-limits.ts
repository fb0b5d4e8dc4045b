import { createLimit } from '../../http/rate-limits.ts';
import type { GuessCount, Guesses } from '../guesses/guesses.module.ts';

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

const countsOf = ({ what, whose, trier }: Guess): GuessCount[] =>
  NAMES.map((name) => ({
    ...GUESS_LIMITS[name],
    of: [name, what, whose, name === 'perMemberAndDay' ? '' : trier],
  }));

export function createGuessLimits(guesses: Guesses): GuessLimits {
  const rightOnes = createLimit(RIGHT_PER_MEMBER.max, RIGHT_PER_MEMBER.seconds);
  return {
    begin: (guess) => guesses.begin(countsOf(guess)),
    succeed: async (guess) => {
      try {
        await rightOnes.take(guess.whose);
      } catch {
        return;
      }
      await guesses.giveBack(countsOf(guess));
    },
  };
}
