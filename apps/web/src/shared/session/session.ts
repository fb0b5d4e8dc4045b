import type { ResponseOf } from '@sangwian/contract/contract';
import { ApiError } from '../api/api-error.ts';
import { callApi } from '../api/call-api.ts';
import { goTo, signInPath } from '../navigation/navigation.ts';
import { readStored, removeStored, storeFlag, writeStored } from '../storage/local-storage.ts';
import { createStore, useStoreInSteps } from '../store.ts';

export type MemberProfile = ResponseOf<'GET /auth/member/profile'>['data'];

export interface Session {
  /** `unknown` on the server and while hydrating, before local storage is read. */
  readonly status: 'unknown' | 'signed_out' | 'signed_in';
  /** `null` until the profile is loaded. */
  readonly member: MemberProfile | null;
  readonly socketKickConnected: boolean;
  /**
   * Whether the page is in external mode, for partners' members: no prediction game, and a ban redirects to
   * `/banuser/`.
   */
  readonly external: boolean;
}

const UNKNOWN: Session = {
  status: 'unknown',
  member: null,
  socketKickConnected: false,
  external: false,
};

const store = createStore<Session>(UNKNOWN);

/** Returns the session. Re-renders in a transition, so the value can be outdated; event handlers use `getSession`. */
export const useSession = (): Session => useStoreInSteps(store, UNKNOWN);
export const getSession = (): Session => store.get();
const memberIdOf = ({ status }: Session): string | null =>
  status === 'signed_in' ? (readStored('member_id') ?? '') : null;

/**
 * Returns the id of the signed-in member, which is known before the profile is loaded; `null` for visitors, on the
 * server and while hydrating.
 */
export const useMemberId = (): string | null => memberIdOf(useSession());
export const getMemberId = (): string | null => memberIdOf(store.get());
/** Calls `listener` after every change of the session. */
export const onSessionChange = store.subscribe;

export const setKickConnected = (socketKickConnected: boolean): void =>
  store.set({ ...store.get(), socketKickConnected });

const isExternal = (): boolean => ['1', 'true'].includes(readStored('external') ?? '');

/**
 * Returns the stored profile, which the top bar shows until the response arrives; `null` if it is missing or malformed.
 */
function readStoredMember(): MemberProfile | null {
  const text = readStored('member');
  if (!text) return null;
  try {
    const member = JSON.parse(text) as MemberProfile;
    return member.member_id === readStored('member_id') ? member : null;
  } catch {
    return null;
  }
}

let endedHere = false;
/** Returns whether this tab has ended the session and has already redirected. */
export const hasEndedHere = (): boolean => endedHere;

/** Reads the session from local storage again, because another tab can sign in or out. */
function readSession(): void {
  const signedIn = Boolean(readStored('access_token'));
  if (signedIn) endedHere = false;
  store.set({
    ...store.get(),
    status: signedIn ? 'signed_in' : 'signed_out',
    member: signedIn ? readStoredMember() : null,
    external: isExternal(),
  });
}

/** Starts the session of this tab, fetches the profile if a `member_id` is stored, and follows other tabs. */
export function startSession(): void {
  readSession();
  void refreshProfile();
  window.addEventListener('storage', (event) => {
    if (
      event.key === null ||
      ['access_token', 'member', 'member_id', 'external'].includes(event.key)
    ) {
      readSession();
    }
  });
  // A page from the back/forward cache has missed all events.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) readSession();
  });
}

let refreshing: { readonly token: string; readonly done: Promise<boolean> } | null = null;

/**
 * Fetches and stores the profile if local storage has a `member_id`. Concurrent calls share one request. Errors show
 * their toast.
 *
 * @returns whether the profile was updated
 */
export function refreshProfile(): Promise<boolean> {
  const memberId = readStored('member_id');
  const token = readStored('access_token');
  if (!memberId || !token) return Promise.resolve(false);
  if (refreshing?.token === token) return refreshing.done;
  const done = fetchProfile(memberId, token).finally(() => {
    if (refreshing?.done === done) refreshing = null;
  });
  refreshing = { token, done };
  return done;
}

