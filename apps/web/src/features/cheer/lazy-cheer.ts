import { lazy } from 'react';
import { lazySheet } from '../../shared/dialogs/lazy-sheet.tsx';

/** Cheer components that load on first use. Render them within `Suspense`. */
export const LazyCheerPanel = lazy(async () => ({
  default: (await import('./cheer-panel.tsx')).CheerPanel,
}));

export const LazyCheerSheet = lazySheet(async () => (await import('./cheer-sheet.tsx')).CheerSheet);

export const LazySupporters = lazy(async () => ({
  default: (await import('./supporters.tsx')).Supporters,
}));
