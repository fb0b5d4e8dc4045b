import type { ErrorCode } from '@sangwian/contract/errors/codes';
import {
  OPERATOR_EVENTS_IN,
  OPERATOR_EVENTS_OUT,
  OPERATOR_NAMESPACE,
} from '@sangwian/contract/sockets/operator-namespace';
import { every } from '@sangwian/node-kit/every';
import type { Socket } from 'socket.io';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { answerEvent } from '../../../platform/sockets/answer-event.ts';
import { EVENT_RATES, RateBucket } from '../../../platform/sockets/event-rate.ts';
import type { RefusedEvents } from '../../../platform/sockets/refused-events.ts';
import type { SocketServer } from '../../../platform/sockets/socket-server.ts';
import {
  admitStaffSocket,
  isStillAdmitted,
  type StaffSocketDeps,
  staffOf,
} from './admit-staff-socket.ts';
import { ChangeFeed } from './change-feed.ts';
import { Presence } from './presence.ts';

/**
 * Sockets are closed at most this long after their session expired, or was revoked by a bus event that this node
 * missed.
 */
const RECHECK_MS = 30_000;
const PRESENCE_MS = 15_000;

export interface StaffFeedDeps extends StaffSocketDeps {
  readonly sockets: Pick<SocketServer, 'open'>;
  readonly bus: Bus;
}

/** Publishes to the consoles the changes that other modules announce by events other than `staff:changed`. */
function forwardChanges(bus: Bus, feed: ChangeFeed): readonly (() => void)[] {
  // A node receives the chat and gift events of a live only while it has a socket in that live. The publishing node
  // therefore notifies all nodes.
  const crowd = new ChangeFeed((topic, id) =>
    bus.publish('staff:changed', { topic, ...(id === undefined ? {} : { id }) }),
  );
  return [
    () => crowd.close(),
    bus.subscribe('staff:changed', ({ topic, id }) => feed.add(topic, id)),
    bus.subscribe('live:changed', ({ programLiveId }) => {
      feed.add('show', programLiveId);
      // A chat opens and closes with its live.
      feed.add('chat', programLiveId);
    }),
    bus.subscribe('bout:decided', ({ programLiveId }) => {
      feed.add('show', programLiveId);
      // Until sheets are scored, consoles compare them with the current results.
      feed.add('game');
    }),
    bus.subscribe('gift:sent', ({ programLiveId }, origin) => {
      if (origin === 'here') crowd.add('show', programLiveId);
    }),
    bus.subscribe('gift:refunded', () => feed.add('show')),
    bus.subscribe('chat:sent', ({ programLiveId }, origin) => {
      if (origin === 'here') crowd.add('chat', programLiveId);
    }),
    bus.subscribe('chat:removed', ({ programLiveId }) => feed.add('chat', programLiveId)),
    bus.subscribe('chat:state', ({ programLiveId }) => {
      feed.add('chat', programLiveId);
      feed.add('show', programLiveId);
    }),
    bus.subscribe('switches:changed', () => feed.add('switches')),
    bus.subscribe('order:changed', () => feed.add('orders')),
    bus.subscribe('predict:changed', ({ programId }) => feed.add('game', programId)),
    bus.subscribe('member:barred', ({ memberId }) => feed.add('members', memberId)),
    bus.onMissed(() => feed.addAll()),
  ];
}

/** Owns the `/operator` namespace: notifications of changes, and the operators at the console. */
export function createStaffFeedModule(deps: StaffFeedDeps): ApiModule {
  const { sockets, authenticateStaff, bus, logger } = deps;
  const { changed, health, presence: presenceEvent } = OPERATOR_EVENTS_OUT;
  let problems = 0;
  const presence = new Presence(bus, (people) =>
    namespace.emit('presence', presenceEvent.parse({ people })),
  );
  const serve = (socket: Socket, refused: RefusedEvents): void => {
    const bucket = new RateBucket(EVENT_RATES.events, performance.now());
    presence.join(socket.id, staffOf(socket));
    socket.emit('presence', presenceEvent.parse({ people: presence.people() }));
    socket.emit('health', health.parse({ problems }));
    socket.on('whereabouts', (...args: unknown[]) => {
      if (!bucket.take(performance.now())) return;
      const onRefused = (code: ErrorCode): void => refused.count(socket, 'whereabouts', code);
      void answerEvent(
        OPERATOR_EVENTS_IN.whereabouts,
        args,
        { logger, onRefused },
        (whereabouts) => {
          presence.move(socket.id, whereabouts);
          // A console that connects later has missed earlier announcements.
          socket.emit('presence', presenceEvent.parse({ people: presence.people() }));
          return {};
        },
      );
    });
    socket.on('disconnect', () => presence.leave(socket.id));
    // The session may have ended during the handshake.
    recheck(socket);
  };
  const recheck = (socket: Socket): void => {
    void isStillAdmitted(socket, authenticateStaff).then((isAdmitted) => {
      if (!isAdmitted) socket.disconnect(true);
    });
  };
  const namespace = sockets.open(OPERATOR_NAMESPACE, {
    admit: admitStaffSocket(deps),
    onConnection: serve,
  });
  const recheckAll = (): void => {
    for (const socket of namespace.sockets.values()) recheck(socket);
  };
  const feed = new ChangeFeed((topic, id) =>
    namespace.emit('changed', changed.parse({ topic, ...(id === undefined ? {} : { id }) })),
  );
  const unsubscribe = [
    ...forwardChanges(bus, feed),
    bus.subscribe('staff:health', (state) => {
      if (state.problems !== problems) namespace.emit('health', health.parse(state));
      problems = state.problems;
    }),
    bus.subscribe('staff:changed', ({ topic }) => {
      if (topic === 'staff') recheckAll();
    }),
  ];
  const checks = [
    every(RECHECK_MS, async () => recheckAll(), { name: 'staff_socket_check', logger }),
    every(PRESENCE_MS, async () => presence.announce(), { name: 'staff_presence', logger }),
  ];
  return {
    start: () => {
      for (const check of checks) check.start();
    },
    stop: async () => {
      for (const end of unsubscribe) end();
      feed.close();
      presence.close();
      await Promise.all(checks.map((check) => check.stop()));
    },
  };
}
