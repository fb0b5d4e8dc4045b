import { useEffect, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { rememberPage } from '../../../shared/navigation/remember-page.ts';
import { useSession } from '../../../shared/session/session.ts';
import { useBusy } from '../../../shared/use-busy.ts';
import { buyExternally, hasPurchaseToken } from './external-purchase.ts';
import { isMobile } from './is-mobile.ts';
import { orderPath } from './order-path.ts';
import { type Choice, startOrder } from './start-order.ts';
import { type Refusal, refusalOf } from './use-pay.ts';

export interface Buying {
  /** On the partner's account: packages only, and nothing is chosen to pay with. */
  readonly isExternal: boolean;
  readonly busy: boolean;
  readonly refusal: Refusal | null;
  readonly forget: () => void;
  /** Orders, and goes on to the order's page. */
  readonly buy: (choice: Choice) => Promise<void>;
}

/** What the page shows is no longer so: it is fetched again before the fan decides anew. */
const OUTDATED: ReadonlySet<string> = new Set(['price_changed', 'package_not_found']);

/**
 * How coins are bought here: an order of one's own, or on the account of the partner that the fan came from.
 *
 * @param form whose pages the order goes on to; without it those of the device
 */
export function useBuying(form?: 'phone' | 'desktop'): Buying {
  const session = useSession();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [isExternal, setExternal] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, run] = useBusy();
  // Local storage is nothing that the server and hydration know.
  // biome-ignore lint/correctness/useExhaustiveDependencies: who is signed in decides what is stored.
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
        // Who has gone elsewhere meanwhile is not led away; the same choice finds the order again.
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