async function fetchProfile(memberId: string, token: string): Promise<boolean> {
  const mapSystemId = isExternal() ? readStored('map_system_id') : null;
  try {
    const { data } = await callApi('GET /auth/member/profile', {
      query: { member_id: memberId, ...(mapSystemId ? { map_system_id: mapSystemId } : {}) },
    });
    // Another member may have signed in during the request.
    if (readStored('access_token') !== token) return false;
    keepMember(data);
    return true;
  } catch {
    // The top bar keeps the stored profile. The next page load or action retries.
    return false;
  }
}

/** Stores a profile. The other tabs of this browser then show this profile too. */
export function keepMember(member: MemberProfile): void {
  writeStored('member', JSON.stringify(member));
  writeStored('member_id', member.member_id);
  storeFlag('show_results', member.show_results);
  store.set({ ...store.get(), status: 'signed_in', member, external: isExternal() });
}

/**
 * Stores the response to a member's own change, unless the member has signed out or another one has signed in.
 */
export function keepMemberIfCurrent(member: MemberProfile): void {
  if (readStored('access_token') && readStored('member_id') === member.member_id)
    keepMember(member);
}

/** Stores a new balance from the server, in whole coins. */
export function updateBalance(balance: number): void {
  const { member } = store.get();
  if (member) keepMember({ ...member, wallet: { balance } });
}

/** Enters external mode, without the prediction game, until a member of this site signs in. */
export function enterExternalMode(mapSystemId: string): void {
  writeStored('external', 'true');
  writeStored('map_system_id', mapSystemId);
  store.set({ ...store.get(), external: true });
}

/** Stores the response of a sign-in. */
export function beginSession(answer: ResponseOf<'POST /auth/member/login-v2'>['data']): void {
  endedHere = false;
  if (!answer.member.external) removeStored('external', 'map_system_id');
  writeStored('access_token', answer.access_token);
  keepMember(answer.member);
}

/** Removes the member's data from this browser, after the server has ended the session. */
export function clearSession(): void {
  endedHere = true;
  removeStored(
    'member',
    'member_id',
    'access_token',
    'PURCHASE_TOKEN',
    'WATCH_TOKEN',
    'show_results',
  );
  store.set({ ...store.get(), status: 'signed_out', member: null });
}

interface SignOut {
  readonly status?: 'ban' | 'suspend';
  /** The refusal, which contains the reason and the times. */
  readonly refusal?: unknown;
}

/** Stores why the member is barred. The module is loaded on demand. If that fails, only the URL contains the status. */
async function keepReason(status: 'ban' | 'suspend', refusal: unknown): Promise<void> {
  const module = await import('./barred.ts').catch(() => null);
  module?.keepBarred(status, refusal);
}

/**
 * Signs out in this browser at once, and on the server without waiting. A ban or suspension redirects to `/sign-in` with
 * its status, or in external mode to `/banuser/`.
 */
export async function signOut({ status, refusal }: SignOut = {}): Promise<void> {
  // After a refusal by the API the sign-out is not sent, because every call of this session would be refused.
  const isRefusedByApi = refusal instanceof ApiError && refusal.status !== '';
  const ended =
    readStored('access_token') && !isRefusedByApi
      ? callApi('POST /auth/member/logout', {}, { farewell: true }).catch((error: unknown) => error)
      : undefined;
  clearSession();
  // Not awaited. The next page imports the same chunk, so the reason is stored before that page shows a text.
  if (status && refusal !== undefined) void keepReason(status, refusal);
  if (status && isExternal()) goTo('/banuser/');
  else goTo(status ? `/sign-in?status=${status}` : '/sign-in');
  const answer = await ended;
  // The refusal of the sign-out call also contains the reason.
  if (status && refusal === undefined) await keepReason(status, answer);
}

/** Ends the session of an invalid token in this browser. Redirects to `/sign-in`, which leads back to the page. */
export function expireSession(): void {
  const { pathname, search } = window.location;
  clearSession();
  if (pathname !== '/sign-in') goTo(signInPath(pathname + search));
}
