import type { LaunchOptions } from '@playwright/test';

/** Debian's browsers where there are such; otherwise Playwright's own. */
const { CHROMIUM_PATH: whole, HEADLESS_SHELL_PATH: shell } = process.env;

/** What every browser of ours is started with: alone on the machine, and free to play. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
] as const;

const start = (executablePath: string | undefined): LaunchOptions => ({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [
    ...BROWSER_FLAGS,
    // Letters and colours as on every other machine.
    '--disable-lcd-text',
    '--force-color-profile=srgb',
  ],
});

/** Chromium's engine without what only a window needs: journeys take two thirds of the time in it. */
export const SHELL = start(shell ?? whole);

/** For what the shell has not, such as notifications. */
export const WHOLE_BROWSER = {
  launchOptions: start(whole),
  ...(whole === undefined ? { channel: 'chromium' } : {}),
};
