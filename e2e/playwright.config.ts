import { defineConfig } from '@playwright/test';

/**
 * Journeys around the show: what is on, who watches, the sample fans. They take turns, since there is one show. All
 * others make members of their own and go on beside them.
 */
const AROUND_THE_SHOW =
  /(accessibility|bad-input|barred|browser-publishes|chat|cheer|ejection|forgotten-password|home|live-.*|low-latency|partners|premium-live|publish|renditions|show-result|sign-in)\.test\.ts$/;

/** Debian's Chromium where there is one; otherwise Playwright's own. */
const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/browser',
  globalSetup: './support/start-stack.ts',
  // One stack and one broadcaster for all.
  workers: 2,
  fullyParallel: false,
  projects: [
    { name: 'show', testMatch: AROUND_THE_SHOW, workers: 1 },
    { name: 'members', testMatch: '**/*.test.ts', testIgnore: AROUND_THE_SHOW, workers: 1 },
  ],
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json']],
  use: {
    actionTimeout: 15_000,
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
    // Without its film, which would cost as much as the journey.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    timezoneId: 'Asia/Bangkok',
  },
});
