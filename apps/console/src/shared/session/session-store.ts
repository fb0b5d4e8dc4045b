import type { ResponseOf } from '@sangwian/contract/contract';
import { createStore, useStore } from '../store.ts';

/** The signed-in account, as the API describes it. */
export type Me = ResponseOf<'GET /operator/me'>['data'];

type Session =
  /** The first response of the API has not arrived yet. */
  | { readonly state: 'loading'; readonly me: null }
  | { readonly state: 'signed-out'; readonly me: null }
  | { readonly state: 'signed-in'; readonly me: Me };

export const sessionStore = createStore<Session>({ state: 'loading', me: null });

export const keepMe = (me: Me): void => sessionStore.set({ state: 'signed-in', me });

/** Returns the signed-in account. Use it only in places: the shell renders them only for signed-in operators. */
export function useMe(): Me {
  const { me } = useStore(sessionStore);
  if (me === null) throw new Error('A place is shown without a session');
  return me;
}
