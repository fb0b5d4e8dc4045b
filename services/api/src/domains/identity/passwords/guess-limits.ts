import { createLimit } from '../../../platform/http/rate-limits.ts';
import type { GuessCount, Guesses } from '../../../platform/limits/guesses/guesses.module.ts';

const DAY_MINUTES = 24 * 60;

/** Limits on wrong PINs and passwords. A PIN has only a million values, so there are daily limits too. */
export const GUESS_LIMITS = {
  /** For one member by one caller: a session, a device or a proven phone. */
  perTrier: { guessesMax: 5, minutes: 15 },
  perTrierAndDay: { guessesMax: 20, minutes: DAY_MINUTES },
  /**
   * For one member by all sessions and known devices. Strangers cannot use it up. A thief with several devices can, so a
   * proof of the phone by OTP bypasses it, and a password reset clears it.
   */
  perMemberAndDay: { guessesMax: 100, minutes: DAY_MINUTES },
} as const;

/**
 * Correct secrets of one member on one node. Each costs a hash, so beyond this limit they count like wrong ones;
 * otherwise one member could block all sign-ins.
 */
export const CORRECT_PER_MEMBER = { max: 60, seconds: 15 * 60 } as const;

/** A guess of a member's PIN or password. */
export interface Guess {
  readonly secret: 'pin' | 'password';
  /** The member's id, or a phone without a member. */
  readonly account: string;
  /** Identifies the caller by a value that they cannot choose freely. */
  readonly caller: string;
  /** Whether the call proves the member's phone by OTP. */
  readonly isPhoneProven?: boolean;
}

/** Limits guesses of PINs and passwords. */
export interface GuessLimits {
  /**
   * Counts a guess before it is checked, so that concurrent guesses count too.
   *
   * @throws {ApiError} `rate_limited`, with the end of the lock
   */
  begin(guess: Guess): Promise<void>;
  /** Uncounts a correct guess, unless there were too many correct ones. */
  succeed(guess: Guess): Promise<void>;
  /** Uncounts a guess that was not checked, because the server is busy. */
  giveBack(guess: Guess): Promise<void>;
  /** Clears the member's counters after a password reset. */
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
