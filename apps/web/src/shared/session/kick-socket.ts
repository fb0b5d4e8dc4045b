import type { BanMember, ExitWatchedStream } from '@sangwian/contract/sockets/kick-namespace';
import type { Socket } from 'socket.io-client';
import { toApiError } from '../api/api-error.ts';
import { consequenceOf } from '../api/report-error.ts';
import { goTo } from '../navigation/navigation.ts';
import { readStored } from '../storage/local-storage.ts';
import {
  expireSession,
  getSession,
  hasEndedHere,
  onSessionChange,
  setKickConnected,
  signOut,
} from './session.ts';
import { openNamespace } from './sockets.ts';

const RETRY_MS = 3_000;
/** The time for which a tab still accepts an event that another tab has already handled. */
const FAREWELL_MS = 1_000;
/** The HTTP status of an invalid token, added because the refusal of a socket has no status. */
const HTTP_UNAUTHORIZED = 401;

/** Returns the status with which this browser's member is signed out; `null` for another member. */
export const banOf = (event: BanMember, memberId: string | null): 'ban' | 'suspend' | null =>
  event.member_id === memberId &&
  (event.member_status === 'ban' || event.member_status === 'suspend')
    ? event.member_status
    : null;

/** Returns whether this browser's watch session was taken over. */
export const isEjected = (event: ExitWatchedStream, watchToken: string | null): boolean =>
  Boolean(watchToken) && event.old_watch_token === watchToken;

/**
 * Handles a refused connection like a refused call, because no event reaches a browser that was offline during the ban
 * or sign-out.
 */
function handleRefusal({ data }: Error & { readonly data?: unknown }): void {
  // A network error has no body and does not concern the member.
  if (data === undefined) return;
  const refusal = toApiError(data, HTTP_UNAUTHORIZED);
  const consequence = consequenceOf(refusal, true);
  if (consequence === 'ban') void signOut({ status: 'ban', refusal });
  if (consequence === 'expire' && readStored('access_token')) expireSession();
}

function listen(socket: Socket): void {
  let memberId: string | null = null;
  socket.on('connect', () => {
    memberId = readStored('member_id');
    setKickConnected(true);
  });
  socket.on('connect_error', handleRefusal);
  socket.on('disconnect', () => setKickConnected(false));
  socket.on('BAN_MEMBER', (event: BanMember) => {
    // A refused call, whose response contains the reason, was already handled.
    if (hasEndedHere()) return;
    // Another tab may have handled the ban first and cleared the storage.
    const status = banOf(event, readStored('member_id') || memberId);
    if (status) void signOut({ status });
  });
  socket.on('EXIT_WATCHED_STREAM', (event: ExitWatchedStream) => {
    if (isEjected(event, readStored('WATCH_TOKEN'))) goTo('/?status=ejected');
  });
}

/**
 * Subscribes to the wallet's events. Loaded together with the sockets, which visitors never load. Retries if loading
 * fails.
 */
function loadFollowWallet(): void {
  import('../wallet/follow-wallet.ts').then(
    ({ followWallet }) => followWallet(),
    () => setTimeout(loadFollowWallet, RETRY_MS),
  );
}

/**
 * Listens for events that end a session while a member is signed in. Retries every 3 s until connected, and reconnects
 * for another member. Call once.
 */
export function startKickSocket(): void {
  let socket: Socket | undefined;
  let opening = false;
  let token = readStored('access_token');

  const attempt = async () => {
    if (getSession().status !== 'signed_in' || opening) return;
    if (socket) {
      if (!socket.connected) socket.connect();
      return;
    }
    opening = true;
    try {
      socket = await openNamespace('/kick');
      listen(socket);
      socket.connect();
      loadFollowWallet();
    } catch {
      // The library could not be loaded; the next attempt is in 3 s.
    } finally {
      opening = false;
    }
  };

  onSessionChange(() => {
    if (readStored('access_token') === token) return;
    token = readStored('access_token');
    if (token) {
      socket?.disconnect();
      void attempt();
      return;
    }
    setTimeout(() => {
      if (!readStored('access_token')) socket?.disconnect();
    }, FAREWELL_MS);
  });
  setInterval(() => {
    if (!getSession().socketKickConnected) void attempt();
  }, RETRY_MS);
  void attempt();
}
