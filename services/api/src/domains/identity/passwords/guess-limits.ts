import { createLimit } from '../../../platform/http/rate-limits.ts';
import type { GuessCount, Guesses } from '../../../platform/limits/guesses/guesses.module.ts';

const DAY_MINUTES = 24 * 60;

/** Limits of wrong PINs and passwords. There are limits per day too, because only a million PINs exist. */
export const GUESS_LIMITS = {
  /** Guesses at one member's secret by one caller: a session, a device or a proven phone. */
  perTrier: { guessesMax: 5, minutes: 15 },
  perTrierAndDay: { guessesMax: 20, minutes: DAY_MINUTES },
  /**
   * Guesses at one member's secret on all sessions and known devices. Strangers cannot use this limit up, but a thief
   * with several devices can. Therefore a proof of the phone by OTP bypasses the limit, and a password reset clears it.
   */
  perMemberAndDay: { guessesMax: 100, minutes: DAY_MINUTES },
} as const;

/**
 * Limit of correct secrets of one member on one node. Each check costs a hash, so beyond this limit correct secrets
 * count like wrong ones. Otherwise one member could block all sign-ins.
 */
export const CORRECT_PER_MEMBER = { max: 60, seconds: 15 * 60 } as const;

/** One guess at a member's PIN or password. */
export interface Guess {
  readonly secret: 'pin' | 'password';
  /** The member's id; for a phone without a member, the phone number. */
  readonly account: string;
  /** Identifies the caller by a value that the caller cannot choose. */
  readonly caller: string;
  /** Whether the request proves the member's phone by OTP. */
  readonly isPhoneProven?: boolean;
}

/** Limits guesses at PINs and passwords. */
export interface GuessLimits {
  /**
   * Counts a guess before it is checked, so that concurrent guesses count too.
   *
   * @throws {ApiError} `rate_limited`, with the end of the lock
   */
  begin(guess: Guess): Promise<void>;
  /** Removes a correct guess from the counters, unless the limit of correct secrets is exceeded. */
  succeed(guess: Guess): Promise<void>;
  /** Removes a guess from the counters that was not checked because the server was busy. */
  giveBack(guess: Guess): Promise<void>;
  /** Clears a member's counters after a password reset. */
  clearMember(memberId: string): Promise<void>;
}

const TRIER_NAMES = ['perTrier', 'perTrierAndDay'] as const;

const memberCounter = ({ secret, account }: Pick<Guess, 'secret' | 'account'>): GuessCount => ({
  ...GUESS_LIMITS.perMemberAndDay,
  of: ['perMemberAndDay', secret, account, ''],
});

function countersOf(guess: Guess): GuessCount[] {
  const { secret, account, caller, isPhoneProven = false } = guess;
  const ofCaller = TRIER_NAMES.map((name) => ({
    ...GUESS_LIMITS[name],
    of: [name, secret, account, caller],
  }));
  return isPhoneProven ? ofCaller : [...ofCaller, memberCounter(guess)];
}

export function createGuessLimits(guesses: Guesses): GuessLimits {
  const correctOnes = createLimit(CORRECT_PER_MEMBER.max, CORRECT_PER_MEMBER.seconds);
  return {
    begin: (guess) => guesses.begin(countersOf(guess)),
    succeed: async (guess) => {
      try {
        await correctOnes.take(guess.account);
      } catch {
        return;
      }
      await guesses.giveBack(countersOf(guess));
    },
    giveBack: (guess) => guesses.giveBack(countersOf(guess)),
    clearMember: (account) =>
      guesses.clear([
        memberCounter({ secret: 'pin', account }),
        memberCounter({ secret: 'password', account }),
      ]),
  };
}
