import { callStaff } from '../shared/api/call-staff.ts';
import { loadErrorText } from '../shared/api/error-text.ts';
import { queryClient } from '../shared/api/query-client.ts';
import { storedLanguage } from '../shared/language/language.ts';
import { sessionStore } from '../shared/session/session-store.ts';
import { showToast } from '../shared/toasts/toasts.ts';

/**
 * Ends the session and clears all data that the account has read. If the request fails, the account stays signed in and
 * a message reports the failure.
 */
export async function signOut(): Promise<void> {
  try {
    await callStaff('POST /operator/sign-out', { body: {} });
    sessionStore.set({ state: 'signed-out', me: null });
    queryClient.clear();
  } catch (error) {
    showToast('problem', await loadErrorText(error, storedLanguage()));
  }
}
