import { useSyncExternalStore } from 'react';
import type { SiteConfig } from '../site-config.ts';

/** An iPad calls itself a Mac. */
const isApple = (userAgent: string): boolean => /iPhone|iPad|iPod|Macintosh/i.test(userAgent);

type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** Whether the app can be had on this device: a phone or a tablet. No Mac has the touch screen of an iPad. */
export const hasAppStore = ({ userAgent, maxTouchPoints }: Device = navigator): boolean =>
  /Android|iPhone|iPad|iPod/i.test(userAgent) ||
  (/Macintosh/i.test(userAgent) && maxTouchPoints > 1);

/** The app store of a device. */
export const storeUrlOf = (site: SiteConfig, { userAgent }: Pick<Device, 'userAgent'>): string =>
  isApple(userAgent) ? site.iosStoreUrl : site.androidStoreUrl;

const never = () => () => {};

/** The app store of this device. The server does not know the device and names Android's. */
export function useStoreUrl(site: SiteConfig): string {
  return useSyncExternalStore(
    never,
    () => storeUrlOf(site, navigator),
    () => site.androidStoreUrl,
  );
}
