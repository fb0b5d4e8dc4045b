import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';
import type { Language } from './visit.ts';

const WORDS = {
  TH: { share: 'แชร์', copied: 'คัดลอกลิงก์แล้ว' },
  EN: { share: 'Share', copied: 'Link copied' },
} as const;

declare global {
  interface Window {
    /** Data given to the share sheet of the device. */
    sharedData?: ShareData;
  }
}

/** Shares from `place` with the device's share sheet and returns the shared URL. */
export async function shareBySheet(page: Page, place: Locator, language: Language) {
  await page.evaluate(() => {
    const share = async (link: ShareData) => {
      window.sharedData = link;
    };
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  });
  await place.getByRole('button', { name: WORDS[language].share, exact: true }).click();
  await expect.poll(() => page.evaluate(() => window.sharedData?.title)).toBeTruthy();
  return page.evaluate(() => window.sharedData?.url ?? '');
}

/** Shares from `place` without a share sheet and returns the copied text once the page confirms the copy. */
export async function shareByCopy(page: Page, place: Locator, language: Language) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await place.getByRole('button', { name: WORDS[language].share, exact: true }).click();
  await expect(place.getByRole('button', { name: WORDS[language].copied })).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}
