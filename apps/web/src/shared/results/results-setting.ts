import { callApi } from '../api/call-api.ts';
import { getSession, keepOwnChange, onSessionChange } from '../session/session.ts';
import { readStored, storeFlag } from '../storage/local-storage.ts';
import { createStore, useStoreInSteps } from '../store.ts';

const read = (): boolean => readStored('show_results') !== null;
const store = createStore(read());
onSessionChange(() => store.set(read()));

/** Whether results of replays are shown; `false` on the server and while hydrating. */
export const useShowsResults = (): boolean => useStoreInSteps(store, false);

/** Returns the part of a query that asks for results if the fan shows them; on the server, nothing. */
export const resultsQuery = (): { readonly show_results?: '1' } =>
  read() ? { show_results: '1' } : {};

/** Shows or hides the results of all replays. A member's choice is kept on the server, a visitor's in the browser. */
export async function keepShowsResults(shows: boolean): Promise<void> {
  storeFlag('show_results', shows);
  store.set(shows);
  const { member } = getSession();
  if (member === null) return;
  // A lost network has its toast; the choice then holds in this browser until the profile is read again.
  await callApi('PUT /auth/member/profile/update/{member_id}', {
    params: { member_id: member.member_id },
    body: { show_results: shows },
  }).then(
    ({ data }) => keepOwnChange(data),
    () => {},
  );
}
