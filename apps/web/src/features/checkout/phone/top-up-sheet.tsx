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
import { purchaseOrigin } from '../core/wallet-paths.ts';
import { FLOW_PATHS } from './flow-paths.ts';
import styles from './top-up-sheet.module.css';

interface TopUpSheetProps {
  /** The order to continue; with `null` the flow starts with choosing coins. */
  readonly orderId: string | null;
  readonly onClose: () => void;
}

interface Exits {
  readonly onClose: () => void;
  /** Navigates the page below the sheet, which may ask for confirmation. */
  readonly onLeave: (path: string) => void;
}

/**
 * Handles links that leave the flow. Closes the sheet, and navigates the page below unless the link leads to that page.
 */
function Leave({ onClose, onLeave }: Exits) {
  const { pathname, search } = useLocation();
  const exits = useRef({ onClose, onLeave });
  useEffect(() => {
    const here = pathname === '/wallet' || pathname === window.location.pathname;
    exits.current.onClose();
    if (!here) exits.current.onLeave(pathname + search);
  }, [pathname, search]);
  return null;
}

/** The pages of the phone flow. Outside of the sheet the same pages have separate URLs. */
const routesOf = (exits: Exits): RouteObject[] => [
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
  { path: '*', element: <Leave {...exits} /> },
];

const createFlow = (orderId: string | null, exits: Exits) =>
  createMemoryRouter(routesOf(exits), {
    initialEntries: [orderId === null ? FLOW_PATHS.coin : FLOW_PATHS.result(orderId)],
    getContext: () => new RouterContextProvider(new Map([[callContext, callApi]])),
  });

/** The value of the route context outside of any router. */
const NO_ROUTE = { outlet: null, matches: [], isDataRoute: false };

/**
 * Hides the page's router from the flow, because React Router refuses nested routers and has no public option to allow
 * them. Outside of any router the location context is `null`, although its type does not include `null`.
 */
function OutsideOfRouter({ children }: { readonly children: ReactNode }) {
  return (
    <UNSAFE_LocationContext.Provider value={null as never}>
      <UNSAFE_RouteContext.Provider value={NO_ROUTE}>{children}</UNSAFE_RouteContext.Provider>
    </UNSAFE_LocationContext.Provider>
  );
}

/** The flow in a separate memory router, so that the page's URL does not change. */
function Flow({ orderId, onClose }: TopUpSheetProps) {
  const [flow, setFlow] = useState<ReturnType<typeof createFlow> | null>(null);
  const onLeave = useNavigate();
  const latest = useRef({ onClose, onLeave });
  useEffect(() => {
    latest.current = { onClose, onLeave };
  });
  useEffect(() => {
    purchaseOrigin.change({ path: window.location.pathname });
    const created = createFlow(orderId, {
      onClose: () => latest.current.onClose(),
      onLeave: (path) => void latest.current.onLeave(path),
    });
    const uncover = coverPage(() => created.state.location);
    setFlow(created);
    return () => {
      uncover();
      created.dispose();
      setFlow(null);
      purchaseOrigin.forget();
    };
  }, [orderId]);
  return flow === null ? null : (
    <OutsideOfRouter>
      <RouterProvider router={flow} />
    </OutsideOfRouter>
  );
}

/**
 * The top-up flow for phones in a sheet, while the live keeps playing. A provider redirects back to the page below the
 * sheet with `?order=`.
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
