import { type ComponentType, lazy } from 'react';
import { needCatalogue } from '../../shared/language/catalogue.ts';

type Peaks = typeof import('./peaks.ts').PEAKS;

/** Returns a part of the peaks, which loads with their texts. Render it within `Suspense`. */
export const lazyPeak = <Name extends keyof Peaks>(name: Name) =>
  lazy(async () => {
    const [{ PEAKS }] = await Promise.all([import('./peaks.ts'), needCatalogue('peaks')]);
    return { default: PEAKS[name] as ComponentType<Parameters<Peaks[Name]>[0]> };
  });
