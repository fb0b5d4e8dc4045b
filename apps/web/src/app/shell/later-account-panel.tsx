import { lazy, Suspense } from 'react';

/** Without a network the menus work on; the next page asks again. */
const Nothing = () => null;

const AccountPanel = lazy(async () => {
  // Vite answers nothing where the page is about to be reloaded because of it.
  const loaded: typeof import('./account-panel.tsx') | undefined = await import(
    './account-panel.tsx'
  ).catch(() => undefined);
  return { default: loaded?.AccountPanel ?? Nothing };
});

/** The account's panel, fetched once somebody is signed in: a visitor's first page does not wait for it. */
export function LaterAccountPanel() {
  return (
    <Suspense fallback={null}>
      <AccountPanel />
    </Suspense>
  );
}
