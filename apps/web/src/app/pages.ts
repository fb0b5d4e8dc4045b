import type { PagePath } from '@sangwian/contract/rules/page-address';
import { plainPath } from '@sangwian/contract/rules/plain-path';
import type { ComponentType } from 'react';
import type { LoaderFunction, UIMatch } from 'react-router';
import type { CataloguePart } from '../shared/language/catalogue.ts';
import type { MetaFunction } from '../shared/page-meta.ts';

export interface PageModule {
  readonly Component: ComponentType;
  readonly loader?: LoaderFunction;
  // The parameter of each page's `meta` has the type of the data of that page's loader.
  // biome-ignore lint/suspicious/noExplicitAny: the page's module checks that the types match.
  readonly meta?: MetaFunction<any>;
}

export type Layout = 'default' | 'policy' | 'blank';

export interface Page {
  /** The URL as a pattern of React Router. */
  readonly path: PagePath;
  /** The path of the module within the web app. The server finds the assets of the page by this path. */
  readonly source: string;
  readonly load: () => Promise<PageModule>;
  readonly layout: Layout;
  /** The catalogue with the page's texts. */
  readonly catalogue?: Exclude<CataloguePart, 'site'>;
  /** Full width instead of 1300 px. */
  readonly wide?: true;
  /** No tab bar, and a slim top bar on phones. */
  readonly immersive?: true;
}

/** The handle of a matched route: the entry in the table of pages, and the metadata once the module is loaded. */
export interface PageHandle {
  readonly page: Page;
  readonly meta?: MetaFunction;
}

export const pageHandleOf = (match: UIMatch | undefined): PageHandle | undefined =>
  match?.handle as PageHandle | undefined;

