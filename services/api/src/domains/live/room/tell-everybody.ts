import { EVENT_NAMESPACE, SOCKET_EVENTS_OUT } from '@sangwian/contract/sockets/event-namespace';
import type { Server } from 'socket.io';
import type { Bus } from '../../../platform/bus/bus.ts';

/**
 * Tells every socket of this node what concerns no live alone: that predictions of a programme changed, a few times in
 * an evening. Whoever shows them reads them again.
 *
 * @returns the call that ends this
 */
export function tellEverybody(io: Server, bus: Bus): () => void {
  const events = io.of(EVENT_NAMESPACE);
  return bus.subscribe('predict:changed', ({ programId }) => {
    const payload = SOCKET_EVENTS_OUT['predict:changed'].parse({ program_id: programId });
    events.emit('predict:changed', payload);
  });
}
