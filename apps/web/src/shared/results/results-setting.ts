import { callApi } from '../api/call-api.ts';
import { getSession, keepMemberIfCurrent, onSessionChange } from '../session/session.ts';
import { readStored, storeFlag } from '../storage/local-storage.ts';
import { createStore, useStoreInSteps } from '../store.ts';

const read = (): boolean => readStored('show_results') !== null;
const store = createStore(read());
onSessionChange(() => store.set(read()));

/** Returns whether results of replays are shown; `false` on the server and while hydrating. */
export const useShowsResults = (): boolean => useStoreInSteps(store, false);

/** Returns the query parameter that requests results if the fan wants them. Returns no parameter on the server. */
export const resultsQuery = (): { readonly show_results?: '1' } =>
  read() ? { show_results: '1' } : {};

/**
 * Shows or hides the results of all replays. The server stores a member's choice; the browser stores a visitor's
 * choice.
 */
export async function keepShowsResults(shows: boolean): Promise<void> {
  storeFlag('show_results', shows);
  store.set(shows);
  const { member } = getSession();
  if (member === null) return;
  // Without a network the error is already shown. The choice then applies in this browser until the profile is fetched
  // again.
  await callApi('PUT /auth/member/profile/update/{member_id}', {
    params: { member_id: member.member_id },
    body: { show_results: shows },
  }).then(
    ({ data }) => keepMemberIfCurrent(data),
    () => {},
  );
}
