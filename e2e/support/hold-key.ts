import type { Page } from '@playwright/test';

/** Holds a key of the console, as an act for everybody needs, until something is visible. */
export async function holdKey(page: Page, key: string, until: () => Promise<void>): Promise<void> {
  await page.keyboard.down(key);
  await until();
  await page.keyboard.up(key);
}
