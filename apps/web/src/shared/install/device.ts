import { useSyncExternalStore } from 'react';
import type { SiteConfig } from '../site-config.ts';

/** The user agent of an iPad is that of a Mac. */
const isApple = (userAgent: string): boolean => /iPhone|iPad|iPod|Macintosh/i.test(userAgent);

type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** Returns whether this device is a phone or a tablet. A touch screen distinguishes an iPad from a Mac. */
export const hasAppStore = ({ userAgent, maxTouchPoints }: Device = navigator): boolean =>
  /Android|iPhone|iPad|iPod/i.test(userAgent) ||
  (/Macintosh/i.test(userAgent) && maxTouchPoints > 1);

export const storeUrlOf = (site: SiteConfig, { userAgent }: Pick<Device, 'userAgent'>): string =>
  isApple(userAgent) ? site.iosStoreUrl : site.androidStoreUrl;

const never = () => () => {};

/** Returns the app store for this device. The server does not know the device and returns Android's store. */
export function useStoreUrl(site: SiteConfig): string {
  return useSyncExternalStore(
    never,
    () => storeUrlOf(site, navigator),
    () => site.androidStoreUrl,
  );
}
