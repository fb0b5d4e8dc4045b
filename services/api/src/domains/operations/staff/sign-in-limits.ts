import type { Device } from '../../../platform/http/caller-cookies.ts';
import { addressKey } from '../../../platform/http/rate-limits.ts';
import type { GuessCount, Guesses } from '../../../platform/limits/guesses/guesses.module.ts';
import type { StaffStore } from './staff.store.ts';

const QUARTER = 15;

/** Limits on wrong passwords and codes, counted in the database across nodes. */
export const STAFF_GUESS_LIMITS = {
  /** On a browser in which the account has signed in: strangers cannot use this budget up. */
  perDevice: { guessesMax: 10, minutes: QUARTER },
  /** For one account from one address, in other browsers. */
  perAddress: { guessesMax: 10, minutes: QUARTER },
  /** For one account in other browsers, from any address. */
  perAccount: { guessesMax: 50, minutes: 60 },
  /** From one address, for any account. A team at the ring shares one. */
  everyAccount: { guessesMax: 100, minutes: QUARTER },
  /** Challenges of passkeys for one address. Each is a row until it expires, and none can be guessed. */
  challenges: { guessesMax: 200, minutes: QUARTER },
} as const;

export interface StaffGuess {
  readonly secret: 'password' | 'code';
  /** The account's id, or the unknown address. */
  readonly account: string;
  readonly staffId: string | null;
  readonly ip: string;
  readonly device: Device;
}

export interface CountedGuess {
  /** Key of the hashing queue. */
  readonly caller: string;
  /** Uncounts the attempt: the secret was correct, or was not checked because the server is busy. */
  giveBack(): Promise<void>;
}

export type BeginGuess = (guess: StaffGuess) => Promise<CountedGuess>;

export interface SignInLimitsDeps {
  readonly guesses: Pick<Guesses, 'begin' | 'giveBack'>;
  readonly store: Pick<StaffStore, 'isOwnDevice'>;
}

/**
 * Creates the limits. An attempt is counted before it is checked, so that concurrent attempts count too.
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
          // The narrow counter comes first: a refused attempt is not added to wider ones.
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

/** Creates the limit on challenges that visitors ask for. */
export const createChallengeLimit =
  (guesses: Pick<Guesses, 'begin'>): CountChallenge =>
  (ip) =>
    guesses.begin([
      { ...STAFF_GUESS_LIMITS.challenges, of: ['staff', 'challenge', addressKey(ip)] },
    ]);
