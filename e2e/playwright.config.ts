import { defineConfig } from '@playwright/test';
import { SHELL } from './support/launch.ts';

/** Journeys around the show: what is on, who watches, the sample fans. All others make members of their own. */
const AROUND_THE_SHOW =
  /(accessibility|bad-input|barred|browser-publishes|chat|cheer|ejection|forgotten-password|home|live-.*|low-latency|partners|premium-live|publish|renditions|show-result|sign-in)\.test\.ts$/;

export default defineConfig({
  testDir: '.',
  globalSetup: './support/start-stack.ts',
  // One stack and one broadcaster for all. Two browsers that decode pictures at once are more than two cores carry:
  // journeys that look at times fail then. `npm test` gives members’ journeys, which decode none, two workers.
  workers: 1,
  fullyParallel: false,
  projects: [
    { name: 'show', testMatch: AROUND_THE_SHOW, outputDir: '../test-results/show' },
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
    // Without its film, which would cost as much as the journey.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    timezoneId: 'Asia/Bangkok',
    // What a worker has fetched no journey can hold back or change; the journeys of the worker itself allow it.
    serviceWorkers: 'block',
  },
});
