import { lazy, Suspense } from 'react';
import { useStore } from '../../shared/store.ts';
import { layerStore } from '../layers.ts';

const CommandPalette = lazy(() => import('./command-palette.tsx'));

/** The command palette while it is open; its library is loaded with its first use. */
export function Palette() {
  if (useStore(layerStore) !== 'palette') return null;
  return (
    <Suspense fallback={null}>
      <CommandPalette />
    </Suspense>
  );
}
