import { defineConfig } from '@playwright/test';
import { SHELL } from './support/launch.ts';

/**
 * Journeys around the show: what is on, who watches. The sample fans are theirs; others make members of their own, or
 * take a fan that no other of the project minds.
 */
const AROUND_THE_SHOW =
  /(accessibility|bad-input|barred|browser-publishes|chat|cheer|ejection|home|live-.*|low-latency.*|partners|premium-live|publish|renditions|show-result|sign-in)\.test\.ts$/;

/** `npm run test:long` runs the journeys with the tag, `npm test` all others. */
const { E2E_LONG } = process.env;
const LONG = /@long/;

export default defineConfig({
  testDir: '.',
  ...(E2E_LONG === '1' ? { grep: LONG } : { grepInvert: LONG }),
  globalSetup: './support/start-stack.ts',
  // Each project has a stack of its own, so that they do not meet. Two browsers that decode pictures at once are more
  // than two cores carry: journeys that look at times fail then. Beside the one that does are members’ journeys, and
  // two of those once the show is over.
  workers: 2,
  fullyParallel: false,
  projects: [
    { name: 'show', testMatch: AROUND_THE_SHOW, outputDir: '../test-results/show', workers: 1 },
    {
      name: 'members',
      testMatch: '**/*.test.ts',
      testIgnore: AROUND_THE_SHOW,
      outputDir: '../test-results/members',
    },
  ],
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  reporter: [['list'], ['json']],
  use: {
    actionTimeout: 15_000,
    launchOptions: SHELL,
    // A trace costs an eighth of the time; where a journey has to be looked into: `--trace=retain-on-failure`.
    screenshot: 'only-on-failure',
    timezoneId: 'Asia/Bangkok',
  },
});
