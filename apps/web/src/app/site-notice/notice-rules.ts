import type { SiteNotice } from '@sangwian/contract/endpoints/site';

/** The element id of the notice. The element is above React's root. */
export const NOTICE_ID = 'site-notice';
/** The local storage key for the version of the notice that the fan has dismissed. */
export const NOTICE_KEY = 'dismissed_notice';

/** Returns whether a notice is shown at a given time. */
export const isShownAt = ({ from, until }: SiteNotice, nowMs: number): boolean =>
  (from === null || Date.parse(from) <= nowMs) && (until === null || Date.parse(until) > nowMs);
