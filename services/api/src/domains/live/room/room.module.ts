import { EVENT_NAMESPACE, SOCKET_EVENTS_OUT } from '@sangwian/contract/sockets/event-namespace';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Namespace } from 'socket.io';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { ApiModule, Authenticate } from '../../../platform/http/handler.ts';
import type { SocketServer } from '../../../platform/sockets/socket-server.ts';
import type { Switches } from '../../../platform/switches/switches.module.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Wallet } from '../../money/wallet/wallet.module.ts';
import type { Chat } from '../chat/chat.module.ts';
import type { Gifts } from '../gifts/gifts.module.ts';
import type { LiveReader, ViewerCounts } from '../lives/lives.module.ts';
import type { WatchModule } from '../watch/watch.module.ts';
import { NodeRooms } from './node-rooms.ts';
import { notifyMembers } from './notify-members.ts';
import { Reactions } from './reactions.ts';
import { serveSocket } from './serve-socket.ts';

export interface RoomModuleDeps {
  readonly sockets: Pick<SocketServer, 'open'>;
  readonly authenticate: Authenticate;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly chat: Chat;
  readonly gifts: Pick<Gifts, 'readBar'>;
  readonly live: LiveReader;
  readonly viewers: ViewerCounts;
  readonly wallet: Pick<Wallet, 'readWallets'>;
  readonly watch: Pick<WatchModule, 'beat' | 'addSocket'>;
  readonly switches: Pick<Switches, 'refusal' | 'onChange'>;
  readonly logger: Logger;
}

/**
 * The `/event` namespace: the rooms of lives with their chat, gifts, bouts and viewers, and the notifications
 * to members' own sockets.
 */
export function createRoomModule(deps: RoomModuleDeps): ApiModule {
  const { sockets, bus } = deps;
  const rooms = new NodeRooms(deps);
  const reactions = new Reactions(bus);
  const events = sockets.open(EVENT_NAMESPACE, {
    membersOnly: false,
    onConnection: (socket, refused) => serveSocket({ ...deps, refused, rooms, reactions }, socket),
  });
  const stopNotifying = [
    notifyMembers(events, deps),
    notifyOfPredictions(events, bus),
    notifyOfGiftCatalogue(events, bus),
    // Sent to every socket of this node, because every page shows it.
    deps.switches.onChange((state) => events.emit('site:changed', state)),
  ];
  return {
    stop: async () => {
      for (const stop of stopNotifying) stop();
      reactions.close();
      rooms.close();
    },
  };
}

/** Notifies every socket of this node of changed predictions. This happens only a few times per evening. */
function notifyOfPredictions(events: Namespace, bus: Bus): () => void {
  return bus.subscribe('predict:changed', ({ programId }) => {
    const payload = SOCKET_EVENTS_OUT['predict:changed'].parse({ program_id: programId });
    events.emit('predict:changed', payload);
  });
}

/** Sends the gifts on offer to every socket of this node after an operator's change. */
function notifyOfGiftCatalogue(events: Namespace, bus: Bus): () => void {
  return bus.subscribe('gifts:changed', (changed) => {
    events.emit('gifts:changed', SOCKET_EVENTS_OUT['gifts:changed'].parse(changed));
  });
}
