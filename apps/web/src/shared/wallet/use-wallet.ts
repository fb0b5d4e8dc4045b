import { useEffect } from 'react';
import { callApi } from '../api/call-api.ts';
import { getSession, updateBalance, useSession } from '../session/session.ts';
import { useShownBalance } from '../session/shown-balance.ts';
import { useStore } from '../store.ts';
import { followWallet } from './follow-wallet.ts';
import { owedStore } from './wallet-events.ts';

export interface OwnWallet {
  /** `null` until it is known. */
  readonly balance: number | null;
  /** What has to come in before anything can be spent; 0 for nearly everybody. */
  readonly owed: number;
}

/** Asks for the balance and what is owed; where that fails, what was known stays. */
export async function refreshWallet(): Promise<void> {
  const memberId = getSession().member?.member_id;
  if (memberId === undefined) return;
  try {
    const { data } = await callApi('GET /auth/member/wallet', { query: { member_id: memberId } });
    if (getSession().member?.member_id !== memberId) return;
    owedStore.set(data.owed);
    updateBalance(data.balance);
  } catch {
    // The refusal has had its toast.
  }
}

/** The wallet of whoever is signed in, live. */
export function useWallet(): OwnWallet {
  const { member } = useSession();
  const balance = useShownBalance();
  const owed = useStore(owedStore, null);
  const memberId = member?.member_id;
  useEffect(() => {
    if (memberId === undefined) return;
    void followWallet();
    void refreshWallet();
  }, [memberId]);
  return { balance, owed: owed ?? 0 };
}
