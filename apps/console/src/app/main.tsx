import './zod-settings.ts';
import { I18nProvider } from '@lingui/react';
import { followHistory } from '@sangwian/ui/back-layers';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from '../shared/api/query-client.ts';
import { i18n, showLanguage, storedLanguage } from '../shared/language/language.ts';
import { reloadOnChunkFailure } from './chunk-reload.ts';
import { loadSession } from './load-session.ts';
import { createConsoleRouter } from './router.tsx';
import './global.css';

async function start(): Promise<void> {
  reloadOnChunkFailure();
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root');
  const router = createConsoleRouter();
  followHistory((listener) => router.subscribe(listener));
  // The session and the texts load in parallel. The shell renders once both have loaded.
  void loadSession();
  await showLanguage(storedLanguage());
  createRoot(root).render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>,
  );
}

void start();
