import { findBarriers } from './support/accessibility.ts';
import { findLiveOn } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { untilPictureMoves } from './support/picture.ts';
import { countShifts, shiftsOf } from './support/steadiness.ts';
import { prepare, SCREENS, untilAlive } from './support/visit.ts';

const POLICY_TITLES = { TH: 'นโยบายความเป็นส่วนตัว', EN: 'Privacy policy' } as const;

for (const [screen, language] of [
  ['a phone', 'TH'],
  ['a phone on its side', 'TH'],
  ['a desktop', 'EN'],
] as const) {
  test.describe(`in ${language} on ${screen}`, () => {
    test.use(SCREENS[screen]);

    test('home has no barrier', async ({ page, run, context }) => {
      await prepare(context, run, { language });
      await page.goto('/');
      await untilAlive(page);
      expect(await findBarriers(page)).toEqual([]);
    });

    test('sign-in has no barrier, and nothing on it moves', async ({ page, run, context }) => {
      await prepare(context, run, { language });
      await countShifts(page);
      await page.goto('/sign-in');
      await untilAlive(page);
      expect(await shiftsOf(page)).toBeLessThan(0.05);
      expect(await findBarriers(page)).toEqual([]);
    });

    test('the policies are read from the footer on, section by section, without a barrier', async ({
      page,
      run,
      context,
    }) => {
      await prepare(context, run, { language });
      await page.goto('/coin-policy');
      await page.locator('footer a[href="/privacy-policy"]').click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(POLICY_TITLES[language]);
      expect(await findBarriers(page)).toEqual([]);
      await page.locator('article nav a').last().click();
      await expect(page.locator('article h2').last()).toBeInViewport();
    });

    test('the live has no barrier, and nothing on it moves', async ({
      page,
      run,
      context,
      enter,
    }) => {
      await prepare(context, run, { language, fan: await enter(7) });
      await countShifts(page);
      await page.goto(`/live/${(await findLiveOn(run)).program_live_id}`);
      await untilPictureMoves(page);
      expect(await shiftsOf(page)).toBeLessThan(0.05);
      expect(await findBarriers(page)).toEqual([]);
    });
  });
}
