import { test as base, expect, type Page } from '@playwright/test';
import { callApi, type Fan, signIn } from './fan.ts';
import { enterStackOf, type RunFile } from './start-stack.ts';

/** What no page should ever say: errors, violations of the content policy, failed hydration. */
interface Complaints {
  /** Collects of one more page. */
  watch(page: Page): Promise<void>;
  /** What a journey provokes itself, such as sockets that find no network. */
  forgive(pattern: RegExp): void;
}

interface JourneyFixtures {
  complaints: Complaints;
  /** Signs sample fan number `index` in at the API; all of them are signed out when the journey is over. */
  enter: (index: number) => Promise<Fan>;
}

interface StackFixtures {
  run: RunFile;
}

/** Ends a sign-in and what was watched with it. Who has signed out in the journey already is no matter. */
const signOutToken = async (run: RunFile, token: string): Promise<void> => {
  await callApi(run, token, 'POST /auth/member/logout', {}).catch(() => {});
};

/** A refused call is told by the browser as well; the journey that provokes it looks at the page instead. */
const REFUSED_CALL = /Failed to load resource/;
/** The browser fetches the service worker's script at a time of its own, also while a journey has pulled the cable. */
const WORKER_SCRIPT_CUT_OFF = /error occurred when fetching the script/;

/** Playwright's `test` on the running stack: relative addresses are the site's, and no page may complain. */
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
    const heard: string[] = [];
    const forgiven = [REFUSED_CALL, WORKER_SCRIPT_CUT_OFF];
    await use({
      watch: async (page) => {
        page.on('pageerror', (error) => heard.push(error.stack ?? error.message));
        page.on('console', (message) => {
          if (message.type() === 'error') heard.push(message.text());
        });
        await page.addInitScript(() => {
          document.addEventListener('securitypolicyviolation', (violation) => {
            console.error(`content policy: ${violation.violatedDirective} ${violation.blockedURI}`);
          });
        });
      },
      forgive: (pattern) => forgiven.push(pattern),
    });
    const left = heard.filter((text) => !forgiven.some((pattern) => pattern.test(text)));
    expect(left, 'the page complained').toEqual([]);
  },
  page: async ({ page, complaints, run }, use) => {
    await complaints.watch(page);
    await use(page);
    // Who signed in on the page leaves no watch behind that the next journey would count.
    const token = await page.evaluate(() => localStorage.getItem('access_token')).catch(() => null);
    if (token !== null) await signOutToken(run, token);
  },
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
