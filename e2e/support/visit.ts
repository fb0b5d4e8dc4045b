import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import type { Fan } from './fan.ts';
import { expect } from './journey.ts';
import type { RunFile } from './start-stack.ts';

export type Language = 'TH' | 'EN';
export const LANGUAGES = ['TH', 'EN'] as const;

const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

/** Screens that journeys use. */
export const SCREENS = {
  'a phone': {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent: ANDROID,
  },
  'a phone on its side': {
    viewport: { width: 844, height: 390 },
    hasTouch: true,
    isMobile: true,
    userAgent: ANDROID,
  },
  'a desktop': { viewport: { width: 1440, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>;

/** Tag of the journeys that `npm test` skips and `npm run test:long` runs. */
export const LONG = { tag: '@long' } as const;

/** Tags the variants of a journey that `npm test` leaves to `npm run test:long`. */
export const longIf = (isLong: boolean): Partial<typeof LONG> => (isLong ? LONG : {});

/** Each screen runs with one language, so that the two cover both languages. */
export const TWO_SCREENS = [
  ['TH', 'a phone'],
  ['EN', 'a desktop'],
] as const;

export type Screen = keyof typeof SCREENS;

interface Visitor {
  readonly language: Language;
  /** Signed in from the start, with the storage entries that the sign-in page writes. */
  readonly fan?: Fan;
}

/** Gives the context the storage of a returning visitor: a language and, optionally, a sign-in. */
export async function prepare(
  context: BrowserContext,
  run: RunFile,
  { language, fan }: Visitor,
): Promise<void> {
  const stored = {
    language,
    ...(fan === undefined ? {} : { member_id: fan.memberId, access_token: fan.accessToken }),
  };
  const { hostname } = new URL(run.url);
  const cookie = {
    name: 'language',
    value: language,
    domain: hostname,
    path: '/',
    expires: -1,
    httpOnly: false,
    secure: false,
    sameSite: 'Lax',
  } as const;
  await context.setStorageState({
    cookies: [cookie],
    origins: [
      {
        origin: run.url,
        localStorage: Object.entries(stored).map(([name, value]) => ({ name, value })),
      },
    ],
  });
}

/** Opens another browser, for another visitor or for the same fan. */
export async function openBrowser(
  browser: Browser,
  run: RunFile,
  visitor: Visitor,
  screen: Screen = 'a desktop',
): Promise<Page> {
  const context = await browser.newContext({
    ...SCREENS[screen],
    baseURL: run.url,
    timezoneId: 'Asia/Bangkok',
  });
  await prepare(context, run, visitor);
  return context.newPage();
}

/** Resolves once the page is hydrated and shows the account. */
export async function untilAlive(page: Page): Promise<void> {
  const account = page.getByRole('banner').getByRole('link', { name: /^(Log in|เข้าสู่ระบบ)$/ });
  const profile = page.getByRole('banner').getByRole('button', { name: /^(Account|บัญชี)/ });
  await expect(account.or(profile)).toBeVisible();
}

/** Opens a page as the visitor and resolves once it is hydrated. */
export async function visit(
  page: Page,
  run: RunFile,
  path: string,
  visitor: Visitor,
): Promise<void> {
  await prepare(page.context(), run, visitor);
  await page.goto(path);
  await untilAlive(page);
}

/** Returns a value of local storage. */
export const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key);
