import { type ComponentType, lazy } from 'react';
import { needCatalogue } from '../../../shared/language/catalogue.ts';
import type { ClipButtonProps } from './clip-button.tsx';

/** The clip button, loaded with its catalogue. Renders nothing if either cannot be loaded. */
export const LazyClipButton = lazy(
  async (): Promise<{ default: ComponentType<ClipButtonProps> }> => {
    try {
      const [{ ClipButton }] = await Promise.all([
        import('./clip-button.tsx'),
        needCatalogue('replay'),
      ]);
      return { default: ClipButton };
    } catch {
      return { default: () => null };
    }
  },
);
