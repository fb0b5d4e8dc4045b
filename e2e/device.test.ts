import type { BrowserContextOptions } from '@playwright/test';
import { doctorSite } from './support/doctored-site.ts';
import { expect, test } from './support/journey.ts';
import { countShifts, shiftsOf } from './support/steadiness.ts';
import { LONG, longIf, prepare, SCREENS } from './support/visit.ts';

const TABS = 'Bottom menu';
const ANDROID = SCREENS['a phone'].userAgent;

/** One viewport for each branch of the rule. `npm run test:long` tests the other viewports. */
const REPRESENTATIVES = ['a window of 641 by 1000', 'a tablet'];
const DEVICES: readonly (readonly [string, BrowserContextOptions, boolean])[] = [
  ['a window of 641 by 1000', { viewport: { width: 641, height: 1000 } }, true],
  ['a wider window', { viewport: { width: 642, height: 1000 } }, false],
  ['a taller window', { viewport: { width: 641, height: 1001 } }, false],
  ['a tablet', { viewport: { width: 1280, height: 800 }, userAgent: ANDROID }, true],
  ['a desktop', SCREENS['a desktop'], false],
];

for (const [name, options, isMobile] of DEVICES) {
  const isLong = !REPRESENTATIVES.includes(name);
  test.describe(() => {
    test.use(options);
    test(
      `${name} keeps one layout from the first paint on`,
      isLong ? LONG : {},
      async ({ page, run }) => {
        await prepare(page.context(), run, { language: 'EN' });
        await countShifts(page);
        // The layout is the same before and after hydration.
        await page.route('**/assets/*.js', (route) => route.abort());
        await page.goto('/');
        const tabs = page.getByRole('navigation', { name: TABS });
        await expect(tabs).toBeVisible({ visible: isMobile });
        await page.unroute('**/assets/*.js');
        await page.goto('/');
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
        await page.waitForLoadState('networkidle');
        await expect(tabs).toBeVisible({ visible: isMobile });
        expect(await shiftsOf(page)).toBeLessThan(0.01);
      },
    );
  });
}

const DESKTOP = { width: 1280, height: 800 };
for (const [part, pattern, viewport] of [
  ['the feature’s title', /<article.*?<\/h2>/s, DESKTOP],
  ['the first of the next bouts', /<\/article>.*?<\/li>/s, DESKTOP],
  ['the next bouts, on a phone,', /<\/article>.*?<\/section>/s, { width: 390, height: 844 }],
] as const) {
  test(
    `home that has arrived up to ${part} does not shift when the rest arrives`,
    longIf(viewport === DESKTOP),
    async ({ page, run }) => {
      const site = await doctorSite(run.url);
      try {
        await page.setViewportSize(viewport);
        await prepare(page.context(), { ...run, url: site.url }, { language: 'EN' });
        await countShifts(page);
        site.pauseAfter('/', pattern);
        await page.goto(site.url, { waitUntil: 'commit' });
        await expect(page.locator('main article h2')).toBeVisible();
        // Waits until the first streamed chunk of the page is rendered.
        await shiftsOf(page);
        await expect(page.getByRole('contentinfo')).not.toBeAttached();
        site.release();
        await expect(page.getByRole('contentinfo')).toBeAttached();
        await page.waitForLoadState('networkidle');
        expect(await shiftsOf(page)).toBeLessThan(0.002);
        // Leaves the page, so that its idle requests do not fail when the server closes.
        await page.goto('about:blank');
      } finally {
        await site.close();
      }
    },
  );
}

test('query parameters that the server ignores do not break hydration', async ({ page, run }) => {
  await prepare(page.context(), run, { language: 'EN' });
  // A hydration mismatch logs an error, which fails the journey.
  for (const path of [
    '/?utm_source=line&x=1',
    '/History/?x=1&q=phet',
    '/sign-in?x=1&from=%2Fwallet',
    '/password/re-by-OTP?x=1&from=%2Fpredict',
    '/predict/?program=none&x=1',
    '/nothing/of/ours?x=1',
  ]) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await expect(page.locator('#main')).toBeVisible();
  }
});
