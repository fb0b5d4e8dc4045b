import type { SiteState, SwitchName } from '@sangwian/contract/endpoints/site';
import type { BilingualText } from '@sangwian/i18n/language';
import { useSiteConfig } from '../site-config.ts';
import { createStore, useStore } from '../store.ts';

/** The latest state of the switches; `null` while the state in the served page is current. */
export const siteState = createStore<SiteState | null>(null);

/** Keeps a state unless a newer one is known. */
export function applySiteState(state: SiteState): void {
  if (state.revision >= (siteState.get()?.revision ?? 0)) siteState.set(state);
}

/** Returns the reason of a part that is switched off; `null` while it is on. */
export function useSwitchedOff(name: SwitchName): BilingualText | null {
  const { state } = useSiteConfig();
  const { off } = useStore(siteState, null) ?? state;
  return off.find((one) => one.name === name)?.reason ?? null;
}
