import type { Device } from '../../http/caller-cookies.ts';
import { addressKey, createLimit } from '../../http/rate-limits.ts';
import type { Sessions } from '../sessions/sessions.module.ts';

export const LOGIN_LIMITS = {
  /** Wrong passwords for one phone on a device that its member has used, wherever that is now. */
  perPhoneAndDevice: { failures: 10, seconds: 15 * 60 },
  /** Wrong passwords for one phone from one address, on devices that nobody knows. */
  perPhoneAndAddress: { failures: 10, seconds: 15 * 60 },
  /** Wrong passwords for one phone from anywhere. Generous, and not for addresses that the member has used. */
  perPhone: { failures: 100, seconds: 60 * 60 },
  /** Wrong passwords from one address: thousands of fans may share it. */
  perAddress: { failures: 500, seconds: 15 * 60 },
  /** Wrong passwords of everybody on one node: about as many as it can hash, and not for addresses as above. */
  ofEveryone: { failures: 30_000, seconds: 15 * 60 },
} as const;

/**
 * Right passwords for one phone on one node. Each costs a hash like a wrong one, and nobody signs in so often: beyond
 * this they count like wrong ones, or one member could keep everybody from signing in.
 */
export const RIGHT_PER_PHONE = { max: 600, seconds: 15 * 60 } as const;

type Caps = Readonly<
  Record<keyof typeof LOGIN_LIMITS, { readonly failures: number; readonly seconds: number }>
>;

export interface LoginLimits {
  /**
   * Counts an attempt before it is made, so that attempts made at once count too.
   *
   * @returns to be called where the password was right: then nothing is counted, unless there were too many right ones
   * @throws {ApiError} `rate_limited`, with the time when the lock ends
   */
  begin(phone: string, ip: string, device: Device): Promise<() => Promise<void>>;
}

/**
 * Strangers' guesses alone must not keep the owner out, and an address is shared by strangers: so a device that the
 * member has signed in on is counted by itself alone, and an address that the member has used is let off what is counted
 * of everywhere.
 */
export function createLoginLimits(
  { isKnownAddress, isKnownDevice }: Pick<Sessions, 'isKnownAddress' | 'isKnownDevice'>,
  caps: Caps = LOGIN_LIMITS,
): LoginLimits {
  const of = (name: keyof Caps) => createLimit(caps[name].failures, caps[name].seconds);
  const devices = of('perPhoneAndDevice');
  const pairs = of('perPhoneAndAddress');
  const phones = of('perPhone');
  const addresses = of('perAddress');
  const everyone = of('ofEveryone');
  const rightOnes = createLimit(RIGHT_PER_PHONE.max, RIGHT_PER_PHONE.seconds);
  const isSeldomRight = (phone: string): Promise<boolean> =>
    rightOnes.take(phone).then(
      () => true,
      () => false,
    );
  return {
    begin: async (phone, ip, device) => {
      if (await isKnownDevice(phone, device)) {
        const key = `${phone} ${device.hash?.toString('base64url')}`;
        await devices.take(key);
        return async () => {
          if (await isSeldomRight(phone)) await devices.giveBack(key);
        };
      }
      const address = addressKey(ip);
      const pair = `${phone} ${address}`;
      await addresses.take(address);
      await pairs.take(pair);
      try {
        await phones.take(phone);
        await everyone.take('');
      } catch (error) {
        if (!(await isKnownAddress(phone, ip))) throw error;
      }
      return async () => {
        if (!(await isSeldomRight(phone))) return;
        await Promise.all([
          addresses.giveBack(address),
          pairs.giveBack(pair),
          phones.giveBack(phone),
          everyone.giveBack(''),
        ]);
      };
    },
  };
}
