import { SOCKET_EVENTS_OUT } from '@sangwian/contract/sockets/event-namespace';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Namespace } from 'socket.io';
import type { Bus } from '../../../platform/bus/bus.ts';
import { memberRoom } from '../../../platform/sockets/admit-socket.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Wallet } from '../../money/wallet/wallet.module.ts';
import { presentTimeout } from '../chat/chat.module.ts';
import { createBalanceSender } from './balance-sender.ts';

export interface NotifyMembersOptions {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly wallet: Pick<Wallet, 'readWallets'>;
}

/**
 * Notifies a member's own sockets of changes made on any node: balance, orders, refunds, notices, time-outs,
 * held lines and blocks.
 *
 * @returns a function that ends the subscriptions
 */
export function notifyMembers(
  events: Namespace,
  { bus, clock, logger, wallet }: NotifyMembersOptions,
): () => void {
  const hasSocketHere = (memberId: string): boolean =>
    (events.adapter.rooms.get(memberRoom(memberId))?.size ?? 0) > 0;
  // Reads and sends the current balances. Changes that arrive during a read are combined into the next read.
  const sendBalances = createBalanceSender({
    ...{ wallet, hasSocketHere, logger },
    emit: (memberId, balance) => {
      const payload = SOCKET_EVENTS_OUT['wallet:balance'].parse(balance);
      events.to(memberRoom(memberId)).emit('wallet:balance', payload);
    },
  });

  const unsubscribe = [
    bus.subscribe('wallets:changed', ({ memberIds }) => sendBalances(memberIds)),
    bus.subscribe('gift:refunded', ({ matchLiveId, title, reason, refunds }) => {
      sendBalances(refunds.map(({ memberId }) => memberId));
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
    bus.subscribe('notices:changed', ({ memberIds }) => {
      for (const memberId of memberIds) {
        if (hasSocketHere(memberId)) events.to(memberRoom(memberId)).emit('notices:changed', {});
      }
    }),
    bus.subscribe('wallet:changed', ({ memberId }) => sendBalances([memberId])),
    bus.subscribe('order:changed', ({ memberId, ...order }) => {
      const payload = SOCKET_EVENTS_OUT['order:changed'].parse(order);
      events.to(memberRoom(memberId)).emit('order:changed', payload);
    }),
  ];
  return () => {
    for (const end of unsubscribe) end();
  };
}
