import { lazy, Suspense } from 'react';

/** The fallback if the panel cannot be loaded. The next page tries again. */
const Nothing = () => null;

const AccountPanel = lazy(async () => {
  // Vite's import resolves to `undefined` if the page is about to reload.
  const loaded: typeof import('./account-panel.tsx') | undefined = await import(
    './account-panel.tsx'
  ).catch(() => undefined);
  return { default: loaded?.AccountPanel ?? Nothing };
});

/** The account panel, which is loaded for members only. */
export function LazyAccountPanel() {
  return (
    <Suspense fallback={null}>
      <AccountPanel />
    </Suspense>
  );
}
