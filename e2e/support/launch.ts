import type { LaunchOptions } from '@playwright/test';

/** Debian's browsers if they are installed; otherwise those of Playwright. */
const { CHROMIUM_PATH: whole, HEADLESS_SHELL_PATH: shell } = process.env;

/** Flags of every browser: no background traffic, and playback without a user gesture. */
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
    // The same text rendering and colours on every machine.
    '--disable-lcd-text',
    '--force-color-profile=srgb',
  ],
});

/** The headless shell runs journeys in two thirds of the time that the full browser needs. */
export const SHELL = start(shell ?? whole);

/** The full browser, for features that the headless shell lacks, such as notifications. */
export const WHOLE_BROWSER = {
  launchOptions: start(whole),
  ...(whole === undefined ? { channel: 'chromium' } : {}),
};
