import { data, type MiddlewareFunction, type RouteObject, redirect } from 'react-router';
import { readStored } from '../shared/storage/local-storage.ts';
import { AppRoot } from './app-root.tsx';
import { ErrorPage } from './error-page.tsx';
import { guardedBy } from './guard.ts';
import { PAGES, type Page, type PageHandle } from './pages.ts';

/** In the browser only: the server answers everyone, so that a shared link shows its card. */
const guard: MiddlewareFunction = async ({ request }, next) => {
  if (typeof window === 'undefined') return next();
  const { pathname, search } = new URL(request.url);
  const refused = guardedBy({ pathname, search }, readStored('access_token'));
  if (refused) throw redirect(refused);
  return next();
};

function toRoute(page: Page): RouteObject {
  return {
    id: page.source,
    path: page.path,
    ErrorBoundary: ErrorPage,
    lazy: async () => {
      const { Component, loader, meta } = await page.load();
      const handle: PageHandle = { page, ...(meta ? { meta } : {}) };
      return { Component, handle, ...(loader ? { loader } : {}) };
    },
  };
}

/** The routes of a router: every page of the table within the shell, and the page that could not be found. */
export const createRoutes = (): RouteObject[] => [
  {
    id: 'root',
    Component: AppRoot,
    ErrorBoundary: ErrorPage,
    middleware: [guard],
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
