import type { MemberId } from '@sangwian/contract/ids';
import { KICK_EVENTS_OUT } from '@sangwian/contract/sockets/kick-namespace';
import { every } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Namespace } from 'socket.io';
import type { Bus } from '../../../platform/bus/bus.ts';
import { memberRoom } from '../../../platform/sockets/admit-socket.ts';
import type { SocketServer } from '../../../platform/sockets/socket-server.ts';
import type { EndedSession } from '../sessions/sessions.module.ts';

/**
 * Interval of the poll for ended sessions that were not broadcast, because they expired or their node died after its
 * commit.
 */
const POLL_MS = 30_000;
/** Maximum number of sessions that one statement looks up. */
const POLL_SESSIONS_MAX = 5_000;

export interface EndSocketsOptions {
  readonly bus: Bus;
  readonly logger: Logger;
  readonly sockets: Pick<SocketServer, 'sessionIds' | 'disconnect'>;
  readonly kick: Namespace;
  /** Returns the sessions among these that have ended. */
  readonly findEnded: (sessionIds: readonly string[]) => Promise<readonly EndedSession[]>;
}

function notifyBarred(kick: Namespace, memberId: MemberId, status: 'ban' | 'suspend'): void {
  const payload = KICK_EVENTS_OUT.BAN_MEMBER.parse({ member_status: status, member_id: memberId });
  kick.to(memberRoom(memberId)).emit('BAN_MEMBER', payload);
}

async function endMissed({ kick, sockets, findEnded }: EndSocketsOptions): Promise<void> {
  const open = sockets.sessionIds();
  for (let from = 0; from < open.length; from += POLL_SESSIONS_MAX) {
    const ended = await findEnded(open.slice(from, from + POLL_SESSIONS_MAX));
    for (const { member_id: memberId, status } of ended) {
      if (status === 'ban' || status === 'suspend') {
        notifyBarred(kick, memberId as MemberId, status);
      }
    }
    sockets.disconnect(ended.map((session) => session.member_session_id));
  }
}

/**
 * Sends the reason to the sockets of ended sessions and disconnects them. The bus triggers this at once; a poll of the
 * database finds sessions whose event the bus lost.
 *
 * @returns a function that stops both
 */
export function endSockets(options: EndSocketsOptions): () => void {
  const { bus, logger, kick, sockets } = options;
  const poll = every(POLL_MS, () => endMissed(options), { name: 'ended_session_sockets', logger });
  poll.start();
  const unsubscribe = [
    bus.subscribe('member:barred', ({ memberId, status }) => notifyBarred(kick, memberId, status)),
    bus.subscribe('watch:ejected', ({ memberId, oldWatchToken }) => {
      const payload = KICK_EVENTS_OUT.EXIT_WATCHED_STREAM.parse({ old_watch_token: oldWatchToken });
      kick.to(memberRoom(memberId)).emit('EXIT_WATCHED_STREAM', payload);
    }),
    bus.subscribe('session:revoked', ({ sessionIds }) => sockets.disconnect(sessionIds)),
    bus.onMissed(() => void poll.runSoon()),
  ];
  return () => {
    void poll.stop();
    for (const end of unsubscribe) end();
  };
}
