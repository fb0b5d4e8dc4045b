import type { I18n } from '@lingui/core';
import { I18nProvider, useLingui as useI18n } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { IconButton } from '@sangwian/ui/button';
import { DockedSheet } from '@sangwian/ui/docked-sheet';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import {
  createMemoryRouter,
  type RouteObject,
  RouterContextProvider,
  RouterProvider,
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

/** Draws the flow below `place`, with an address of its own: the page's stays where it is. */
function drawFlow(place: HTMLElement, i18n: I18n, orderId: string | null, ways: Ways) {
  const router = createMemoryRouter(routesOf(ways), {
    initialEntries: [orderId === null ? FLOW_PATHS.coin : FLOW_PATHS.result(orderId)],
    getContext: () => new RouterContextProvider(new Map([[callContext, callApi]])),
  });
  const root = createRoot(place);
  root.render(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nProvider>,
  );
  const uncover = coverPage(() => router.state.location);
  return () => {
    uncover();
    router.dispose();
    // Not while the page around it is being drawn.
    queueMicrotask(() => root.unmount());
  };
}

/**
 * More coins without leaving the page: the phone's flow in a sheet, while the picture goes on. A provider's page leads
 * back to the page it was opened on, with `?order=`.
 */
export function TopUpSheet({ orderId, onClose }: TopUpSheetProps) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const place = useRef<HTMLDivElement>(null);
  const onLeave = useNavigate();
  const latest = useRef({ onClose, onLeave });
  latest.current = { onClose, onLeave };
  useEffect(() => {
    if (place.current === null) return;
    // A root is made once for an element, and effects may run twice.
    const own = place.current.appendChild(document.createElement('div'));
    wayBack.change({ path: window.location.pathname });
    const erase = drawFlow(own, i18n, orderId, {
      onClose: () => latest.current.onClose(),
      onLeave: (path) => void latest.current.onLeave(path),
    });
    return () => {
      erase();
      own.remove();
      wayBack.forget();
    };
  }, [i18n, orderId]);
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
      <div ref={place} className={styles.flow} />
    </DockedSheet>
  );
}
