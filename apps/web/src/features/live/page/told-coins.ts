import { ApiError } from '../../../shared/api/api-error.ts';

/** The price in coins that a `price_changed` refusal tells; `null` of anything else. */
export function newCoinsOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 'price_changed') return null;
  const told = error.body.details?.find(({ path }) => path === 'expected_coins')?.message;
  const coins = Number(told);
  return told !== undefined && Number.isSafeInteger(coins) && coins >= 0 ? coins : null;
}
