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
/** What another tab has heard first is on its way to this one, too. */
const FAREWELL_MS = 1_000;
/** A socket's refusal has a body and no status; of a dead token it is this. */
const HTTP_UNAUTHORIZED = 401;

/** Which status signs this browser's member out; `null`: the event is about somebody else. */
export const banOf = (event: BanMember, memberId: string | null): 'ban' | 'suspend' | null =>
  event.member_id === memberId &&
  (event.member_status === 'ban' || event.member_status === 'suspend')
    ? event.member_status
    : null;

/** Whether the watch that was taken over is this browser's. */
export const isEjected = (event: ExitWatchedStream, watchToken: string | null): boolean =>
  Boolean(watchToken) && event.old_watch_token === watchToken;

/**
 * Whoever was banned or signed out while this browser was offline has heard no event: the refused connection says it,
 * as a refused call would.
 */
function obeyRefusal({ data }: Error & { readonly data?: unknown }): void {
  // A refusal of the network has no body, and says nothing about the member.
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
  socket.on('connect_error', obeyRefusal);
  socket.on('disconnect', () => setKickConnected(false));
  socket.on('BAN_MEMBER', (event: BanMember) => {
    // This tab has obeyed a refused call already, which told why; the event does not.
    if (hasEndedHere()) return;
    // Another tab of this browser may have heard of it first, and stored nobody since.
    const status = banOf(event, readStored('member_id') || memberId);
    if (status) void signOut({ status });
  });
  socket.on('EXIT_WATCHED_STREAM', (event: ExitWatchedStream) => {
    if (isEjected(event, readStored('WATCH_TOKEN'))) goTo('/?status=ejected');
  });
}

/** The wallet's events come with the sockets, which visitors never fetch; without a network they are asked for again. */
function followLater(): void {
  import('../wallet/follow-wallet.ts').then(
    ({ followWallet }) => followWallet(),
    () => setTimeout(followLater, RETRY_MS),
  );
}

/**
 * Listens for what ends a session, while somebody is signed in: tried every 3 s until connected, opened anew when
 * another member signs in. Call once.
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
      followLater();
    } catch {
      // No network for the library either: the next attempt comes in 3 s.
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
