import { goTo } from '../shared/navigation/navigation.ts';
import { hasEndedHere } from '../shared/session/session.ts';
import { readStored } from '../shared/storage/local-storage.ts';
import { guardRedirect } from './guard.ts';

function leaveIfGuarded(): void {
  const refused = guardRedirect(window.location, readStored('access_token'));
  if (refused) goTo(refused);
}

/**
 * Leaves a members-only page when another tab has signed out, or when the back button restores the page after a
 * sign-out.
 */
export function followSignOut(): void {
  window.addEventListener('storage', ({ key }) => {
    // Every tab handles a ban separately. A tab that has already redirected because of a ban ignores that another tab
    // clears the storage.
    if ((key === null || key === 'access_token') && !hasEndedHere()) leaveIfGuarded();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) leaveIfGuarded();
  });
}
