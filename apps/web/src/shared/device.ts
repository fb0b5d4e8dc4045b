import { useSyncExternalStore } from 'react';
import type { SiteConfig } from './site-config.ts';

/** An iPad calls itself a Mac. */
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
