import { addressKey, createLimit } from '../../http/rate-limits.ts';

export const LOGIN_LIMITS = {
  /** Wrong passwords for one phone from one address. */
  perPhoneAndAddress: { failures: 10, seconds: 15 * 60 },
  /** Wrong passwords for one phone from anywhere. Generous, and not for addresses that the member has used. */
  perPhone: { failures: 100, seconds: 60 * 60 },
  /** Wrong passwords from one address: thousands of fans may share it. */
  perAddress: { failures: 500, seconds: 15 * 60 },
} as const;

export interface LoginLimits {
  /**
   * Counts an attempt before it is made, so that attempts made at once count too.
   *
   * @throws {ApiError} `rate_limited`, with the time when the lock ends
   */
  begin(phone: string, ip: string): Promise<void>;
  /** The password was right: nothing is counted. */
  succeed(phone: string, ip: string): Promise<void>;
}

/**
 * @param isKnownAddress whether the member of this phone has signed in from there before: strangers' guesses alone
 *   must not keep the owner out
 */
export function createLoginLimits(
  isKnownAddress: (phone: string, ip: string) => Promise<boolean>,
): LoginLimits {
  const of = ({ failures, seconds }: { failures: number; seconds: number }) =>
    createLimit(failures, seconds);
  const pair = of(LOGIN_LIMITS.perPhoneAndAddress);
  const phones = of(LOGIN_LIMITS.perPhone);
  const addresses = of(LOGIN_LIMITS.perAddress);
  const pairKey = (phone: string, ip: string): string => `${phone} ${addressKey(ip)}`;
  return {
    begin: async (phone, ip) => {
      await addresses.take(addressKey(ip));
      await pair.take(pairKey(phone, ip));
      try {
        await phones.take(phone);
      } catch (error) {
        if (!(await isKnownAddress(phone, ip))) throw error;
      }
    },
    succeed: async (phone, ip) => {
      await Promise.all([
        addresses.giveBack(addressKey(ip)),
        pair.giveBack(pairKey(phone, ip)),
        phones.giveBack(phone),
      ]);
    },
  };
}
