import { type ComponentType, lazy } from 'react';
import { needCatalogue } from '../../shared/language/catalogue.ts';

type Peaks = typeof import('./peaks.ts').PEAKS;

/**
 * Creates a lazy component of this feature, loaded with its catalogue. Render it within `Suspense`. If loading fails,
 * the component renders nothing, because the live works without this feature.
 */
export const lazyPeak = <Name extends keyof Peaks>(name: Name) =>
  lazy(async () => {
    const loaded = await Promise.all([import('./peaks.ts'), needCatalogue('peaks')]).catch(
      () => null,
    );
    const part = loaded === null ? () => null : loaded[0].PEAKS[name];
    return { default: part as ComponentType<Parameters<Peaks[Name]>[0]> };
  });
