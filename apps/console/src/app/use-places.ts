import { sessionStore } from '../shared/session/session-store.ts';
import { useStore } from '../shared/store.ts';
import { PLACES, type Place } from './places.ts';

/** Returns the places that the signed-in role may open. */
export function usePlaces(): readonly Place[] {
  const { me } = useStore(sessionStore);
  return PLACES.filter(({ permissions }) =>
    permissions.some((permission) => me?.permissions.includes(permission) === true),
  );
}
