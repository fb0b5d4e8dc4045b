import { test as base, expect, type Page } from '@playwright/test';
import { callApi, type Fan, signIn } from './fan.ts';
import { broadcasterOf } from './picture.ts';
import { enterStackOf, type RunFile } from './start-stack.ts';

/** Console errors, policy violations and hydration errors. Any of them fails the journey. */
interface Complaints {
  /** Also collects the problems of another page. */
  watch(page: Page): Promise<void>;
  /** Ignores problems that the journey provokes, such as failing sockets while offline. */
  forgive(pattern: RegExp): void;
}

export interface JourneyOptions {
  /**
   * Whether the demo bout is on air. Without a graphics card, each playing video uses a third of a core, so journeys
   * that do not need the video run without it.
   */
  isOnAir: boolean;
}

interface JourneyFixtures extends JourneyOptions {
  broadcast: undefined;
  complaints: Complaints;
  /** Signs in the sample fan with number `index` at the API, and out again after the journey. */
  enter: (index: number) => Promise<Fan>;
}

interface StackFixtures {
  run: RunFile;
}

/** Ends a session and its watch sessions. The journey may have ended the session already. */
const signOutToken = async (run: RunFile, token: string): Promise<void> => {
  await callApi(run, token, 'POST /auth/member/logout', {}).catch(() => {});
};

/** The browser logs every refused request. Journeys that provoke refusals check the page instead. */
const REFUSED_CALL = /Failed to load resource/;
/** The browser may fetch the service worker's script at any time, even while a journey is offline. */
const WORKER_SCRIPT_CUT_OFF = /error occurred when fetching the script/;

/**
 * Returns the stack of an error, which begins with its name and message. An error that the browser itself created, such
 * as a failed import, has an empty stack, and a thrown value that is not an error also has no name.
 */
const describe = ({ name, message, stack }: Error, url: string): string =>
  stack ||
  `${name || 'a thrown value'}: ${message || 'no message'} (no stack; the page was at ${url})`;

/**
 * Playwright's `test` on the running stack. Relative URLs belong to the site, and collected problems fail the journey.
 */
export const test = base.extend<JourneyFixtures, StackFixtures>({
  run: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use, { project }) => {
      await use(enterStackOf(project.name));
    },
    { scope: 'worker', auto: true },
  ],
  baseURL: async ({ run }, use) => {
    await use(run.url);
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  complaints: async ({}, use) => {
    const reported: string[] = [];
    const forgiven = [REFUSED_CALL, WORKER_SCRIPT_CUT_OFF];
    await use({
      watch: async (page) => {
        page.on('pageerror', (error) => reported.push(describe(error, page.url())));
        page.on('console', (message) => {
          if (message.type() !== 'error') return;
          const { url, lineNumber } = message.location();
          reported.push(message.text() || `console error without a text at ${url}:${lineNumber}`);
        });
        await page.addInitScript(() => {
          document.addEventListener('securitypolicyviolation', (violation) => {
            console.error(`content policy: ${violation.violatedDirective} ${violation.blockedURI}`);
          });
        });
      },
      forgive: (pattern) => forgiven.push(pattern),
    });
    const unexpected = reported.filter((text) => !forgiven.some((pattern) => pattern.test(text)));
    expect(unexpected, 'the page complained').toEqual([]);
  },
  page: async ({ page, complaints, run }, use) => {
    await complaints.watch(page);
    await use(page);
    // A sign-in on the page must not leave a watch session, because the next journey would count it.
    const token = await page.evaluate(() => localStorage.getItem('access_token')).catch(() => null);
    if (token !== null) await signOutToken(run, token);
  },
  isOnAir: [false, { option: true }],
  broadcast: [
    async ({ run, isOnAir }, use) => {
      const broadcaster = broadcasterOf(run.sandbox);
      const { state } = await broadcaster.status();
      if (isOnAir && state !== 'live') await broadcaster.start();
      if (!isOnAir && state !== 'stopped') await broadcaster.stop();
      await use(undefined);
    },
    { auto: true },
  ],
  enter: async ({ run }, use) => {
    const fans: Fan[] = [];
    await use(async (index) => {
      const fan = await signIn(run, index);
      fans.push(fan);
      return fan;
    });
    await Promise.all(fans.map(({ accessToken }) => signOutToken(run, accessToken)));
  },
});

export { expect } from '@playwright/test';
