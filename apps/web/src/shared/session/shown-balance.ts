import { createStore, useStore } from '../store.ts';
import { useSession } from './session.ts';

/** Refunded coins that are hidden until the viewer's picture reaches the result. */
export const heldCoins = createStore(0);

/** Returns the balance without spoilers; `null` while it loads. */
export function useShownBalance(): number | null {
  const { member } = useSession();
  const held = useStore(heldCoins, 0);
  return member ? Math.max(0, member.wallet.balance - held) : null;
}
