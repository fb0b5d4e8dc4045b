import { useSyncExternalStore } from 'react';
import type { SiteConfig } from './site-config.ts';

/** A phone or tablet by its user agent; iPads call themselves a Mac with touch. */
export const isMobileUserAgent = (userAgent: string): boolean =>
  /Android|iPhone|iPad|iPod|Mobile/i.test(userAgent);

export interface Screen {
  readonly width: number;
  readonly height: number;
  readonly userAgent: string;
}

/** The specification's rule: at most 641 wide and 1000 high, or by user agent. */
export const isMobile = ({ width, height, userAgent }: Screen): boolean =>
  (width <= 641 && height <= 1000) || isMobileUserAgent(userAgent);

const isApple = (userAgent: string): boolean => /iPhone|iPad|iPod|Macintosh/i.test(userAgent);

const never = () => () => {};

/** The app store of this device. The server does not know the device and names Android's. */
export function useStoreUrl(site: SiteConfig): string {
  return useSyncExternalStore(
    never,
    () => (isApple(navigator.userAgent) ? site.iosStoreUrl : site.androidStoreUrl),
    () => site.androidStoreUrl,
  );
}
