import { defineConfig } from '@playwright/test';
import type { JourneyOptions } from './support/journey.ts';
import { SHELL } from './support/launch.ts';
import { OWN_STACK } from './support/start-stack.ts';

/**
 * Journeys about the show and its viewers. They use the sample fans. Other journeys register their own members, or use
 * a fan that no other journey of the project uses.
 */
const AROUND_THE_SHOW =
  /\/(accessibility|bad-input|barred|browser-publishes|chat|cheer|ejection|home|live-.*|low-latency.*|partners|premium-live|publish|renditions|show-result|sign-in)\.test\.ts$/;

/** Journeys of the console, some of which change the whole site, and those that buy coins. */
const AT_THE_DESK = /(console-.*|coin-history|wallet-.*)\.test\.ts$/;

/** A whole fight night from an empty site, which each language starts itself. */
const WHOLE_NIGHT = /\/e2e\/night\/[^/]+\.test\.ts$/;

/** `npm run test:long` runs the journeys with this tag, `npm test` all others. */
const { E2E_LONG } = process.env;
const LONG = /@long/;

export default defineConfig<JourneyOptions>({
  testDir: '.',
  ...(E2E_LONG === '1' ? { grep: LONG } : { grepInvert: LONG }),
  globalSetup: './support/start-stack.ts',
  // Each project has its own stack, so that projects do not affect each other. Two browsers that decode video at once
  // overload two cores, and journeys that measure times fail. So one worker runs the show's journeys. Those of the other
  // projects wait for most of their time.
  workers: 3,
  fullyParallel: false,
  projects: [
    {
      name: 'show',
      testMatch: AROUND_THE_SHOW,
      outputDir: '../test-results/show',
      workers: 1,
      use: { isOnAir: true },
    },
    {
      name: 'members',
      testMatch: '**/*.test.ts',
      testIgnore: [AROUND_THE_SHOW, AT_THE_DESK, WHOLE_NIGHT],
      outputDir: '../test-results/members',
      workers: 1,
    },
    {
      name: 'desk',
      testMatch: AT_THE_DESK,
      outputDir: '../test-results/desk',
      workers: 1,
      use: { isOnAir: true },
    },
    ...(E2E_LONG === '1'
      ? [
          {
            name: OWN_STACK,
            testMatch: WHOLE_NIGHT,
            outputDir: '../test-results/night',
            workers: 1,
            // An isolated retry would wait for all others and start the evening again.
            retries: 0,
          },
        ]
      : []),
  ],
  // `tools/test` lists the tests that needed the second run.
  retries: 1,
  retryStrategy: 'isolated',
  timeout: 120_000,
  // On two cores, three journeys at once load a live page in 10 to 20 s.
  expect: { timeout: 30_000 },
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  reporter: [['list'], ['json']],
  use: {
    actionTimeout: 30_000,
    launchOptions: SHELL,
    // A trace costs an eighth of the time. To analyse a failure, use `--trace=retain-on-failure`.
    screenshot: 'only-on-failure',
    timezoneId: 'Asia/Bangkok',
  },
});
