import { type ComponentType, lazy } from 'react';
import { needCatalogue } from '../../shared/language/catalogue.ts';

type Peaks = typeof import('./peaks.ts').PEAKS;

/**
 * Returns a part of the peaks, which loads with their texts. Render it within `Suspense`. Without a network it draws
 * nothing: the live itself needs none of the peaks.
 */
export const lazyPeak = <Name extends keyof Peaks>(name: Name) =>
  lazy(async () => {
    const loaded = await Promise.all([import('./peaks.ts'), needCatalogue('peaks')]).catch(
      () => null,
    );
    const part = loaded === null ? () => null : loaded[0].PEAKS[name];
    return { default: part as ComponentType<Parameters<Peaks[Name]>[0]> };
  });
