import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** Sum of the layout shifts so far, except those within 500 ms of an input. */
    shifted?: number;
  }
}

/** Starts to count the layout shifts of every following page. */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[]) {
        if (!entry.hadRecentInput) window.shifted = (window.shifted ?? 0) + entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Returns the sum of the layout shifts, once fonts and images are loaded and two more frames are drawn. */
export const shiftsOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const images = [...document.images].filter(({ loading }) => loading !== 'lazy');
    await Promise.all(images.map((image) => image.decode().catch(() => {})));
    for (const _ of [1, 2]) await new Promise((drawn) => requestAnimationFrame(drawn));
    return window.shifted ?? Number.NaN;
  });
