import { useEffect, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { type Refusal, refusalOf } from '../../../shared/api/refusal.ts';
import { rememberPage } from '../../../shared/navigation/remember-page.ts';
import { useSession } from '../../../shared/session/session.ts';
import { useBusy } from '../../../shared/use-busy.ts';
import { buyExternally, hasPurchaseToken } from './external-purchase.ts';
import { isMobile } from './is-mobile.ts';
import { orderPath } from './order-path.ts';
import { type Choice, startOrder } from './start-order.ts';

export interface Buying {
  /** Whether a partner charges for the coins. The fan then buys packages only and chooses no payment method. */
  readonly isExternal: boolean;
  readonly busy: boolean;
  readonly refusal: Refusal | null;
  readonly forget: () => void;
  /** Creates an order and navigates to its page. */
  readonly buy: (choice: Choice) => Promise<void>;
}

/** Refusals after which the shown prices are fetched again. */
const OUTDATED: ReadonlySet<string> = new Set(['price_changed', 'package_not_found']);

/**
 * Buys coins by an order of the member, or on a partner's account.
 *
 * @param form the flow that continues the order; by default the flow for this device
 */
export function useBuying(form?: 'phone' | 'desktop'): Buying {
  const session = useSession();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [isExternal, setExternal] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, run] = useBusy();
  // Read in an effect, because the server has no local storage.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the token changes with the session.
  useEffect(() => setExternal(hasPurchaseToken()), [session]);

  const buy = (choice: Choice) =>
    run(async () => {
      setRefusal(null);
      const isHere = rememberPage();
      try {
        const order =
          isExternal && 'package_id' in choice
            ? await buyExternally(choice)
            : await startOrder(choice);
        // A fan who has left the page is not redirected; the same choice returns the same order later.
        if (isHere()) await navigate(orderPath(order, form ?? (isMobile() ? 'phone' : 'desktop')));
      } catch (error) {
        const refused = refusalOf(error);
        setRefusal(refused);
        setExternal(hasPurchaseToken());
        if (OUTDATED.has(refused.status)) await revalidate();
      }
    });
  return { isExternal, busy, refusal, forget: () => setRefusal(null), buy };
}
