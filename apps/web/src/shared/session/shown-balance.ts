import { createStore, useStore } from '../store.ts';
import { useSession } from './session.ts';

/** Refunded coins that are left out of the shown balance until the viewer's video reaches the result. */
export const heldCoins = createStore(0);

/** Returns the balance without refunds that would be spoilers; `null` while the balance loads. */
export function useShownBalance(): number | null {
  const { member } = useSession();
  const held = useStore(heldCoins, 0);
  return member ? Math.max(0, member.wallet.balance - held) : null;
}
