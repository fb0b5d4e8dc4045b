import type { Device } from '../../../platform/http/caller-cookies.ts';
import { addressKey, createLimit } from '../../../platform/http/rate-limits.ts';
import type { GuessCount, Guesses } from '../../../platform/limits/guesses/guesses.module.ts';
import type { Sessions } from '../sessions/sessions.module.ts';

const QUARTER = 15;

/** Limits of wrong passwords, counted in the database across nodes. */
export const LOGIN_LIMITS = {
  /**
   * For one phone on one of the member's own devices. This allows at most 960 guesses a day, and common passwords are
   * not allowed.
   */
  perPhoneAndDevice: { guessesMax: 10, minutes: QUARTER },
  /** For one phone from one IP address, on devices that are not the member's own. */
  perPhoneAndAddress: { guessesMax: 10, minutes: QUARTER },
  /**
   * For one phone on devices that are not the member's own, from all IP addresses that the member has not used before.
   */
  perPhone: { guessesMax: 100, minutes: 60 },
  /**
   * From one IP address, on devices that are not the member's own. High, since thousands of fans may share an address.
   */
  perAddress: { guessesMax: 500, minutes: QUARTER },
} as const;

/**
 * Wrong passwords on one node from devices and addresses that the member has not used: about as many as the CPU can
 * hash.
 */
export const LOGINS_PER_NODE = { max: 30_000, seconds: 15 * 60 } as const;

/**
 * Limit of correct passwords for one phone on one node. Each check costs a hash, so beyond this limit correct passwords
 * count like wrong ones. Otherwise one member could block all sign-ins.
 */
export const CORRECT_PER_PHONE = { max: 600, seconds: 15 * 60 } as const;

type Caps = Readonly<Record<keyof typeof LOGIN_LIMITS, Omit<GuessCount, 'of'>>>;

export interface LoginAttempt {
  readonly phone: string;
  readonly ip: string;
  readonly device: Device;
  /** The stored password hash, or `null`. Guesses are counted per password, so a password reset starts new counters. */
  readonly passwordHash: string | null;
}

export interface CountedLogin {
  /**
   * Key of the hashing queue. A member's own device has a separate key, so that it does not wait behind others at the
   * same IP address.
   */
  readonly caller: string;
  /**
   * Removes the attempt from the counters after a correct password, unless the limit of correct passwords is exceeded.
   */
  succeed(): Promise<void>;
  /** Removes an attempt from the counters whose password was not checked because the server was busy. */
  giveBack(): Promise<void>;
}

export interface LoginLimits {
  /**
   * Counts an attempt before the password is checked, so that concurrent attempts count too.
   *
   * @throws {ApiError} `rate_limited`, with the end of the lock
   */
  begin(attempt: LoginAttempt): Promise<CountedLogin>;
}

export interface LoginLimitsDeps {
  readonly guesses: Pick<Guesses, 'begin' | 'giveBack'>;
  readonly sessions: Pick<Sessions, 'isKnownAddress' | 'isOwnDevice'>;
}

/**
 * Creates the limits. Strangers' guesses must not lock the owner out, although strangers may share the owner's IP
 * address. Therefore each own device of the member has a separate counter, and an address that the member has used is
 * exempt from the counter over all addresses. The narrow counters are checked first: an attempt that a narrow counter
 * refuses is not added to the wider ones.
 */
export function createLoginLimits(
  { guesses, sessions }: LoginLimitsDeps,
  caps: Caps = LOGIN_LIMITS,
): LoginLimits {
  const perNode = createLimit(LOGINS_PER_NODE.max, LOGINS_PER_NODE.seconds);
  const correctOnes = createLimit(CORRECT_PER_PHONE.max, CORRECT_PER_PHONE.seconds);
  const counterOf = (name: keyof Caps, ...of: readonly string[]): GuessCount => ({
    ...caps[name],
    of: ['login', name, ...of],
  });
  const isWithinCorrectLimit = (phone: string): Promise<boolean> =>
    correctOnes.take(phone).then(
      () => true,
      () => false,
    );

  function countersOf({ phone, ip, passwordHash }: LoginAttempt) {
    const address = addressKey(ip);
    const of = [phone, passwordHash ?? ''];
    const pair = counterOf('perPhoneAndAddress', ...of, address);
    return [pair, counterOf('perAddress', address), counterOf('perPhone', ...of)] as const;
  }

  return {
    begin: async (attempt) => {
      const { phone, ip, device, passwordHash } = attempt;
      if (device.hash !== null && (await sessions.isOwnDevice(phone, device))) {
        const key = device.hash.toString('base64url');
        const own = counterOf('perPhoneAndDevice', phone, passwordHash ?? '', key);
        await guesses.begin([own]);
        const succeed = async () => {
          if (await isWithinCorrectLimit(phone)) await guesses.giveBack([own]);
        };
        return { caller: `device ${key}`, succeed, giveBack: () => guesses.giveBack([own]) };
      }
      const [pair, address, everywhere] = countersOf(attempt);
      const isKnownAddress = await sessions.isKnownAddress(phone, ip);
      const counts = isKnownAddress ? [pair, address] : [pair, address, everywhere];
      await guesses.begin(counts);
      if (!isKnownAddress) await perNode.take('');
      const giveBack = async () => {
        await guesses.giveBack(counts);
        if (!isKnownAddress) await perNode.giveBack('');
      };
      const succeed = async () => {
        if (await isWithinCorrectLimit(phone)) await giveBack();
      };
      return { caller: addressKey(ip), succeed, giveBack };
    },
  };
}
