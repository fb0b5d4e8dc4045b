import type { SiteNotice } from '@sangwian/contract/endpoints/site';

/** The id of the notice's element, above the root of React. */
export const NOTICE_ID = 'site-notice';
/** The key in local storage of the version that the fan dismissed. */
export const NOTICE_KEY = 'dismissed_notice';

/** Whether a notice is shown at a time. */
export const isShownAt = ({ from, until }: SiteNotice, nowMs: number): boolean =>
  (from === null || Date.parse(from) <= nowMs) && (until === null || Date.parse(until) > nowMs);
