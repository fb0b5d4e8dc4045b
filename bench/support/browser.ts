import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Fan } from '../../e2e/support/fan.ts';
import { BROWSER_FLAGS } from '../../e2e/support/launch.ts';
import { requirePrograms } from './require-programs.ts';

const FLAGS = [
  ...BROWSER_FLAGS,
  // Flags that keep timers of background pages running, because several players share one browser.
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
];

/** Starts a browser. A `command` other than Chromium's runs the browser in another network namespace. */
export function launchBrowser(
  extraFlags: readonly string[] = [],
  executablePath = requirePrograms('chromium').chromium,
): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...FLAGS, ...extraFlags] });
}

/** Starts a browser with a profile in `folder`, for tools that open pages in it. */
export function launchProfile(
  folder: string,
  extraFlags: readonly string[] = [],
): Promise<BrowserContext> {
  const { chromium: executablePath } = requirePrograms('chromium');
  return chromium.launchPersistentContext(folder, {
    executablePath,
    args: [...FLAGS, ...extraFlags],
  });
}

/** Signs a fan in through the page's local storage. */
export async function signPageIn(page: Page, fan: Fan): Promise<void> {
  await page.addInitScript(
    ([memberId, token]) => {
      localStorage.setItem('member_id', memberId);
      localStorage.setItem('access_token', token);
    },
    [fan.memberId, fan.accessToken] as const,
  );
}

/** Resolves at the first frame that the page's video shows. */
export async function untilFirstFrame(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const video = document.querySelector('video');
      return (
        video !== null &&
        video.getVideoPlaybackQuality().totalVideoFrames > 0 &&
        video.currentTime > 0
      );
    },
    undefined,
    { polling: 16, timeout: 60_000 },
  );
}