/** All pages of this build. Any other path shows the not-found page, and no menu links to it. */
export const PAGES: readonly Page[] = [
  {
    path: '/',
    source: 'src/features/home/home-page.tsx',
    load: () => import('../features/home/home-page.tsx'),
    layout: 'default',
  },
  {
    path: '/live/:program_live_id?',
    source: 'src/features/live/page/live-route.tsx',
    load: () => import('../features/live/page/live-route.tsx'),
    catalogue: 'live',
    layout: 'default',
    immersive: true,
  },
  {
    path: '/replays',
    source: 'src/features/replay/library/replays-page.tsx',
    load: () => import('../features/replay/library/replays-page.tsx'),
    catalogue: 'replay',
    layout: 'default',
  },
  {
    path: '/clip/:clip_id?',
    source: 'src/features/clips/page/clip-page.tsx',
    load: () => import('../features/clips/page/clip-page.tsx'),
    catalogue: 'replay',
    layout: 'default',
  },
  {
    path: '/profile/clips',
    source: 'src/features/clips/own/own-clips-page.tsx',
    load: () => import('../features/clips/own/own-clips-page.tsx'),
    catalogue: 'replay',
    layout: 'default',
  },
  {
    path: '/stream',
    source: 'src/features/live/page/stream-page.tsx',
    load: () => import('../features/live/page/stream-page.tsx'),
    catalogue: 'live',
    layout: 'blank',
    wide: true,
  },
  {
    path: '/streamwebrtc',
    source: 'src/features/live/page/stream-webrtc-page.tsx',
    load: () => import('../features/live/page/stream-webrtc-page.tsx'),
    catalogue: 'live',
    layout: 'blank',
    wide: true,
  },
  {
    path: '/terms',
    source: 'src/features/policies/terms-page.tsx',
    load: () => import('../features/policies/terms-page.tsx'),
    layout: 'policy',
  },
  {
    path: '/privacy-policy',
    source: 'src/features/policies/privacy-policy-page.tsx',
    load: () => import('../features/policies/privacy-policy-page.tsx'),
    layout: 'policy',
  },
  {
    path: '/coin-policy',
    source: 'src/features/policies/coin-policy-page.tsx',
    load: () => import('../features/policies/coin-policy-page.tsx'),
    layout: 'policy',
  },
  {
    path: '/rules-guess-game',
    source: 'src/features/policies/rules-guess-game-page.tsx',
    load: () => import('../features/policies/rules-guess-game-page.tsx'),
    layout: 'policy',
  },
  {
    path: '/delete-account',
    source: 'src/features/account/deletion/delete-account-page.tsx',
    load: () => import('../features/account/deletion/delete-account-page.tsx'),
    catalogue: 'account',
    layout: 'default',
  },
  {
    path: '/predict',
    source: 'src/features/predict/predict-page.tsx',
    load: () => import('../features/predict/predict-page.tsx'),
    catalogue: 'game',
    layout: 'default',
  },
  {
    path: '/predict/predict_history',
    source: 'src/features/predict/history-page.tsx',
    load: () => import('../features/predict/history-page.tsx'),
    catalogue: 'game',
    layout: 'default',
  },
  {
    path: '/predict/predict_rank',
    source: 'src/features/predict/rank-page.tsx',
    load: () => import('../features/predict/rank-page.tsx'),
    catalogue: 'game',
    layout: 'default',
  },
  {
    path: '/sign-in',
    source: 'src/features/sign-in/sign-in-page.tsx',
    load: () => import('../features/sign-in/sign-in-page.tsx'),
    catalogue: 'account',
    layout: 'default',
  },
  {
    path: '/sign-up',
    source: 'src/features/sign-up/sign-up-page.tsx',
    load: () => import('../features/sign-up/sign-up-page.tsx'),
    catalogue: 'account',
    layout: 'default',
  },
  {
    path: '/password/re-by-PHONE',
    source: 'src/features/password/reset-by-phone-page.tsx',
    load: () => import('../features/password/reset-by-phone-page.tsx'),
    catalogue: 'account',
    layout: 'default',
  },
  {
    path: '/password/re-by-OTP',
    source: 'src/features/password/reset-by-otp-page.tsx',
    load: () => import('../features/password/reset-by-otp-page.tsx'),
    catalogue: 'account',
    layout: 'default',
  },
  {
    path: '/password/re-by-PIN',
    source: 'src/features/password/reset-by-pin-page.tsx',
    load: () => import('../features/password/reset-by-pin-page.tsx'),
    catalogue: 'account',
    layout: 'default',
  },
  {
    path: '/program',
    source: 'src/features/programme/program-page.tsx',
    load: () => import('../features/programme/program-page.tsx'),
    catalogue: 'fights',
    layout: 'default',
  },
  {
    path: '/history',
    source: 'src/features/fighters/fighters-page.tsx',
    load: () => import('../features/fighters/fighters-page.tsx'),
    catalogue: 'fights',
    layout: 'default',
  },
  {
    path: '/history/boxer_detail',
    source: 'src/features/fighters/fighter-page.tsx',
    load: () => import('../features/fighters/fighter-page.tsx'),
    catalogue: 'fights',
    layout: 'default',
  },
  {
    path: '/liveExternal',
    source: 'src/features/home/live-external-page.tsx',
    load: () => import('../features/home/live-external-page.tsx'),
    catalogue: 'account',
    layout: 'default',
  },
  {
    path: '/banuser',
    source: 'src/features/banned/banned-page.tsx',
    load: () => import('../features/banned/banned-page.tsx'),
    catalogue: 'account',
    layout: 'default',
  },
  {
    path: '/app',
    source: 'src/features/get-app/app-page.tsx',
    load: () => import('../features/get-app/app-page.tsx'),
    catalogue: 'account',
    layout: 'default',
  },
  {
    path: '/download',
    source: 'src/features/get-app/download-page.tsx',
    load: () => import('../features/get-app/download-page.tsx'),
    catalogue: 'account',
    layout: 'default',
  },
  {
    path: '/redirect',
    source: 'src/features/handover/redirect-page.tsx',
    load: () => import('../features/handover/redirect-page.tsx'),
    catalogue: 'account',
    layout: 'blank',
  },
  {
    path: '/sync-member',
    source: 'src/features/handover/sync-member-page.tsx',
    load: () => import('../features/handover/sync-member-page.tsx'),
    catalogue: 'account',
    layout: 'blank',
  },
  {
    path: '/profile',
    source: 'src/features/account/profile-page.tsx',
    load: () => import('../features/account/profile-page.tsx'),
    catalogue: 'account',
    layout: 'default',
  },
  {
    path: '/profile/edit',
    source: 'src/features/account/edit-page.tsx',
    load: () => import('../features/account/edit-page.tsx'),
    catalogue: 'account',
    layout: 'default',
  },
  {
    path: '/profile/change-password',
    source: 'src/features/account/change-password-page.tsx',
    load: () => import('../features/account/change-password-page.tsx'),
    catalogue: 'account',
    layout: 'default',
  },
  {
    path: '/profile/spending',
    source: 'src/features/account/spending/spending-page.tsx',
    load: () => import('../features/account/spending/spending-page.tsx'),
    catalogue: 'account',
    layout: 'default',
  },
  {
    path: '/profile/coin-history',
    source: 'src/features/coin-history/coin-history-page.tsx',
    load: () => import('../features/coin-history/coin-history-page.tsx'),
    catalogue: 'wallet',
    layout: 'default',
  },
  {
    path: '/wallet/mobile-payment/coin',
    source: 'src/features/checkout/phone/coin-page.tsx',
    load: () => import('../features/checkout/phone/coin-page.tsx'),
    catalogue: 'wallet',
    layout: 'default',
  },
  {
    path: '/wallet/mobile-payment/payment-selected',
    source: 'src/features/checkout/phone/payment-selected-page.tsx',
    load: () => import('../features/checkout/phone/payment-selected-page.tsx'),
    catalogue: 'wallet',
    layout: 'default',
  },
  {
    path: '/wallet/mobile-payment/qr',
    source: 'src/features/checkout/phone/qr-page.tsx',
    load: () => import('../features/checkout/phone/qr-page.tsx'),
    catalogue: 'wallet',
    layout: 'default',
  },
  {
    path: '/wallet/mobile-payment/result',
    source: 'src/features/checkout/phone/result-page.tsx',
    load: () => import('../features/checkout/phone/result-page.tsx'),
    catalogue: 'wallet',
    layout: 'default',
  },
  {
    path: '/wallet/:buy_coin?',
    source: 'src/features/checkout/desktop/store-page.tsx',
    load: () => import('../features/checkout/desktop/store-page.tsx'),
    catalogue: 'wallet',
    layout: 'default',
  },
  {
    path: '/wallet/modal/custom-coin',
    source: 'src/features/checkout/desktop/custom-coin-page.tsx',
    load: () => import('../features/checkout/desktop/custom-coin-page.tsx'),
    catalogue: 'wallet',
    layout: 'default',
  },
  {
    path: '/wallet/payment-options',
    source: 'src/features/checkout/desktop/payment-options-page.tsx',
    load: () => import('../features/checkout/desktop/payment-options-page.tsx'),
    catalogue: 'wallet',
    layout: 'default',
  },
  {
    path: '/wallet/confirm-order',
    source: 'src/features/checkout/desktop/confirm-order-page.tsx',
    load: () => import('../features/checkout/desktop/confirm-order-page.tsx'),
    catalogue: 'wallet',
    layout: 'default',
  },
  {
    path: '/wallet/confirm-order/upload-slip',
    source: 'src/features/checkout/desktop/upload-slip-page.tsx',
    load: () => import('../features/checkout/desktop/upload-slip-page.tsx'),
    catalogue: 'wallet',
    layout: 'default',
  },
  {
    path: '/wallet/payment-options/payment-result',
    source: 'src/features/checkout/desktop/payment-result-page.tsx',
    load: () => import('../features/checkout/desktop/payment-result-page.tsx'),
    catalogue: 'wallet',
    layout: 'default',
  },
];

/** Pages without top bar and footer (specification, section 2). */
const BARE_PATHS: ReadonlySet<string> = new Set(
  ['/program', '/history', '/history/boxer_detail', '/liveExternal', '/banuser'].map(plainPath),
);

export const hidesBars = (pathname: string): boolean => BARE_PATHS.has(plainPath(pathname));

/** Returns whether this build has a page at a path, so that a menu can link to it. */
export function hasPage(path: string): boolean {
  return PAGES.some((page) => page.path.replace(/\/:[^/]+\?$/, '') === path);
}
