import { useState } from 'react';
import { callApi } from '../../shared/api/call-api.ts';
import { updateBalance } from '../../shared/session/session.ts';
import { refreshWallet } from '../../shared/wallet/use-wallet.ts';
import { refreshGifts } from '../live/room/gift-catalogue.ts';
import type { CheerRoom } from './cheer-room.ts';
import { GiftSender } from './gift-sender.ts';

/** The room's sender: it goes on when the panel is closed. */
export function useSender(room: CheerRoom): GiftSender {
  const [sender] = useState(() => {
    room.sender ??= new GiftSender({
      call: callApi,
      onSent: (_cheer, answer) => {
        updateBalance(answer.balance);
        room.applyBar(answer.bar);
      },
      onRefused: (status) => {
        if (status === 'price_changed') void refreshGifts();
        if (status === 'gift_balance_insufficient') void refreshWallet();
      },
    });
    return room.sender;
  });
  return sender;
}
