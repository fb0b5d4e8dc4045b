import { useEffect } from 'react';
import { callApi } from '../api/call-api.ts';
import { getSession, updateBalance, useSession } from '../session/session.ts';
import { useShownBalance } from '../session/shown-balance.ts';
import { useStore } from '../store.ts';
import { followWallet } from './follow-wallet.ts';
import { owedStore } from './wallet-events.ts';

export interface OwnWallet {
  /** `null` while loading. */
  readonly balance: number | null;
  /** The debt in coins, which the next purchased coins pay off first; usually 0. */
  readonly owed: number;
}

/** Fetches the balance and the debt. After a failure both values are kept. */
export async function refreshWallet(): Promise<void> {
  const memberId = getSession().member?.member_id;
  if (memberId === undefined) return;
  try {
    const { data } = await callApi('GET /auth/member/wallet', { query: { member_id: memberId } });
    if (getSession().member?.member_id !== memberId) return;
    owedStore.set(data.owed);
    updateBalance(data.balance);
  } catch {
    // The error toast has shown the failure.
  }
}

/** Returns the wallet of the signed-in member and keeps it up to date. */
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
