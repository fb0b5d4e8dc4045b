import { findBarriers } from './support/accessibility.ts';
import { expectModal, expectSheet } from './support/dialogs.ts';
import { findLiveOn } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { untilPictureMoves } from './support/picture.ts';
import { countShifts, shiftsOf } from './support/steadiness.ts';
import { longIf, prepare, SCREENS, untilAlive, visit } from './support/visit.ts';

/** Names of the dialogs and sheets of the live page. */
const LIVE_WORDS = {
  TH: { gift: 'ส่งของขวัญ', topUp: 'เติมเหรียญ', settings: 'ตั้งค่า', keys: 'ปุ่มลัด' },
  EN: {
    gift: 'Send a gift',
    topUp: 'Top up coins',
    settings: 'Settings',
    keys: 'Keyboard shortcuts',
  },
} as const;

const POLICY_TITLES = { TH: 'นโยบายความเป็นส่วนตัว', EN: 'Privacy policy' } as const;

for (const [screen, language] of [
  ['a phone', 'TH'],
  ['a phone on its side', 'TH'],
  ['a desktop', 'EN'],
] as const) {
  test.describe(`in ${language} on ${screen}`, longIf(screen !== 'a phone'), () => {
    test.use(SCREENS[screen]);

    // Only the live page has a separate landscape layout.
    if (screen !== 'a phone on its side') {
      test('home, sign-in and the policies pass axe, sign-in does not shift, and the footer leads to each section of the policies', async ({
        page,
        run,
      }) => {
        await countShifts(page);
        await visit(page, run, '/sign-in', { language });
        expect(await shiftsOf(page)).toBeLessThan(0.05);
        expect(await findBarriers(page)).toEqual([]);

        await page.goto('/');
        await untilAlive(page);
        expect(await findBarriers(page)).toEqual([]);

        await page.goto('/coin-policy');
        await page.locator('footer a[href="/privacy-policy"]').click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(POLICY_TITLES[language]);
        expect(await findBarriers(page)).toEqual([]);
        await page.locator('article nav a').last().click();
        await expect(page.locator('article h2').last()).toBeInViewport();
      });
    }

    test('the live page passes axe, does not shift, and returns the focus after each dialog and sheet', async ({
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

      const words = LIVE_WORDS[language];
      const gift = page.getByRole('complementary').getByRole('button', { name: words.gift });
      await expectSheet(page, gift, words.gift, { opener: words.topUp, name: words.topUp });
      const settings = page.getByRole('button', { name: words.settings });
      if (screen === 'a desktop') await expectModal(page, settings, words.keys, '?');
    });
  });
}

test('the keyboard alone skips the bar, opens another page, and enters and leaves a menu', async ({
  page,
  run,
}) => {
  await visit(page, run, '/', { language: 'EN' });
  const main = page.locator('#main');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(main).toBeFocused();
  const predict = page.getByRole('banner').getByRole('link', { name: 'Game' });
  await predict.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/predict$/);
  await expect(main).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Sangwian' })).toHaveCount(1);
  await page.setViewportSize({ width: 390, height: 844 });
  const burger = page.getByRole('banner').getByRole('button', { name: 'Menu' });
  await burger.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog');
  await expect(menu).toBeVisible();
  // The focus stays within the menu and the browser's toolbar.
  for (let step = 0; step < 30; step += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main, header'))).toBeNull();
  }
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(burger).toBeFocused();
});
