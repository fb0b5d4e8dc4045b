import { setupI18n } from '@lingui/core';
import { isLanguage, type Language, languageOf, localeOf } from '@sangwian/i18n/language';
import { followHistory } from '@sangwian/ui/back-layers';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { callApi, configureApi } from '../shared/api/call-api.ts';
import { reportError } from '../shared/api/report-error.ts';
import { setHydrating } from '../shared/hydration.ts';
import { followInstallPrompt } from '../shared/install/install-prompt.ts';
import { followCatalogue, loadCatalogue } from '../shared/language/catalogue.ts';
import { languageStore } from '../shared/language/language-store.ts';
import { rememberLanguage, switchLanguage } from '../shared/language/switch-language.ts';
import { SENT_AWAY, setNavigator } from '../shared/navigation/navigation.ts';
import { startKickSocket } from '../shared/session/kick-socket.ts';
import { startSession } from '../shared/session/session.ts';
import { configureSockets } from '../shared/session/sockets.ts';
import { readStored } from '../shared/storage/local-storage.ts';
import { AppProviders } from './app-providers.tsx';
import { readBoot } from './boot.ts';
import { reloadOnChunkFailure } from './chunk-reload.ts';
import { followSignOut } from './follow-sign-out.ts';
import { guardedBy } from './guard.ts';
import { createLoaderContext } from './loader-context.ts';
import { createRoutes } from './routes.tsx';
import './global.css';

/**
 * Hydration needs the matched pages in hand: a lazy one would be drawn empty first. Answers whether they are: what
 * could not be fetched cannot go on from what the server drew.
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

/** The language of the page that came, and another one where the fan has chosen so before. */
function languagesAtStart(): { shown: Language; wanted: Language } {
  const shown = languageOf(document.documentElement.lang);
  const stored = readStored('language');
  const asked = new URL(window.location.href).searchParams.has('lang');
  return { shown, wanted: !asked && isLanguage(stored) ? stored : shown };
}

async function start(): Promise<void> {
  reloadOnChunkFailure();
  followInstallPrompt();
  const boot = readBoot();
  const { shown, wanted } = languagesAtStart();
  languageStore.set(shown);
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root');

  // Who may not see this page is sent to sign in before any of it begins to work.
  const refused = guardedBy(window.location, readStored('access_token'));
  if (refused) window.history.replaceState(null, '', refused);

  const routes = createRoutes();
  // The page first: it says which messages it needs.
  const [loaded, messages] = await Promise.all([
    loadMatched(routes, window.location),
    loadCatalogue(shown),
  ]);
  const goesOn = loaded && !refused;
  const i18n = setupI18n({ locale: localeOf(shown), messages: { [localeOf(shown)]: messages } });
  followCatalogue(i18n);

  configureApi(boot.site.appKey, (error, request) => {
    void reportError(error, request, languageStore.get());
  });
  configureSockets(boot.site.appKey);

  const router = createBrowserRouter(routes, {
    getContext: () => createLoaderContext(callApi, languageStore.get()),
    ...(goesOn ? { hydrationData: boot.hydration } : {}),
  });
  followHistory((listener) => router.subscribe(listener));
  setNavigator((to) => void router.navigate(to, { state: SENT_AWAY }));

  // Another language in the middle of hydration would not be what the server drew.
  const onDrawn = (): void => {
    setHydrating(false);
    if (wanted !== shown) void switchLanguage(i18n, wanted).catch(() => {});
  };
  const app = <AppProviders i18n={i18n} router={router} site={boot.site} onDrawn={onDrawn} />;
  if (goesOn) {
    setHydrating(true);
    // In steps that let a tap through: in one, a slow phone would stand still for half a second.
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
  whenIdle(startKickSocket);
  // Without a network there is nothing of it this time; the next visit asks again.
  whenIdle(() => void startLater().catch(() => {}));
}

const startLater = async (): Promise<void> => (await import('./after-paint.ts')).startAfterPaint();

/** After the first paint: nothing that the fan sees waits for it. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 3_000 });
  else setTimeout(work, 1_000);
}

void start();
