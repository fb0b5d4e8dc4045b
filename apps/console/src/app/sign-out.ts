import { callStaff } from '../shared/api/call-staff.ts';
import { loadErrorText } from '../shared/api/error-text.ts';
import { queryClient } from '../shared/api/query-client.ts';
import { storedLanguage } from '../shared/language/language.ts';
import { sessionStore } from '../shared/session/session-store.ts';
import { showToast } from '../shared/toasts/toasts.ts';

/** Ends the session, and forgets what the account has read. A failure leaves it signed in, and says so. */
export async function signOut(): Promise<void> {
  try {
    await callStaff('POST /operator/sign-out', { body: {} });
    sessionStore.set({ state: 'signed-out', me: null });
    queryClient.clear();
  } catch (error) {
    showToast('problem', await loadErrorText(error, storedLanguage()));
  }
}
