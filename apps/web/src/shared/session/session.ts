import type { ResponseOf } from '@sangwian/contract/contract';
import { ApiError } from '../api/api-error.ts';
import { callApi } from '../api/call-api.ts';
import { goTo, signInPath } from '../navigation/navigation.ts';
import { readStored, removeStored, writeStored } from '../storage/local-storage.ts';
import { createStore, useStoreInSteps } from '../store.ts';

export type MemberProfile = ResponseOf<'GET /auth/member/profile'>['data'];

export interface Session {
  /** `unknown` on the server and while hydrating: local storage has not been asked yet. */
  readonly status: 'unknown' | 'signed_out' | 'signed_in';
  /** The profile: `null` until it was fetched (at first it is empty). */
  readonly member: MemberProfile | null;
  readonly socketKickConnected: boolean;
  /** A partner's member: no prediction game, a ban goes to `/banuser/`. */
  readonly external: boolean;
}

const UNKNOWN: Session = {
  status: 'unknown',
  member: null,
  socketKickConnected: false,
  external: false,
};

const store = createStore<Session>(UNKNOWN);

/** What is drawn by who is signed in, in steps: an event handler asks `getSession`, which is never behind. */
export const useSession = (): Session => useStoreInSteps(store, UNKNOWN);
export const getSession = (): Session => store.get();
/** Calls `listener` after every change of the session. */
export const onSessionChange = store.subscribe;

export const setKickConnected = (socketKickConnected: boolean): void =>
  store.set({ ...store.get(), socketKickConnected });

const isExternal = (): boolean => ['1', 'true'].includes(readStored('external') ?? '');

/** The last profile that was stored, for the bar until the fresh one is there. Unreadable is none. */
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
/** Whether this tab ended the session itself, and has gone where that leads: another's end sends it nowhere else. */
export const hasEndedHere = (): boolean => endedHere;

/** Reads local storage into the session; another tab may have signed in or out. */
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

/** Begins the session of this tab, fetches the profile where a `member_id` is stored, and follows other tabs. */
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
  // Brought back by the back key, the page has heard of nothing that happened meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) readSession();
  });
}

let refreshing: { readonly token: string; readonly done: Promise<boolean> } | null = null;

/**
 * Fetches and stores the profile, only where local storage has a `member_id`. Errors have their toast already. Who asks
 * while it is being fetched gets the same answer.
 *
 * @returns whether the profile is fresh now
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
    // The member may have signed out, or another one in, while the answer was on its way.
    if (readStored('access_token') !== token) return false;
    keepMember(data);
    return true;
  } catch {
    // The bar keeps what it shows; the next start or action asks again.
    return false;
  }
}

/** Keeps the profile as a call answered it; the other tabs of this browser show it too. */
export function keepMember(member: MemberProfile): void {
  writeStored('member', JSON.stringify(member));
  writeStored('member_id', member.member_id);
  store.set({ ...store.get(), status: 'signed_in', member, external: isExternal() });
}

/**
 * Keeps what a change of the member's own answered with, unless they have signed out meanwhile or somebody else has
 * signed in.
 */
export function keepChanged(member: MemberProfile): void {
  if (readStored('access_token') && readStored('member_id') === member.member_id)
    keepMember(member);
}

/** A new balance that the server told of (a gift, a purchase, a socket event), in whole coins. */
export function updateBalance(balance: number): void {
  const { member } = store.get();
  if (member) keepMember({ ...member, wallet: { balance } });
}

/** External mode: without the prediction game, until a member of this site's own signs in. */
export function enterExternalMode(mapSystemId: string): void {
  writeStored('external', 'true');
  writeStored('map_system_id', mapSystemId);
  store.set({ ...store.get(), external: true });
}

/** Keeps what a sign-in answered with. */
export function beginSession(answer: ResponseOf<'POST /auth/member/login-v2'>['data']): void {
  endedHere = false;
  if (!answer.member.external) removeStored('external', 'map_system_id');
  writeStored('access_token', answer.access_token);
  keepMember(answer.member);
}

/** Removes all that is the member's own from this browser, where the server has ended the session already. */
export function clearSession(): void {
  endedHere = true;
  removeStored('member', 'member_id', 'access_token', 'PURCHASE_TOKEN', 'WATCH_TOKEN');
  store.set({ ...store.get(), status: 'signed_out', member: null });
}

interface SignOut {
  readonly status?: 'ban' | 'suspend';
  /** The refusal that told of it, with reason and time. */
  readonly refusal?: unknown;
}

/** Fetched then, since hardly anybody needs it; without a network the address says the rest. */
async function keepReason(status: 'ban' | 'suspend', refusal: unknown): Promise<void> {
  const module = await import('./barred.ts').catch(() => null);
  module?.keepBarred(status, refusal);
}

/**
 * Signs out: here at once, at the server without waiting for it. A ban or suspension says so on `/sign-in`; in
 * external mode it goes to `/banuser/`.
 */
export async function signOut({ status, refusal }: SignOut = {}): Promise<void> {
  // A refusal with a code is the API's own: every further call of this session would be refused by it, too.
  const isToldByApi = refusal instanceof ApiError && refusal.status !== '';
  const ended =
    readStored('access_token') && !isToldByApi
      ? callApi('POST /auth/member/logout', {}, { farewell: true }).catch((error: unknown) => error)
      : undefined;
  clearSession();
  // What is known decides the sentence of the page; the page needs the same chunk, so it does not say another before.
  if (status && refusal !== undefined) void keepReason(status, refusal);
  if (status && isExternal()) goTo('/banuser/');
  else goTo(status ? `/sign-in?status=${status}` : '/sign-in');
  const answer = await ended;
  // A barred member's token is told why, even by the sign-out.
  if (status && refusal === undefined) await keepReason(status, answer);
}

/** A token that the server no longer knows: signed out here, to `/sign-in`, and back after. */
export function expireSession(): void {
  const { pathname, search } = window.location;
  clearSession();
  if (pathname !== '/sign-in') goTo(signInPath(pathname + search));
}
