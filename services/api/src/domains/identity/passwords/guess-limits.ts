import { createLimit } from '../../../platform/http/rate-limits.ts';
import type { GuessCount, Guesses } from '../../../platform/limits/guesses/guesses.module.ts';

const DAY_MINUTES = 24 * 60;

/** Wrong PINs or passwords until the end of so many minutes. A PIN has a million values, so the days count too. */
export const GUESS_LIMITS = {
  /** Of one member by one who tries: a sign-in, a device, an address. */
  perTrier: { guessesMax: 5, minutes: 15 },
  perTrierAndDay: { guessesMax: 20, minutes: DAY_MINUTES },
  /**
   * Of one member by every session and known device together. Strangers do not get as far as to be counted. A thief
   * with several of them does: whoever proves the phone by OTP is not held back by this, and a reset clears it.
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
  /** The call proves the member's phone by OTP. */
  readonly isPhoneProven?: boolean;
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
  /** The owner has reset the password: what was guessed before holds nobody back any more. */
  clearMember(memberId: string): Promise<void>;
}

const TRIER_NAMES = ['perTrier', 'perTrierAndDay'] as const;

const memberCount = ({ what, whose }: Pick<Guess, 'what' | 'whose'>): GuessCount => ({
  ...GUESS_LIMITS.perMemberAndDay,
  of: ['perMemberAndDay', what, whose, ''],
});

function countsOf(guess: Guess): GuessCount[] {
  const { what, whose, trier, isPhoneProven = false } = guess;
  const ofTrier = TRIER_NAMES.map((name) => ({
    ...GUESS_LIMITS[name],
    of: [name, what, whose, trier],
  }));
  return isPhoneProven ? ofTrier : [...ofTrier, memberCount(guess)];
}

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
    clearMember: (whose) =>
      guesses.clear([
        memberCount({ what: 'pin', whose }),
        memberCount({ what: 'password', whose }),
      ]),
  };
}
