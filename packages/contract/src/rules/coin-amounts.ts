import type { CoinPackage, PackageImage } from '../endpoints/coins.ts';
import { LIMITS } from '../limits.ts';

/** Returns the picture of a package by the specification's tiers of base coins. */
export function packageImage(baseCoins: number): PackageImage {
  if (baseCoins < 300) return '20-coin';
  return baseCoins <= 1_000 ? '100-coin' : '500-coin';
}

/** Whether this number of base coins can be bought as a custom amount. */
export const isCustomAmount = (baseCoins: number): boolean =>
  Number.isInteger(baseCoins) &&
  baseCoins >= LIMITS.customCoinsMin &&
  baseCoins <= LIMITS.customCoinsMax;

/**
 * Returns the bonus of a custom amount: in proportion to the largest package that is not above it, rounded down.
 *
 * @param baseCoins whole
 */
export function customBonus(
  baseCoins: number,
  packages: readonly Pick<CoinPackage, 'coin' | 'coin_detail'>[],
): number {
  const nearest = packages
    .filter(({ coin_detail: base }) => base <= baseCoins)
    .reduce<Pick<CoinPackage, 'coin' | 'coin_detail'> | null>(
      (largest, one) => (largest === null || one.coin_detail > largest.coin_detail ? one : largest),
      null,
    );
  if (nearest === null) return 0;
  const bonus = nearest.coin - nearest.coin_detail;
  // Always below 2^53: at most 50 000 × 1 000.
  return Math.floor((baseCoins * bonus) / nearest.coin_detail);
}
