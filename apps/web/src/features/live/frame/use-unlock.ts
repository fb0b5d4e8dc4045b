import type { Live } from '@sangwian/contract/endpoints/live';
import { useState } from 'react';
import { callApi } from '../../../shared/api/call-api.ts';
import { type Refusal, refusalOf } from '../../../shared/api/refusal.ts';
import { updateBalance } from '../../../shared/session/session.ts';
import { useBusy } from '../../../shared/use-busy.ts';
import { refreshWallet, useWallet } from '../../../shared/wallet/use-wallet.ts';
import { changedPriceOf, unlockLive } from './unlock-live.ts';

/** The server's refusal for a low balance, shown without a request. */
const SHORT: Refusal = {
  status: 'balance_insufficient',
  message: 'Insufficient coins remaining.',
};

export interface Unlocking {
  /** The price of the live, or the newer price from a `price_changed` refusal. */
  readonly price: number;
  /** `null` while loading. */
  readonly balance: number | null;
  /** The balance is lower than the price. */
  readonly short: boolean;
  readonly busy: boolean;
  readonly refusal: Refusal | null;
  /** Pays the shown price. If the price has changed, shows the new price; the member has to press again. */
  readonly unlock: () => void;
}

/** Unlocks a premium live with coins. */
export function useUnlock(live: Live, onOpened: () => void): Unlocking {
  const { balance } = useWallet();
  const [changed, setChanged] = useState<{ from: number; coins: number } | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, run] = useBusy();
  const listed = live.price_coins ?? 0;
  // The listed price can be seconds old, so a price from a refusal overrides it until the listed price changes.
  const price = changed?.from === listed ? changed.coins : listed;
  const short = balance !== null && balance < price;
  const unlock = () =>
    void run(async () => {
      setRefusal(null);
      try {
        const answer = await unlockLive(callApi, live.program_live_id, price);
        updateBalance(answer.balance);
        onOpened();
      } catch (error) {
        const refused = refusalOf(error);
        const coins = changedPriceOf(error);
        if (coins !== null) setChanged({ from: listed, coins });
        if (refused.status === SHORT.status) await refreshWallet();
        setRefusal(refused);
      }
    });
  // A refusal for a low balance is obsolete after a top-up.
  const isObsolete = refusal?.status === SHORT.status && !short && balance !== null;
  return {
    price,
    balance,
    short,
    busy,
    refusal: short ? SHORT : isObsolete ? null : refusal,
    unlock,
  };
}
