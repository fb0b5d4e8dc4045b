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

const ofPackages = new Map<number, number>();
let ofOneCoin: number | null = null;

/**
 * Keeps the price that a refusal told, in satang: the public list may be some seconds old, and an order at its price
 * would be refused again.
 */
export function keepToldPrice(choice: Choice, satang: number): void {
  if ('package_id' in choice) ofPackages.set(choice.package_id, satang);
  else ofOneCoin = satang / choice.custom_coins;
}

/** The list with what refusals told since; a price that the list has by now is forgotten. */
export function withToldPrices(prices: Prices): Prices {
  for (const { id, price_satang } of prices.packages) {
    if (ofPackages.get(id) === price_satang) ofPackages.delete(id);
  }
  const { custom } = prices;
  if (ofOneCoin === custom.satang_per_coin) ofOneCoin = null;
  return {
    packages: prices.packages.map((one) => ({
      ...one,
      price_satang: ofPackages.get(one.id) ?? one.price_satang,
    })),
    custom: { ...custom, satang_per_coin: ofOneCoin ?? custom.satang_per_coin },
  };
}
