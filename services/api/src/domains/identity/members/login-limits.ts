import type { Device } from '../../../platform/http/caller-cookies.ts';
import { addressKey, createLimit } from '../../../platform/http/rate-limits.ts';
import type { GuessCount, Guesses } from '../../../platform/limits/guesses/guesses.module.ts';
import type { Sessions } from '../sessions/sessions.module.ts';

const QUARTER = 15;

/** Wrong passwords until a count is full. Counted in the database, for all nodes. */
export const LOGIN_LIMITS = {
  /** For one phone on a device of its member: 960 a day, against passwords that are none of the commonest thousand. */
  perPhoneAndDevice: { guessesMax: 10, minutes: QUARTER },
  /** For one phone from one address, on other devices. */
  perPhoneAndAddress: { guessesMax: 10, minutes: QUARTER },
  /** For one phone on other devices from anywhere. Does not apply to addresses that the member has used. */
  perPhone: { guessesMax: 100, minutes: 60 },
  /** From one address on unknown devices: thousands of fans may share it. */
  perAddress: { guessesMax: 500, minutes: QUARTER },
} as const;

/** Wrong passwords of unknown devices and addresses on one node: about as many as it can hash. Guards its CPU alone. */
export const LOGINS_PER_NODE = { max: 30_000, seconds: 15 * 60 } as const;

/**
 * Right passwords for one phone on one node. Each costs a hash like a wrong one, and nobody signs in so often: beyond
 * this they count like wrong ones, or one member could keep everybody from signing in.
 */
export const RIGHT_PER_PHONE = { max: 600, seconds: 15 * 60 } as const;

type Caps = Readonly<Record<keyof typeof LOGIN_LIMITS, Omit<GuessCount, 'of'>>>;

export interface LoginAttempt {
  readonly phone: string;
  readonly ip: string;
  readonly device: Device;
  /**
   * The stored password hash, or `null`. Guesses count against the password that they were made at, so a reset gives
   * the owner empty counts.
   */
  readonly passwordHash: string | null;
}

export interface BegunLogin {
  /** Whose turn at hashing it takes: a device of the member waits for nobody behind the same address. */
  readonly caller: string;
  /** The password was right: nothing is counted, unless there were too many right ones. */
  succeed(): Promise<void>;
}

export interface LoginLimits {
  /**
   * Counts an attempt before it is made, so that attempts made at once count too.
   *
   * @throws {ApiError} `rate_limited`, with the time when the lock ends
   */
  begin(attempt: LoginAttempt): Promise<BegunLogin>;
}

export interface LoginLimitsDeps {
  readonly guesses: Pick<Guesses, 'begin' | 'giveBack'>;
  readonly sessions: Pick<Sessions, 'isKnownAddress' | 'isOwnDevice'>;
}

/**
 * Strangers' guesses alone must not keep the owner out, and an address is shared by strangers: so a device that has
 * signed in as the member, or proved the phone, is counted by itself alone, and an address that the member has used is
 * let off what is counted of everywhere. Narrow counts come before wide ones: a refused attempt adds to no wider count.
 */
export function createLoginLimits(
  { guesses, sessions }: LoginLimitsDeps,
  caps: Caps = LOGIN_LIMITS,
): LoginLimits {
  const everyone = createLimit(LOGINS_PER_NODE.max, LOGINS_PER_NODE.seconds);
  const rightOnes = createLimit(RIGHT_PER_PHONE.max, RIGHT_PER_PHONE.seconds);
  const countOf = (name: keyof Caps, ...of: readonly string[]): GuessCount => ({
    ...caps[name],
    of: ['login', name, ...of],
  });
  const isSeldomRight = (phone: string): Promise<boolean> =>
    rightOnes.take(phone).then(
      () => true,
      () => false,
    );

  function countsOf({ phone, ip, passwordHash }: LoginAttempt) {
    const address = addressKey(ip);
    const of = [phone, passwordHash ?? ''];
    const pair = countOf('perPhoneAndAddress', ...of, address);
    return [pair, countOf('perAddress', address), countOf('perPhone', ...of)] as const;
  }

  return {
    begin: async (attempt) => {
      const { phone, ip, device, passwordHash } = attempt;
      if (device.hash !== null && (await sessions.isOwnDevice(phone, device))) {
        const key = device.hash.toString('base64url');
        const own = countOf('perPhoneAndDevice', phone, passwordHash ?? '', key);
        await guesses.begin([own]);
        const succeed = async () => {
          if (await isSeldomRight(phone)) await guesses.giveBack([own]);
        };
        return { caller: `device ${key}`, succeed };
      }
      const [pair, address, everywhere] = countsOf(attempt);
      const isKnownAddress = await sessions.isKnownAddress(phone, ip);
      const counts = isKnownAddress ? [pair, address] : [pair, address, everywhere];
      await guesses.begin(counts);
      if (!isKnownAddress) await everyone.take('');
      const succeed = async () => {
        if (!(await isSeldomRight(phone))) return;
        await guesses.giveBack(counts);
        if (!isKnownAddress) await everyone.giveBack('');
      };
      return { caller: addressKey(ip), succeed };
    },
  };
}
