import { SOCKET_EVENTS_OUT } from '@sangwian/contract/sockets/event-namespace';
import type { Namespace } from 'socket.io';
import type { Bus } from '../../../platform/bus/bus.ts';

/**
 * Notifies every socket of this node of events that belong to no live: predictions of a programme changed, a few times
 * in an evening. Pages that show them read them again.
 *
 * @returns the call that stops this
 */
export function notifyEveryone(events: Namespace, bus: Bus): () => void {
  return bus.subscribe('predict:changed', ({ programId }) => {
    const payload = SOCKET_EVENTS_OUT['predict:changed'].parse({ program_id: programId });
    events.emit('predict:changed', payload);
  });
}
