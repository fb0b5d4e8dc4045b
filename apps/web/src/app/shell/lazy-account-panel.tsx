import { lazy, Suspense } from 'react';

/** The fallback without a network. The next page tries again. */
const Nothing = () => null;

const AccountPanel = lazy(async () => {
  // Vite returns `undefined` when the page is about to reload.
  const loaded: typeof import('./account-panel.tsx') | undefined = await import(
    './account-panel.tsx'
  ).catch(() => undefined);
  return { default: loaded?.AccountPanel ?? Nothing };
});

/** The account panel, loaded after sign-in only. */
export function LazyAccountPanel() {
  return (
    <Suspense fallback={null}>
      <AccountPanel />
    </Suspense>
  );
}
