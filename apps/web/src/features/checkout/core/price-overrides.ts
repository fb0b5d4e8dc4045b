import type { CoinPackage } from '@sangwian/contract/endpoints/coins';

type Choice =
  | { readonly package_id: number; readonly satang: number }
  | { readonly custom_coins: number; readonly satang: number };

interface Prices {
  readonly packages: CoinPackage[];
  readonly custom: {
    readonly base_min: number;
    readonly base_max: number;
    readonly satang_per_coin: number;
  };
}

const packagePrices = new Map<number, number>();
let satangPerCoin: number | null = null;

/**
 * Stores the price from a refusal, in satang. The cached price list can be seconds old, and an order at the listed
 * price would be refused again.
 */
export function overridePrice(choice: Choice, satang: number): void {
  if ('package_id' in choice) packagePrices.set(choice.package_id, satang);
  else satangPerCoin = satang / choice.custom_coins;
}

/** Returns the price list with the overrides. An override is removed once the list contains the same price. */
export function withPriceOverrides(prices: Prices): Prices {
  for (const { id, price_satang } of prices.packages) {
    if (packagePrices.get(id) === price_satang) packagePrices.delete(id);
  }
  const { custom } = prices;
  if (satangPerCoin === custom.satang_per_coin) satangPerCoin = null;
  return {
    packages: prices.packages.map((one) => ({
      ...one,
      price_satang: packagePrices.get(one.id) ?? one.price_satang,
    })),
    custom: { ...custom, satang_per_coin: satangPerCoin ?? custom.satang_per_coin },
  };
}
