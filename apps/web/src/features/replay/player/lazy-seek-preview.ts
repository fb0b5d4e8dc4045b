import { type ComponentType, lazy } from 'react';
import type { SeekPreviewProps } from './seek-preview.tsx';

/** The preview of the seek bar. Nothing, if its code cannot be fetched. */
export const LazySeekPreview = lazy(
  async (): Promise<{ default: ComponentType<SeekPreviewProps> }> => {
    try {
      return { default: (await import('./seek-preview.tsx')).SeekPreview };
    } catch {
      return { default: () => null };
    }
  },
);
