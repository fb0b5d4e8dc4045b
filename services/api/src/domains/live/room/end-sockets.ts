import type { MemberId } from '@sangwian/contract/ids';
import { EVENT_NAMESPACE } from '@sangwian/contract/sockets/event-namespace';
import { KICK_EVENTS_OUT, KICK_NAMESPACE } from '@sangwian/contract/sockets/kick-namespace';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Server } from 'socket.io';
import type { Bus } from '../../../platform/bus/bus.ts';
import { identityOf, memberRoom, sessionRoom } from '../../../platform/sockets/admit-socket.ts';
import type { EndedSession } from '../../identity/sessions/sessions.module.ts';

/** What no event told of (a node died between its commit and its word, a sign-in ran out) is found within this. */
const LOOK_MS = 30_000;
/** Sign-ins of one statement. */
const LOOK_SESSIONS_MAX = 5_000;

export interface EndSocketsOptions {
  readonly bus: Bus;
  readonly logger: Logger;
  /** Of these sign-ins those that are over. */
  readonly findEnded: (sessionIds: readonly string[]) => Promise<readonly EndedSession[]>;
}

function tellBarred(io: Server, memberId: MemberId, status: 'ban' | 'suspend'): void {
  const payload = KICK_EVENTS_OUT.BAN_MEMBER.parse({ member_status: status, member_id: memberId });
  io.of(KICK_NAMESPACE).to(memberRoom(memberId)).emit('BAN_MEMBER', payload);
}

function disconnect(io: Server, sessionIds: readonly string[]): void {
  const rooms = sessionIds.map(sessionRoom);
  if (rooms.length === 0) return;
  for (const namespace of [EVENT_NAMESPACE, KICK_NAMESPACE]) {
    io.of(namespace).in(rooms).disconnectSockets(true);
  }
}

/** Sign-ins that have a socket on this node. */
function sessionsHere(io: Server): string[] {
  const ids = new Set<string>();
  for (const namespace of [EVENT_NAMESPACE, KICK_NAMESPACE]) {
    for (const socket of io.of(namespace).sockets.values()) {
      const { bearer } = identityOf(socket);
      if (bearer != null) ids.add(bearer.sessionId);
    }
  }
  return [...ids];
}

async function endOver(io: Server, { findEnded }: EndSocketsOptions): Promise<void> {
  const here = sessionsHere(io);
  for (let from = 0; from < here.length; from += LOOK_SESSIONS_MAX) {
    const ended = await findEnded(here.slice(from, from + LOOK_SESSIONS_MAX));
    for (const { member_id: memberId, status } of ended) {
      if (status === 'ban' || status === 'suspend') tellBarred(io, memberId as MemberId, status);
    }
    disconnect(
      io,
      ended.map((session) => session.member_session_id),
    );
  }
}

/**
 * Ends what has to end on every socket of a member or a sign-in, and tells them why where there is a why: at once by
 * the bus, and by the database where the bus may have missed something.
 *
 * @returns the call that ends this
 */
export function endSockets(io: Server, options: EndSocketsOptions): () => void {
  const { bus, logger } = options;
  const look = (): void => {
    endOver(io, options).catch((err: unknown) =>
      logger.warn({ err }, 'sockets of ended sign-ins not looked for'),
    );
  };
  const timer = setInterval(look, LOOK_MS);
  const unsubscribe = [
    bus.subscribe('member:barred', ({ memberId, status }) => tellBarred(io, memberId, status)),
    bus.subscribe('watch:ejected', ({ memberId, oldWatchToken }) => {
      const payload = KICK_EVENTS_OUT.EXIT_WATCHED_STREAM.parse({ old_watch_token: oldWatchToken });
      io.of(KICK_NAMESPACE).to(memberRoom(memberId)).emit('EXIT_WATCHED_STREAM', payload);
    }),
    bus.subscribe('session:revoked', ({ sessionIds }) => disconnect(io, sessionIds)),
    bus.onMissed(look),
  ];
  return () => {
    clearInterval(timer);
    for (const end of unsubscribe) end();
  };
}
