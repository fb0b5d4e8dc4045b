import { ApiError } from '@sangwian/node-kit/api-error';
import type { Device } from '../../http/caller-cookies.ts';
import { addressKey, createLimit, type Limit } from '../../http/rate-limits.ts';

const QUARTER_S = 15 * 60;

/**
 * Codes that nobody gave out, on one node. A code that is made has 59 bits, so these keep off who tries words; an address
 * may be that of thousands of fans who mistype.
 */
export const REDEEM_GUESS_LIMITS = {
  perMember: { guesses: 10, seconds: QUARTER_S },
  perDevice: { guesses: 20, seconds: QUARTER_S },
  perAddress: { guesses: 300, seconds: QUARTER_S },
} as const;

export interface Trier {
  readonly memberId: string;
  readonly device: Pick<Device, 'hash'>;
  readonly ip: string;
}

export interface RedeemGuesses {
  /**
   * Counts an attempt before it is made, so that attempts made at once count too, and takes it back where it was no
   * guess: where it ended in anything but `redeem_not_found`.
   *
   * @throws {ApiError} `rate_limited` with the time when the lock ends; whatever the attempt throws
   */
  attempt<Result>(trier: Trier, run: () => Promise<Result>): Promise<Result>;
}

export function createRedeemGuesses(): RedeemGuesses {
  const of = (name: keyof typeof REDEEM_GUESS_LIMITS): Limit => {
    const { guesses, seconds } = REDEEM_GUESS_LIMITS[name];
    return createLimit(guesses, seconds);
  };
  const [members, devices, addresses] = [of('perMember'), of('perDevice'), of('perAddress')];
  return {
    attempt: async ({ memberId, device, ip }, run) => {
      const counts: (readonly [Limit, string])[] = [
        [members, memberId],
        [addresses, addressKey(ip)],
        ...(device.hash === null ? [] : [[devices, device.hash.toString('base64url')] as const]),
      ];
      const taken: (readonly [Limit, string])[] = [];
      const giveBack = () => Promise.all(taken.map(([limit, key]) => limit.giveBack(key)));
      try {
        for (const [limit, key] of counts) {
          await limit.take(key);
          taken.push([limit, key]);
        }
        const result = await run();
        await giveBack();
        return result;
      } catch (error) {
        const isGuess = error instanceof ApiError && error.code === 'redeem_not_found';
        if (!isGuess) await giveBack();
        throw error;
      }
    },
  };
}
