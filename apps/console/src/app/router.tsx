import { createBrowserRouter, Navigate } from 'react-router';
import { PLACES, withMessages } from './places.ts';
import { RouteFailure } from './route-failure.tsx';
import { Shell } from './shell/shell.tsx';
import { StartPage, UnknownPage } from './start-page.tsx';

/** Creates the router of the console. Every route below the shell needs a session; invitation links do not. */
export const createConsoleRouter = () =>
  createBrowserRouter(
    [
      ...['setup', 'invitation'].map((path) => ({
        path,
        lazy: () => import('./entrance/new-account-page.tsx'),
        errorElement: <RouteFailure />,
        HydrateFallback: () => null,
      })),
      { path: 'sign-in', element: <Navigate to="/" replace /> },
      {
        element: <Shell />,
        errorElement: <RouteFailure />,
        HydrateFallback: () => null,
        children: [
          {
            errorElement: <RouteFailure />,
            children: [
              { index: true, element: <StartPage /> },
              {
                path: 'account/*',
                lazy: () => withMessages('account', import('../places/account/account-place.tsx')),
              },
              ...PLACES.map(({ path, load, permissions }) => ({
                path: `${path}/*`,
                handle: permissions,
                lazy: load,
              })),
              { path: '*', element: <UnknownPage /> },
            ],
          },
        ],
      },
    ],
    { basename: '/console' },
  );
