import { isCode } from '../shared/api/api-error.ts';
import { callStaff } from '../shared/api/call-staff.ts';
import { keepMe, sessionStore } from '../shared/session/session-store.ts';
import { createStore } from '../shared/store.ts';

/** Why the session could not be read, other than that nobody is signed in. */
export const sessionErrorStore = createStore<Error | null>(null);

/** Reads who is signed in. A failure keeps the known account, if there is one. */
export async function loadSession(): Promise<void> {
  sessionErrorStore.set(null);
  try {
    const { data } = await callStaff('GET /operator/me', {});
    keepMe(data);
  } catch (error) {
    if (isCode(error, 'staff_sign_in_needed')) return;
    if (sessionStore.get().me === null) sessionErrorStore.set(error as Error);
  }
}
