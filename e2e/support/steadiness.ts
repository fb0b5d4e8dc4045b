import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** Sum of the layout shifts so far, without those within 500 ms of an input. */
    shifted?: number;
  }
}

/** Counts the layout shifts of every following page. */
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

/** Returns the sum after fonts and visible pictures are loaded and two more frames are drawn. */
export const shiftsOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const seen = [...document.images].filter(({ loading }) => loading !== 'lazy');
    await Promise.all(seen.map((image) => image.decode().catch(() => {})));
    for (const _ of [1, 2]) await new Promise((drawn) => requestAnimationFrame(drawn));
    return window.shifted ?? Number.NaN;
  });
