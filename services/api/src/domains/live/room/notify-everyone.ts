import { SOCKET_EVENTS_OUT } from '@sangwian/contract/sockets/event-namespace';
import type { Namespace } from 'socket.io';
import type { Bus } from '../../../platform/bus/bus.ts';

/**
 * Notifies every socket of this node of events outside a live: changed predictions of a card, a few times in an
 * evening. Pages that show predictions then read them again.
 *
 * @returns a function that stops it
 */
export function notifyEveryone(events: Namespace, bus: Bus): () => void {
  return bus.subscribe('predict:changed', ({ programId }) => {
    const payload = SOCKET_EVENTS_OUT['predict:changed'].parse({ program_id: programId });
    events.emit('predict:changed', payload);
  });
}
