import { createStore, useStore } from '../store.ts';
import { useSession } from './session.ts';

/** Coins that came back by a result that this viewer's picture has not reached: no balance tells of them yet. */
export const heldCoins = createStore(0);

/** What the member has, as far as the picture lets it be known; `null` until it is. */
export function useShownBalance(): number | null {
  const { member } = useSession();
  const held = useStore(heldCoins, 0);
  return member ? Math.max(0, member.wallet.balance - held) : null;
}
