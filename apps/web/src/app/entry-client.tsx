import { type I18n, setupI18n } from '@lingui/core';
import { isLanguage, type Language, languageOf, localeOf } from '@sangwian/i18n/language';
import { followHistory } from '@sangwian/ui/back-layers';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { dropOtherMembers } from '../shared/api/api-query.ts';
import { callApi, configureApi } from '../shared/api/call-api.ts';
import { createQueryClient } from '../shared/api/query-client.ts';
import { reportError } from '../shared/api/report-error.ts';
import { setHydrating } from '../shared/hydration.ts';
import { followInstallPrompt } from '../shared/install/install-prompt.ts';
import { followCatalogue, loadCatalogue } from '../shared/language/catalogue.ts';
import { languageStore } from '../shared/language/language-store.ts';
import { rememberLanguage, switchLanguage } from '../shared/language/switch-language.ts';
import { FORCED_NAVIGATION, setNavigator } from '../shared/navigation/navigation.ts';
import { getMemberId, onSessionChange, startSession } from '../shared/session/session.ts';
import { configureSockets } from '../shared/session/sockets.ts';
import { readStored } from '../shared/storage/local-storage.ts';
import { AppProviders } from './app-providers.tsx';
import { type Boot, readBoot } from './boot.ts';
import { reloadOnChunkFailure } from './chunk-reload.ts';
import { followSignOut } from './follow-sign-out.ts';
import { guardRedirect } from './guard.ts';
import { createLoaderContext } from './loader-context.ts';
import { createRoutes } from './routes.tsx';
import './global.css';

const DEFERRED_RETRY_MS = 10_000;

/**
 * Loads the matched pages before hydration, because a lazy page would first render empty. Returns `false` if loading
 * failed; the document can then not be hydrated.
 */
async function loadMatched(routes: RouteObject[], location: Location): Promise<boolean> {
  const matches = matchRoutes(routes, location) ?? [];
  const loaded = await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return true;
      Object.assign(route, { ...(await route.lazy()), lazy: undefined });
      return route.handle !== null;
    }),
  );
  return loaded.every(Boolean);
}

/**
 * Returns the language of the served page (`shown`), the language that the fan has chosen earlier (`wanted`), and whether
 * this is the first visit of this browser, by a URL without a language (`isNew`).
 */
function languagesAtStart(): { shown: Language; wanted: Language; isNew: boolean } {
  const shown = languageOf(document.documentElement.lang);
  const stored = readStored('language');
  const hasLanguageParameter = new URL(window.location.href).searchParams.has('lang');
  const wanted = !hasLanguageParameter && isLanguage(stored) ? stored : shown;
  return { shown, wanted, isNew: !hasLanguageParameter && stored === null };
}

async function start(): Promise<void> {
  reloadOnChunkFailure();
  followInstallPrompt();
  const boot = readBoot();
  const { shown, wanted, isNew } = languagesAtStart();
  languageStore.set(shown);
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root');

  // The guard redirects before anything starts.
  const refused = guardRedirect(window.location, readStored('access_token'));
  if (refused) window.history.replaceState(null, '', refused);

  const routes = createRoutes();
  // The matched page determines which catalogues are loaded.
  const [loaded, messages] = await Promise.all([
    loadMatched(routes, window.location),
    loadCatalogue(shown),
  ]);
  const canHydrate = loaded && !refused;
  const i18n = setupI18n({ locale: localeOf(shown), messages: { [localeOf(shown)]: messages } });
  followCatalogue(i18n);

  configureApi(boot.site.appKey, (error, request) => {
    void reportError(error, request, languageStore.get());
  });
  configureSockets(boot.site.appKey);

  const router = createBrowserRouter(routes, {
    getContext: () => createLoaderContext(callApi, languageStore.get()),
    ...(canHydrate ? { hydrationData: boot.hydration } : {}),
  });
  followHistory((listener) => router.subscribe(listener));
  setNavigator((to) => void router.navigate(to, { state: FORCED_NAVIGATION }));

  // A change of language during hydration would not match the served page.
  const onDrawn = (): void => {
    setHydrating(false);
    if (wanted !== shown) void switchLanguage(i18n, wanted).catch(() => {});
  };
  const queryClient = createQueryClient();
  onSessionChange(() => dropOtherMembers(queryClient, getMemberId()));
  const app = <AppProviders {...{ i18n, router, queryClient, onDrawn }} site={boot.site} />;
  if (canHydrate) {
    setHydrating(true);
    // Hydrates in a transition, which yields to input. A synchronous hydration would block a slow phone for half a
    // second.
    startTransition(() => {
      hydrateRoot(root, app);
    });
  } else {
    root.replaceChildren();
    createRoot(root).render(app);
  }

  startSession();
  followSignOut();
  rememberLanguage(wanted);
  whenIdle(() => startDeferred(boot.site, isNew ? i18n : null));
}

/** Starts the services that can wait. Without a network, retries every ten seconds. */
function startDeferred(site: Boot['site'], newcomer: I18n | null): void {
  import('./after-paint.ts').then(
    ({ startAfterPaint }) => startAfterPaint(site, newcomer).catch(() => {}),
    () => setTimeout(() => startDeferred(site, newcomer), DEFERRED_RETRY_MS),
  );
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 3_000 });
  else setTimeout(work, 1_000);
}

void start();
