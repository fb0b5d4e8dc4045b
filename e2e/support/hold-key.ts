import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/**
 * Holds a key of the console until something is visible, for acts that require a held key. The key works shortly after
 * its button renders, so the function holds the key again if nothing happened.
 */
export async function holdKey(page: Page, key: string, until: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.keyboard.down(key);
    await until().finally(() => page.keyboard.up(key));
  }).toPass({ timeout: 30_000 });
}
