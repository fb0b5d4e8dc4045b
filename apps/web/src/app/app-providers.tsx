import type { I18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentProps, useEffect } from 'react';
import { RouterProvider } from 'react-router/dom';
import { type SiteConfig, SiteConfigProvider } from '../shared/site-config.ts';

interface AppProvidersProps {
  readonly i18n: I18n;
  readonly site: SiteConfig;
  readonly queryClient: QueryClient;
  readonly router: ComponentProps<typeof RouterProvider>['router'];
  /** Called after hydration. Changes to the page must wait for this call. */
  readonly onDrawn: () => void;
}

/** The whole app in the browser. The counterpart on the server is in `entry-server.tsx`. */
export function AppProviders({ i18n, site, queryClient, router, onDrawn }: AppProvidersProps) {
  useEffect(onDrawn, [onDrawn]);
  return (
    <I18nProvider i18n={i18n}>
      <SiteConfigProvider value={site}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </SiteConfigProvider>
    </I18nProvider>
  );
}
