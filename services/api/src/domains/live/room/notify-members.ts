import type { MemberId } from '@sangwian/contract/ids';
import { SOCKET_EVENTS_OUT } from '@sangwian/contract/sockets/event-namespace';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Namespace } from 'socket.io';
import type { Bus } from '../../../platform/bus/bus.ts';
import { memberRoom } from '../../../platform/sockets/admit-socket.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Wallet } from '../../money/wallet/wallet.module.ts';
import { presentTimeout } from '../chat/chat.module.ts';

export interface NotifyMembersOptions {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly wallet: Pick<Wallet, 'readWallet' | 'readWallets'>;
}

/**
 * Notifies a member's own sockets of changes made on any node: balance, orders, refunds, time-outs, held
 * lines and blocks. The balance is read just before it is sent, and again if it changed during the read, so
 * that the last message has the latest balance.
 *
 * @returns a function that ends the subscriptions
 */
export function notifyMembers(
  events: Namespace,
  { bus, clock, logger, wallet }: NotifyMembersOptions,
): () => void {
  const hasSocketHere = (memberId: string): boolean =>
    (events.adapter.rooms.get(memberRoom(memberId))?.size ?? 0) > 0;
  /** The wallets that are being read, and whether they have changed since the read began. */
  const reading = new Map<MemberId, boolean>();

  async function sendBalance(memberId: MemberId): Promise<void> {
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

  /** Sends their balances to the members who have a socket on this node. All balances are read in one statement. */
  async function sendBalances(memberIds: readonly MemberId[]): Promise<void> {
    const connected = memberIds.filter(hasSocketHere);
    if (connected.length === 0) return;
    for (const memberId of connected) if (reading.has(memberId)) reading.set(memberId, true);
    for (const [memberId, held] of await wallet.readWallets(connected)) {
      const payload = SOCKET_EVENTS_OUT['wallet:balance'].parse(held);
      events.to(memberRoom(memberId)).emit('wallet:balance', payload);
    }
  }
  /** Batches run sequentially, so that balances are sent in the order in which they were read. */
  let sending: Promise<void> = Promise.resolve();
  const enqueueBalances = (memberIds: readonly MemberId[]): void => {
    sending = sending
      .then(() => sendBalances(memberIds))
      .catch((err: unknown) => logger.warn({ err }, 'balance broadcast failed'));
  };

  const unsubscribe = [
    bus.subscribe('wallets:changed', ({ memberIds }) => enqueueBalances(memberIds)),
    bus.subscribe('gift:refunded', ({ matchLiveId, title, reason, refunds }) => {
      enqueueBalances(refunds.map(({ memberId }) => memberId));
      for (const { memberId, coins } of refunds) {
        if (!hasSocketHere(memberId)) continue;
        const notice = { match_live_id: matchLiveId, title, coins, reason };
        const payload = SOCKET_EVENTS_OUT['gift:refunded'].parse(notice);
        events.to(memberRoom(memberId)).emit('gift:refunded', payload);
      }
    }),
    bus.subscribe('chat:timeout', ({ memberId, programLiveId, until }) => {
      const timeout = until === null ? null : presentTimeout(new Date(until), clock());
      const notice = { program_live_id: programLiveId, timeout };
      const payload = SOCKET_EVENTS_OUT['chat:timeout'].parse(notice);
      events.to(memberRoom(memberId)).emit('chat:timeout', payload);
    }),
    bus.subscribe('chat:held', ({ memberId, programLiveId, chatMessageId, state, reason }) => {
      const notice = {
        program_live_id: programLiveId,
        chat_message_id: chatMessageId,
        state,
        reason,
      };
      const payload = SOCKET_EVENTS_OUT['chat:held'].parse(notice);
      events.to(memberRoom(memberId)).emit('chat:held', payload);
    }),
    bus.subscribe('chat:block', ({ memberId, blockedMemberId, blocked }) => {
      const notice = { member_id: blockedMemberId, blocked };
      const payload = SOCKET_EVENTS_OUT['chat:block'].parse(notice);
      events.to(memberRoom(memberId)).emit('chat:block', payload);
    }),
    bus.subscribe('wallet:changed', ({ memberId }) => {
      if (!hasSocketHere(memberId)) return;
      if (reading.has(memberId)) reading.set(memberId, true);
      else {
        sendBalance(memberId).catch((err: unknown) =>
          logger.warn({ err }, 'balance broadcast failed'),
        );
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
