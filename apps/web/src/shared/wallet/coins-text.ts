import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';

/** Returns a function that formats an amount of coins with its unit: `1 coin`, `2,480 coins`. */
export function useCoinsText(): (coins: number) => string {
  const { t } = useLingui();
  return (coins) => t`${plural(coins, { one: '# coin', other: '# coins' })}`;
}
