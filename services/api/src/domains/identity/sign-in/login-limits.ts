import type { Device } from '../../../platform/http/caller-cookies.ts';
import { addressKey, createLimit } from '../../../platform/http/rate-limits.ts';
import type { GuessCount, Guesses } from '../../../platform/limits/guesses/guesses.module.ts';
import type { Sessions } from '../sessions/sessions.module.ts';

const QUARTER = 15;

/** Limits on wrong passwords, counted in the database across nodes. */
export const LOGIN_LIMITS = {
  /** For one phone on a device of its member: at most 960 a day, and common passwords are not allowed. */
  perPhoneAndDevice: { guessesMax: 10, minutes: QUARTER },
  /** For one phone from one address, on other devices. */
  perPhoneAndAddress: { guessesMax: 10, minutes: QUARTER },
  /** For one phone on other devices from any address, except addresses that the member has used. */
  perPhone: { guessesMax: 100, minutes: 60 },
  /** From one address on unknown devices: thousands of fans may share it. */
  perAddress: { guessesMax: 500, minutes: QUARTER },
} as const;

/** Wrong passwords from unknown devices and addresses on one node: about as many as its CPU can hash. */
export const LOGINS_PER_NODE = { max: 30_000, seconds: 15 * 60 } as const;

/**
 * Correct passwords for one phone on one node. Each costs a hash, so beyond this limit they count like wrong ones;
 * otherwise one member could block all sign-ins.
 */
export const CORRECT_PER_PHONE = { max: 600, seconds: 15 * 60 } as const;

type Caps = Readonly<Record<keyof typeof LOGIN_LIMITS, Omit<GuessCount, 'of'>>>;

export interface LoginAttempt {
  readonly phone: string;
  readonly ip: string;
  readonly device: Device;
  /**
   * The stored password hash, or `null`. Guesses are counted per password, so a reset starts new counters.
   */
  readonly passwordHash: string | null;
}

export interface CountedLogin {
  /** Key of the hashing queue: a member's own device does not wait behind others at the same address. */
  readonly caller: string;
  /** Uncounts the attempt after a correct password, unless there were too many correct ones. */
  succeed(): Promise<void>;
  /** Uncounts an attempt whose password was not checked, because the server is busy. */
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
 * Creates the limits. Strangers' guesses must not lock the owner out, and strangers may share an address. Therefore a
 * device that has signed in as the member or proved the phone has its own counter, and an address that the member has
 * used is exempt from the global counter. Narrow counters come first: a refused attempt is not added to wider ones.
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
