import type { Page } from '@playwright/test';
import type { Fan } from '../support/fan.ts';
import { test as journey } from '../support/journey.ts';
import { type RunFile, readRunFile, startStack } from '../support/start-stack.ts';
import { type Language, openBrowser, type Screen } from '../support/visit.ts';

const START_MS_MAX = 180_000;

interface Visitor {
  /** The fan who is signed in from the start. Without a fan, the person is a visitor or an operator. */
  readonly fan?: Fan;
  readonly screen?: Screen;
}

/** What every step of the evening needs. */
export interface Night {
  readonly run: RunFile;
  readonly language: Language;
  /** Opens a separate browser. Its console errors and policy violations fail the journey. */
  open(visitor?: Visitor): Promise<Page>;
}

interface NightFixtures {
  readonly night: Night;
}

interface SiteFixtures {
  /** The language of all people. Each language runs in its own worker and therefore on its own site. */
  readonly language: Language;
}

/** Playwright requires an override of an automatic fixture to be automatic. */
const OF_WORKER = { scope: 'worker', auto: true, timeout: START_MS_MAX } as const;

/** A test fixture for journeys that begin on an empty site with the sandbox, as on a first night. */
export const test = journey.extend<NightFixtures, SiteFixtures>({
  language: ['EN', { scope: 'worker', option: true }],
  run: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const stack = await startStack({ SAMPLE_SEASON: '0', DEMO_CROWD: '0' });
      process.env.E2E_DATA_DIR = stack.dataDir;
      await use(readRunFile(stack.dataDir));
      await stack.stop();
    },
    OF_WORKER,
  ],
  night: async ({ run, language, browser, complaints }, use) => {
    const pages: Page[] = [];
    await use({
      run,
      language,
      open: async ({ screen, ...fan } = {}) => {
        const page = await openBrowser(browser, run, { language, ...fan }, screen);
        pages.push(page);
        await complaints.watch(page);
        return page;
      },
    });
    await Promise.all(pages.map((page) => page.context().close()));
  },
});

export { expect } from '../support/journey.ts';
