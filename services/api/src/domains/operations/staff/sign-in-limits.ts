import type { Device } from '../../../platform/http/caller-cookies.ts';
import { addressKey } from '../../../platform/http/rate-limits.ts';
import type { GuessCount, Guesses } from '../../../platform/limits/guesses/guesses.module.ts';
import type { StaffStore } from './staff.store.ts';

const QUARTER = 15;

/** Limits on wrong passwords and codes, counted in the database across nodes. */
export const STAFF_GUESS_LIMITS = {
  /** For one account in a browser that has signed in to it before. Attackers cannot use up this budget. */
  perDevice: { guessesMax: 10, minutes: QUARTER },
  /** For one account from one IP address, in other browsers. */
  perAddress: { guessesMax: 10, minutes: QUARTER },
  /** For one account in other browsers, from any IP address. */
  perAccount: { guessesMax: 50, minutes: 60 },
  /** From one IP address, for any account. A team at the venue shares one IP address. */
  everyAccount: { guessesMax: 100, minutes: QUARTER },
  /**
   * Passkey challenges for one IP address. The limit bounds the stored rows: each challenge is a row until it expires,
   * and cannot be guessed.
   */
  challenges: { guessesMax: 200, minutes: QUARTER },
} as const;

export interface StaffGuess {
  readonly secret: 'password' | 'code';
  /** The account's id, or an e-mail address without an account. */
  readonly account: string;
  readonly staffId: string | null;
  readonly ip: string;
  readonly device: Device;
}

export interface CountedGuess {
  /** Key of the hashing queue. */
  readonly caller: string;
  /** Returns the attempt to the budget: the secret was correct, or was not checked because the server is busy. */
  giveBack(): Promise<void>;
}

export type BeginGuess = (guess: StaffGuess) => Promise<CountedGuess>;

export interface SignInLimitsDeps {
  readonly guesses: Pick<Guesses, 'begin' | 'giveBack'>;
  readonly store: Pick<StaffStore, 'isOwnDevice'>;
}

/**
 * Creates the limits. An attempt is counted before its secret is checked, so that concurrent attempts count too.
 *
 * @returns a function that throws `rate_limited` with the end of the lock
 */
export function createSignInLimits({ guesses, store }: SignInLimitsDeps): BeginGuess {
  return async ({ secret, account, staffId, ip, device }) => {
    const counterOf = (
      name: keyof typeof STAFF_GUESS_LIMITS,
      ...of: readonly string[]
    ): GuessCount => ({ ...STAFF_GUESS_LIMITS[name], of: ['staff', secret, name, ...of] });
    const address = addressKey(ip);
    const isOwnDevice =
      staffId !== null && device.hash !== null && (await store.isOwnDevice(staffId, device.hash));
    const deviceKey = device.hash?.toString('base64url') ?? '';
    const counts = isOwnDevice
      ? [counterOf('perDevice', account, deviceKey)]
      : [
          // The narrowest counter comes first, so that a refused attempt does not count in the wider ones.
          counterOf('perAddress', account, address),
          counterOf('everyAccount', address),
          counterOf('perAccount', account),
        ];
    await guesses.begin(counts);
    return {
      caller: isOwnDevice ? `staff device ${deviceKey}` : address,
      giveBack: () => guesses.giveBack(counts),
    };
  };
}

/** @throws {ApiError} `rate_limited` */
export type CountChallenge = (ip: string) => Promise<void>;

/** Creates the limit on challenges that visitors request. */
export const createChallengeLimit =
  (guesses: Pick<Guesses, 'begin'>): CountChallenge =>
  (ip) =>
    guesses.begin([
      { ...STAFF_GUESS_LIMITS.challenges, of: ['staff', 'challenge', addressKey(ip)] },
    ]);
