import type { CoinPackage } from '@sangwian/contract/endpoints/coins';
import { customBonus, isCustomAmount } from '@sangwian/contract/rules/coin-amounts';
import { useState } from 'react';
import { createTabDraft } from '../../../shared/storage/tab-draft.ts';
import type { Choice } from '../core/start-order.ts';
import type { CoinStore } from '../core/wallet-data.ts';

/** The chosen package or the typed custom amount. */
export type Chosen =
  | { readonly kind: 'package'; readonly id: number }
  | { readonly kind: 'custom'; readonly typed: string }
  | null;

const CHARS_MAX = 6;

/** Reads the choice from a link: `?package=7` or `?coins=250`. */
export function readChosen(search: URLSearchParams): Chosen {
  const id = search.get('package');
  if (id !== null && /^\d{1,9}$/.test(id)) return { kind: 'package', id: Number(id) };
  const typed = search.get('coins');
  return typed === null ? null : { kind: 'custom', typed: typed.slice(0, CHARS_MAX) };
}

/**
 * The key of the stored choice, which survives a reload and the back button. The choice is not in the URL, because
 * every tap would then reload the prices.
 */
const draft = createTabDraft('coin-choice', { chosen: null as Chosen });

/** Returns the choice and its setter. A choice in the URL overrides the stored choice. */
export function useChosen(search: URLSearchParams): [Chosen, (chosen: Chosen) => void] {
  const { chosen } = draft.use();
  const [linked, setLinked] = useState(() => readChosen(search));
  const choose = (next: Chosen) => {
    setLinked(null);
    draft.change({ chosen: next });
  };
  return [linked ?? chosen, choose];
}

export interface Sum {
  readonly choice: Choice;
  readonly base_coins: number;
  readonly bonus_coins: number;
}

const sumOfPackage = ({ id, coin, coin_detail, price_satang }: CoinPackage): Sum => ({
  choice: { package_id: id, satang: price_satang },
  base_coins: coin_detail,
  bonus_coins: coin - coin_detail,
});

/** Returns the total at the current prices; `null` without a valid choice. */
export function sumOf(chosen: Chosen, store: CoinStore): Sum | null {
  if (chosen === null) return null;
  if (chosen.kind === 'package') {
    const found = store.packages.find(({ id }) => id === chosen.id);
    return found ? sumOfPackage(found) : null;
  }
  const base = Number(chosen.typed);
  const { base_min, base_max, satang_per_coin } = store.custom;
  const fits = /^\d+$/.test(chosen.typed) && isCustomAmount(base);
  if (!fits || base < base_min || base > base_max) return null;
  return {
    choice: { custom_coins: base, satang: base * satang_per_coin },
    base_coins: base,
    bonus_coins: customBonus(base, store.packages),
  };
}
