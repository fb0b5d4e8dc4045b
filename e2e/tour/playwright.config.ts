import { defineConfig } from '@playwright/test';
import type { JourneyOptions } from '../support/journey.ts';
import { SHELL } from '../support/launch.ts';

/** The tour is no test: `npm run tour` runs it to look at its screenshots. */
export default defineConfig<JourneyOptions>({
  testDir: '.',
  testMatch: 'tour.ts',
  globalSetup: '../support/start-stack.ts',
  projects: [{ name: 'tour', use: { isOnAir: true } }],
  workers: 1,
  timeout: 900_000,
  expect: { timeout: 60_000 },
  reporter: 'line',
  outputDir: '../../test-results/tour-run',
  use: { actionTimeout: 60_000, launchOptions: SHELL },
});
