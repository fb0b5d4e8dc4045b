import { data, type LoaderFunction, type RouteObject } from 'react-router';
import { needCatalogue } from '../shared/language/catalogue.ts';
import { AppRoot } from './app-root.tsx';
import { ROOT_ROUTE } from './boot.ts';
import { ErrorPage } from './error-page.tsx';
import { middlewareOf } from './middleware.ts';
import { PAGES, type Page, type PageHandle, type PageModule } from './pages.ts';

/** Loads the module of a page or returns the error. Never settles if the failure reloads the page. */
async function loadPage(page: Page): Promise<PageModule | Error> {
  try {
    // Vite's import resolves to `undefined` if `vite:preloadError` was prevented, which happens before a reload.
    const [loaded]: [PageModule | undefined, unknown] = await Promise.all([
      page.load(),
      page.catalogue ? needCatalogue(page.catalogue) : null,
    ]);
    return loaded ?? (await new Promise<never>(() => {}));
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/**
 * The route of a page whose module failed to load. Its loader throws the error, because a rejected `lazy` would render
 * nothing. The router keeps the resolved route, so the next navigation fetches the module again and then loads the
 * whole document.
 */
function failingRoute(page: Page, error: Error) {
  let failure: Error | null = error;
  const loader: LoaderFunction = async ({ request }) => {
    const loaded = failure ?? (await loadPage(page));
    failure = null;
    if (loaded instanceof Error) throw loaded;
    window.location.assign(request.url);
    return new Promise<never>(() => {});
  };
  return { Component: () => null, handle: null, loader };
}

function toRoute(page: Page): RouteObject {
  return {
    id: page.path,
    path: page.path,
    ErrorBoundary: ErrorPage,
    lazy: async () => {
      const loaded = await loadPage(page);
      if (loaded instanceof Error) return failingRoute(page, loaded);
      const { Component, loader, meta } = loaded;
      const handle: PageHandle = { page, ...(meta ? { meta } : {}) };
      return { Component, handle, ...(loader ? { loader } : {}) };
    },
  };
}

/** Returns the routes: all pages within the shell, and the not-found page. */
export const createRoutes = (): RouteObject[] => [
  {
    id: ROOT_ROUTE,
    Component: AppRoot,
    ErrorBoundary: ErrorPage,
    middleware: middlewareOf('guard'),
    children: [
      ...PAGES.map(toRoute),
      {
        id: 'not-found',
        path: '*',
        ErrorBoundary: ErrorPage,
        loader: () => {
          throw data({ status: 404, message: 'This page could not be found' }, { status: 404 });
        },
        Component: () => null,
      },
    ],
  },
];
