import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** Sum of the shifts so far; those that follow an input within 500 ms do not count. */
    shifted?: number;
  }
}

/** Counts the layout shifts of every page from now on. */
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

/** The sum once fonts and the pictures in sight are there and two frames have been drawn with them. */
export const shiftsOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const seen = [...document.images].filter(({ loading }) => loading !== 'lazy');
    await Promise.all(seen.map((image) => image.decode().catch(() => {})));
    for (const _ of [1, 2]) await new Promise((drawn) => requestAnimationFrame(drawn));
    return window.shifted ?? Number.NaN;
  });
