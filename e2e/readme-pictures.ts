/**
 * `npm run pictures:readme`: takes the README's screenshots on a temporary site during tonight's bout. Check each
 * screenshot before you commit it.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findProgram, provisionForTests } from '../tools/provision/provision.ts';
import { type Fan, signIn } from './support/fan.ts';
import { BROWSER_FLAGS } from './support/launch.ts';
import { readRunFile, type Stack, startStack } from './support/start-stack.ts';
import { type Language, openBrowser, type Screen } from './support/visit.ts';

const FOLDER = join(import.meta.dirname, '../docs/images');
const JPEG_QUALITY = 82;
/** The chat messages and the playback time that a screenshot needs. */
const CHAT_CHARS_MIN = 150;
const WATCHED_S = 6;
const READY = { timeout: 90_000 };

interface Picture {
  readonly file: string;
  readonly path: string;
  readonly language: Language;
  readonly screen: Screen;
  readonly isLive?: true;
}

const PICTURES: readonly Picture[] = [
  { file: 'home-phone', path: '/', language: 'TH', screen: 'a phone' },
  { file: 'live-phone', path: '/live', language: 'TH', screen: 'a phone', isLive: true },
  { file: 'wallet-phone', path: '/wallet', language: 'TH', screen: 'a phone' },
  { file: 'live-desktop', path: '/live', language: 'EN', screen: 'a desktop', isLive: true },
  { file: 'programme-desktop', path: '/program', language: 'EN', screen: 'a desktop' },
];

/** Waits until the live page plays video and shows the chat. */
async function untilLivePlays(page: Page): Promise<void> {
  await page.waitForFunction(
    (watchedS) => (document.querySelector('video')?.currentTime ?? 0) > watchedS,
    WATCHED_S,
    READY,
  );
  await page.waitForFunction(
    (charsMin) => (document.querySelector('[role="log"]')?.textContent ?? '').length >= charsMin,
    CHAT_CHARS_MIN,
    READY,
  );
}

async function takePicture(
  browser: Browser,
  { dataDir }: Stack,
  fan: Fan,
  picture: Picture,
): Promise<void> {
  const page = await openBrowser(
    browser,
    readRunFile(dataDir),
    { language: picture.language, fan },
    picture.screen,
  );
  await page.goto(picture.path);
  if (picture.isLive) await untilLivePlays(page);
  else await page.waitForLoadState('networkidle');
  await page.evaluate(() =>
    Promise.all(
      // A lazy image below the fold never loads.
      [...document.images]
        .filter(({ loading, complete }) => complete || loading !== 'lazy')
        .map((image) => image.decode().catch(() => {})),
    ),
  );
  await page.screenshot({
    path: join(FOLDER, `${picture.file}.jpg`),
    type: 'jpeg',
    quality: JPEG_QUALITY,
  });
  await page.context().close();
}

const complaints = provisionForTests();
const executablePath = findProgram('chromium');
if (executablePath === null) {
  console.error(complaints.join('\n'));
  process.exit(1);
}
mkdirSync(FOLDER, { recursive: true });
const stack = await startStack();
const browser = await chromium.launch({ executablePath, args: [...BROWSER_FLAGS] });
try {
  const fan = await signIn(readRunFile(stack.dataDir));
  for (const picture of PICTURES) {
    await takePicture(browser, stack, fan, picture);
    console.log(`docs/images/${picture.file}.jpg`);
  }
} finally {
  await browser.close();
  await stack.stop();
}
