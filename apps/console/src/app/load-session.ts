import { isCode } from '../shared/api/api-error.ts';
import { callStaff } from '../shared/api/call-staff.ts';
import { keepMe, type Me, sessionStore } from '../shared/session/session-store.ts';
import { createStore } from '../shared/store.ts';

/** Why reading the session failed. A missing sign-in is not a failure. */
export const sessionErrorStore = createStore<Error | null>(null);

/**
 * Reads the signed-in account. If the read fails, the known account stays.
 *
 * @param onChange called with the known account and the new one, before the new one is shown
 */
export async function loadSession(onChange?: (before: Me, after: Me) => void): Promise<void> {
  sessionErrorStore.set(null);
  try {
    const { data } = await callStaff('GET /operator/me', {});
    const { me } = sessionStore.get();
    if (me?.staff_id === data.staff_id) onChange?.(me, data);
    keepMe(data);
  } catch (error) {
    if (isCode(error, 'staff_sign_in_needed')) return;
    if (sessionStore.get().me === null) sessionErrorStore.set(error as Error);
  }
}
