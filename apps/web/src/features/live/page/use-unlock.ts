import type { Live } from '@sangwian/contract/endpoints/live';
import { useState } from 'react';
import { callApi } from '../../../shared/api/call-api.ts';
import { updateBalance } from '../../../shared/session/session.ts';
import { useBusy } from '../../../shared/use-busy.ts';
import { refreshWallet, useWallet } from '../../../shared/wallet/use-wallet.ts';
import { type Refusal, refusalOf } from '../../checkout/core/use-pay.ts';
import { newCoinsOf } from './told-coins.ts';
import { unlockLive } from './unlock-live.ts';

/** Said before anything is asked: the server would say the same. */
const SHORT: Refusal = {
  status: 'balance_insufficient',
  message: 'Insufficient coins remaining.',
};

export interface Unlocking {
  /** What it costs: as the live says, or as a refusal told since. */
  readonly price: number;
  /** `null` until it is known. */
  readonly balance: number | null;
  /** The balance does not reach. */
  readonly short: boolean;
  readonly busy: boolean;
  readonly refusal: Refusal | null;
  /** Pays what is shown; a price that has changed is shown, and asked for again. */
  readonly unlock: () => void;
}

/** The way into a premium live with coins. */
export function useUnlock(live: Live, onOpened: () => void): Unlocking {
  const { balance } = useWallet();
  const [told, setTold] = useState<{ readonly of: number; readonly coins: number } | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, run] = useBusy();
  const listed = live.price_coins ?? 0;
  // The page's own price may be some seconds old; once it moves it is newer than what a refusal told.
  const price = told?.of === listed ? told.coins : listed;
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
        const coins = newCoinsOf(error);
        if (coins !== null) setTold({ of: listed, coins });
        if (refused.status === SHORT.status) await refreshWallet();
        setRefusal(refused);
      }
    });
  // What was said of a balance is over once it reaches.
  const passed = refusal?.status === SHORT.status && !short && balance !== null;
  return {
    price,
    balance,
    short,
    busy,
    refusal: short ? SHORT : passed ? null : refusal,
    unlock,
  };
}
