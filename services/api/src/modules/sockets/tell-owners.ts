import type { MemberId } from '@sangwian/contract/ids';
import { EVENT_NAMESPACE, SOCKET_EVENTS_OUT } from '@sangwian/contract/sockets/event-namespace';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Server } from 'socket.io';
import type { Bus } from '../../bus.ts';
import type { Wallet } from '../wallet/wallet.module.ts';
import { memberRoom } from './admit-socket.ts';

export interface TellOwnersOptions {
  readonly bus: Bus;
  readonly logger: Logger;
  readonly wallet: Pick<Wallet, 'readWallet'>;
}

/**
 * Tells a member's own sockets of its wallet and orders, whichever node moved them. A balance is read when it is told,
 * and once more where coins moved meanwhile, so that the last word is the latest.
 *
 * @returns the call that ends this
 */
export function tellOwners(io: Server, { bus, logger, wallet }: TellOwnersOptions): () => void {
  const events = io.of(EVENT_NAMESPACE);
  const isHere = (memberId: string): boolean =>
    (events.adapter.rooms.get(memberRoom(memberId))?.size ?? 0) > 0;
  /** Wallets that are being read, and whether they moved again since. */
  const reading = new Map<MemberId, boolean>();

  async function tellBalance(memberId: MemberId): Promise<void> {
    try {
      do {
        reading.set(memberId, false);
        const held = SOCKET_EVENTS_OUT['wallet:balance'].parse(await wallet.readWallet(memberId));
        events.to(memberRoom(memberId)).emit('wallet:balance', held);
      } while (reading.get(memberId) === true);
    } finally {
      reading.delete(memberId);
    }
  }

  const unsubscribe = [
    bus.subscribe('wallet:changed', ({ memberId }) => {
      if (!isHere(memberId)) return;
      if (reading.has(memberId)) reading.set(memberId, true);
      else {
        tellBalance(memberId).catch((err: unknown) => logger.warn({ err }, 'balance not told'));
      }
    }),
    bus.subscribe('order:changed', ({ memberId, ...order }) => {
      const payload = SOCKET_EVENTS_OUT['order:changed'].parse(order);
      events.to(memberRoom(memberId)).emit('order:changed', payload);
    }),
  ];
  return () => {
    for (const end of unsubscribe) end();
  };
}
