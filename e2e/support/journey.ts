import { test as base, type Page } from '@playwright/test';
import { type Fan, signIn } from './fan.ts';
import { currentRun, type RunFile } from './start-stack.ts';

interface JourneyFixtures {
  /** Complaints of the page that nobody should ever see: errors, violations of the content policy, failed hydration. */
  complaints: string[];
}

interface StackFixtures {
  run: RunFile;
}

/** Playwright's `test` on the running stack: relative addresses are the site's, and no page may complain. */
export const test = base.extend<JourneyFixtures, StackFixtures>({
  run: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      await use(currentRun());
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ run }, use) => {
    await use(run.url);
  },
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        const text = message.text();
        // A refused call is told by the browser as well; the journey that provokes it looks at the page instead.
        if (message.type() === 'error' && !/Failed to load resource/.test(text))
          complaints.push(text);
      });
      await use(complaints);
      base.expect(complaints, 'the page complained').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';

/** Puts a signed-in fan into the page, as the sign-in page would have. */
export async function enterAs(page: Page, run: RunFile, index: number): Promise<Fan> {
  const fan = await signIn(run, index);
  await page.addInitScript(
    ([memberId, token]) => {
      localStorage.setItem('member_id', memberId);
      localStorage.setItem('access_token', token);
    },
    [fan.memberId, fan.accessToken] as const,
  );
  return fan;
}

/** Sets the site's language before the page is asked for. */
export async function speak(page: Page, run: RunFile, language: 'TH' | 'EN'): Promise<void> {
  await page.context().addCookies([{ name: 'language', value: language, url: run.url }]);
  await page.addInitScript((value) => localStorage.setItem('language', value), language);
}
