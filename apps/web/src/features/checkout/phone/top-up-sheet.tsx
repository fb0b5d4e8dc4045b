import { useLingui } from '@lingui/react/macro';
import { IconButton } from '@sangwian/ui/button';
import { DockedSheet } from '@sangwian/ui/docked-sheet';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  createMemoryRouter,
  type RouteObject,
  RouterContextProvider,
  RouterProvider,
  UNSAFE_LocationContext,
  UNSAFE_RouteContext,
  useLocation,
  useNavigate,
} from 'react-router';
import { callApi } from '../../../shared/api/call-api.ts';
import { callContext } from '../../../shared/api/call-context.ts';
import { coverPage } from '../../../shared/navigation/remember-page.ts';
import { wayBack } from '../core/wallet-paths.ts';
import { FLOW_PATHS } from './flow-paths.ts';
import styles from './top-up-sheet.module.css';

interface TopUpSheetProps {
  /** An order that was begun: it goes on there. Without it coins are chosen. */
  readonly orderId: string | null;
  readonly onClose: () => void;
}

interface Ways {
  readonly onClose: () => void;
  /** Leads the page around the sheet elsewhere, which may ask first. */
  readonly onLeave: (path: string) => void;
}

/** A link out of the flow: to where it was opened from the sheet closes, anywhere else the page goes. */
function Leave({ onClose, onLeave }: Ways) {
  const { pathname, search } = useLocation();
  const ways = useRef({ onClose, onLeave });
  useEffect(() => {
    const here = pathname === '/wallet' || pathname === window.location.pathname;
    ways.current.onClose();
    if (!here) ways.current.onLeave(pathname + search);
  }, [pathname, search]);
  return null;
}

/** The steps of a phone's flow, each as its own page has it. */
const routesOf = (ways: Ways): RouteObject[] => [
  {
    path: FLOW_PATHS.coin,
    HydrateFallback: () => null,
    lazy: async () => {
      const { Component, loader } = await import('./coin-page.tsx');
      return { Component, loader };
    },
  },
  {
    path: '/wallet/mobile-payment/payment-selected',
    HydrateFallback: () => null,
    lazy: async () => {
      const { Component, loader } = await import('./payment-selected-page.tsx');
      return { Component, loader };
    },
  },
  {
    path: '/wallet/mobile-payment/qr',
    HydrateFallback: () => null,
    lazy: async () => {
      const { Component } = await import('./qr-page.tsx');
      return { Component };
    },
  },
  {
    path: '/wallet/mobile-payment/result',
    HydrateFallback: () => null,
    lazy: async () => {
      const { Component } = await import('./result-page.tsx');
      return { Component };
    },
  },
  { path: '*', element: <Leave {...ways} /> },
];

const createFlow = (orderId: string | null, ways: Ways) =>
  createMemoryRouter(routesOf(ways), {
    initialEntries: [orderId === null ? FLOW_PATHS.coin : FLOW_PATHS.result(orderId)],
    getContext: () => new RouterContextProvider(new Map([[callContext, callApi]])),
  });

/** The context of a router without another router around it. */
const NO_ROUTE = { outlet: null, matches: [], isDataRoute: false };

/**
 * Hides the router of the page, so that the flow can have one of its own: React Router refuses a router within another
 * one, and has no public way to say that this is intended. `null` is what a router finds outside of any other, and the
 * context's type leaves it out.
 */
function OutsideOfRouter({ children }: { readonly children: ReactNode }) {
  return (
    <UNSAFE_LocationContext.Provider value={null as never}>
      <UNSAFE_RouteContext.Provider value={NO_ROUTE}>{children}</UNSAFE_RouteContext.Provider>
    </UNSAFE_LocationContext.Provider>
  );
}

/** The flow with an address of its own; the address of the page does not change. */
function Flow({ orderId, onClose }: TopUpSheetProps) {
  const [flow, setFlow] = useState<ReturnType<typeof createFlow> | null>(null);
  const onLeave = useNavigate();
  const latest = useRef({ onClose, onLeave });
  useEffect(() => {
    latest.current = { onClose, onLeave };
  });
  useEffect(() => {
    wayBack.change({ path: window.location.pathname });
    const made = createFlow(orderId, {
      onClose: () => latest.current.onClose(),
      onLeave: (path) => void latest.current.onLeave(path),
    });
    const uncover = coverPage(() => made.state.location);
    setFlow(made);
    return () => {
      uncover();
      made.dispose();
      setFlow(null);
      wayBack.forget();
    };
  }, [orderId]);
  return flow === null ? null : (
    <OutsideOfRouter>
      <RouterProvider router={flow} />
    </OutsideOfRouter>
  );
}

/**
 * More coins without leaving the page: the phone's flow in a sheet, while the picture keeps playing. A provider's page leads
 * back to the page it was opened on, with `?order=`.
 */
export function TopUpSheet({ orderId, onClose }: TopUpSheetProps) {
  const { t } = useLingui();
  return (
    <DockedSheet
      title={t`Top up coins`}
      titleHidden
      onClose={onClose}
      closeButton={
        <IconButton label={t`Close`} onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      }
    >
      <div className={styles.flow}>
        <Flow orderId={orderId} onClose={onClose} />
      </div>
    </DockedSheet>
  );
}
