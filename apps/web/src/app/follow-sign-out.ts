import { goTo } from '../shared/navigation/navigation.ts';
import { hasEndedHere } from '../shared/session/session.ts';
import { readStored } from '../shared/storage/local-storage.ts';
import { guardedBy } from './guard.ts';

function leaveWhereRefused(): void {
  const refused = guardedBy(window.location, readStored('access_token'));
  if (refused) goTo(refused);
}

/**
 * Another tab of this browser signed out: a page for members alone does not stay open in this one, nor does it come
 * back by the back key as it was left.
 */
export function followSignOut(): void {
  window.addEventListener('storage', ({ key }) => {
    // Of a ban each tab hears itself, maybe before the other has emptied the storage.
    if ((key === null || key === 'access_token') && !hasEndedHere()) leaveWhereRefused();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) leaveWhereRefused();
  });
}
