import { lazy, Suspense } from 'react';
import { useStore } from '../../shared/store.ts';
import { layerStore } from '../layers.ts';

const CommandPalette = lazy(() => import('./command-palette.tsx'));

/** Renders the command palette while it is open. Its library loads when it first opens. */
export function Palette() {
  if (useStore(layerStore) !== 'palette') return null;
  return (
    <Suspense fallback={null}>
      <CommandPalette />
    </Suspense>
  );
}
