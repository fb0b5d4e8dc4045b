import type { SiteState, SwitchName } from '@sangwian/contract/endpoints/site';
import type { BilingualText } from '@sangwian/i18n/language';
import { useSiteConfig } from '../site-config.ts';
import { createStore, useStore } from '../store.ts';

/** The latest state of the switches; `null` while the state in the served page is the latest. */
export const siteState = createStore<SiteState | null>(null);

/** Stores a state, unless a newer state is known. */
export function applySiteState(state: SiteState): void {
  if (state.revision >= (siteState.get()?.revision ?? 0)) siteState.set(state);
}

/** Returns the reason why a part of the site is switched off; `null` while the part is on. */
export function useSwitchedOff(name: SwitchName): BilingualText | null {
  const { state } = useSiteConfig();
  const { off } = useStore(siteState, null) ?? state;
  return off.find((one) => one.name === name)?.reason ?? null;
}
