import type { Page } from 'playwright-core';
import { findLiveOn, signIn } from '../e2e/support/fan.ts';
import { readRunFile, startStack } from '../e2e/support/start-stack.ts';
import { type Bench, percentile, type Report } from './figure.ts';
import { launchBrowser, signPageIn } from './support/browser.ts';

const ROUNDS = 9;
const GOALS_MS = { first: 400, again: 250 };

/** Returns the milliseconds from a click on a link to the live to its first frame. */
const clickToFirstFrame = (page: Page, path: string): Promise<number> =>
  page.evaluate(async (href) => {
    const link = document.querySelector<HTMLAnchorElement>(`a[href="${href}"]`);
    if (link === null) throw new Error(`no link to ${href}`);
    const { promise, resolve } = Promise.withResolvers<number>();
    const clickedAt = performance.now();
    link.click();
    const checkVideo = (): void => {
      const video = document.querySelector('video');
      if (video === null) requestAnimationFrame(checkVideo);
      else video.requestVideoFrameCallback((now) => resolve(now - clickedAt));
    };
    checkVideo();
    return promise;
  }, path);

/** Resolves once the page has loaded nothing for half a second. Playwright's `networkidle` sometimes never comes. */
const untilQuiet = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return performance.now() - Math.max(...loaded.map((one) => one.responseEnd)) > 500;
  });

async function run(): Promise<Report> {
  const stack = await startStack({ DEMO_CROWD: '0' });
  const browser = await launchBrowser();
  try {
    const fan = await signIn(readRunFile(stack.dataDir));
    const path = `/live/${(await findLiveOn(readRunFile(stack.dataDir))).program_live_id}`;
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await signPageIn(page, fan);
    const first: number[] = [];
    const again: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // A fresh page has not loaded the live page's code; the browser's cache may contain it.
      await page.goto(stack.url);
      await untilQuiet(page);
      first.push(await clickToFirstFrame(page, path));
      await page.goBack();
      // A dialog asks for confirmation before leaving; its last button leaves.
      await page.getByRole('dialog').getByRole('button').last().click();
      await page.waitForSelector(`a[href="${path}"]`);
      again.push(await clickToFirstFrame(page, path));
    }
    const row = (name: string, times: readonly number[]): string[] => [
      name,
      ...[0.5, 0.9].map((share) => percentile(times, share).toFixed(0)),
    ];
    // The first visit also fetches and compiles code.
    const [coldest = 0] = first;
    return {
      table: [
        ['from the click to the first frame', 'p50 ms', 'p90 ms'],
        ['from a page that was just loaded', coldest.toFixed(0), ''],
        row('from a page that was loaded again', first),
        row('coming back to the live', again),
      ],
      figures: [
        {
          id: 'click-to-first-frame-p50',
          value: percentile(first, 0.5),
          goal: GOALS_MS.first,
          sense: 'at-most',
          unit: 'ms',
        },
        {
          id: 'click-to-first-frame-again-p50',
          value: percentile(again, 0.5),
          goal: GOALS_MS.again,
          sense: 'at-most',
          unit: 'ms',
        },
      ],
    };
  } finally {
    await browser.close();
    await stack.stop();
  }
}

export const bench: Bench = {
  about: 'from the click on a live to its first frame, LL-HLS, signed in, on a phone’s screen',
  run,
};
