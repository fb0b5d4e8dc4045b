import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { longIf, prepare, SCREENS, TWO_SCREENS, untilAlive } from './support/visit.ts';

/** Browser version of the stored screenshots. `npm run pictures` renews them (decision 30). */
const TAKEN_WITH = 156;
/**
 * Share of pixels that may differ. Another browser version renders the same text slightly differently, so its limit is
 * higher.
 */
const DIFFERENT_MAX = { sameBrowser: 0.005, anotherBrowser: 0.03 } as const;

/** Pages that do not depend on the date, the season or a sign-in. */
const PAGES = {
  'sign-in': '/sign-in',
  'sign-up': '/sign-up',
  terms: '/terms',
  'game-rules': '/rules-guess-game',
  app: '/app',
  banned: '/banuser',
  'not-found': '/nowhere',
  unsupported: '/unsupport.html',
  offline: '/offline.html',
} as const;

const resolve = createRequire(import.meta.url).resolve;
const fontData = (file: string): string => {
  const bytes = readFileSync(resolve(`@fontsource-variable/anuphan/files/${file}`));
  return `url(data:font/woff2;base64,${bytes.toString('base64')})`;
};

/**
 * The site uses the system font for Latin letters, which differs between machines. The screenshots use Anuphan for
 * Latin letters, as the site does for Thai. The two standalone pages load no web font at all. `geometricPrecision`
 * disables hinting, which also differs between machines.
 */
const FONTS = `
  @font-face { font-family: Pictures; src: ${fontData('anuphan-latin-wght-normal.woff2')}; font-weight: 100 700; unicode-range: U+0000-00FF, U+2000-206F; }
  @font-face { font-family: Pictures; src: ${fontData('anuphan-thai-wght-normal.woff2')}; font-weight: 100 700; unicode-range: U+0E01-0E5B, U+200C-200D, U+25CC; }
  :root { --font-text: Pictures; --font-num: 'Chakra Petch', Pictures; }
  body { font-family: Pictures; }
  * { text-rendering: geometricPrecision; }
`;

async function openStill(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.addStyleTag({ content: FONTS });
  await expect(page.locator('h1').filter({ visible: true })).toHaveCount(1);
  // Pages with a menu show the account after hydration.
  if ((await page.getByRole('banner').getByRole('button').count()) > 0) await untilAlive(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  });
}

for (const [language, screen] of TWO_SCREENS) {
  test.describe(`in ${language} on ${screen}`, longIf(language === 'EN'), () => {
    // The fonts are data URLs, which the content security policy blocks.
    test.use({ ...SCREENS[screen], bypassCSP: true });

    test('static pages match their stored screenshots', async ({ page, run, context, browser }) => {
      await prepare(context, run, { language });
      const isSame = Number.parseInt(browser.version(), 10) === TAKEN_WITH;
      const maxDiffPixelRatio = isSame ? DIFFERENT_MAX.sameBrowser : DIFFERENT_MAX.anotherBrowser;
      for (const [name, path] of Object.entries(PAGES)) {
        await openStill(page, path);
        await expect.soft(page).toHaveScreenshot([language.toLowerCase(), `${name}.png`], {
          maxDiffPixelRatio,
          // The QR code contains the URL of this stack. Illustrations are hidden because they have a separate test and
          // would enlarge the files.
          mask: [page.getByRole('img', { name: /QR/ }), page.locator('img[src^="/art/"]')],
          maskColor: '#262f3d',
        });
      }
    });
  });
}
