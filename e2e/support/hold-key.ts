import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/**
 * Holds a key of the console, as an act for everybody needs, until something is visible. The key works shortly after
 * its button is drawn, so it is held again if nothing happened.
 */
export async function holdKey(page: Page, key: string, until: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.keyboard.down(key);
    await until().finally(() => page.keyboard.up(key));
  }).toPass({ timeout: 30_000 });
}
