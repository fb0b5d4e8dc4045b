import { randomUUID } from 'node:crypto';
import { findBarriers } from './support/accessibility.ts';
import { openAs } from './support/account.ts';
import { callApi } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { longIf, SCREENS, TWO_SCREENS } from './support/visit.ts';
import { wordsOf } from './support/words.ts';

const WORDS = wordsOf({
  page: 'Spending limits',
  day: 'Per day',
  amount: 'New limit in baht',
  save: 'Save',
  remove: 'Remove the limit',
  keep: 'Keep the present limit',
  pauseNow: 'Pause now',
});
const SPENT = { TH: 'วันนี้: ฿0.00 จาก ฿250.00', EN: 'Today: ฿0.00 of ฿250.00' };
const WEEK = { TH: '7 วัน', EN: '7 days' };
const PAUSED = { TH: /^พักถึง /, EN: /^Paused until / };

for (const [language, screen] of TWO_SCREENS) {
  const words = WORDS[language];
  test.describe(`in ${language} on ${screen}`, longIf(language === 'EN'), () => {
    test.use(SCREENS[screen]);

    test('a member limits a day’s spending, keeps the limit, and pauses', async ({
      page,
      run,
      context,
    }) => {
      const member = await openAs(page, context, run, { language, path: '/profile' });
      await page.getByRole('link', { name: words.page }).click();
      await expect(page.getByRole('heading', { level: 1, name: words.page })).toBeVisible();
      const day = page.getByRole('region', { name: words.day, exact: true });
      const amount = day.getByLabel(words.amount);
      await amount.fill('5');
      await day.getByRole('button', { name: words.save }).click();
      await expect(amount).toHaveAttribute('aria-invalid', 'true');
      await expect(amount).toHaveValue('5');
      await amount.fill('250');
      await day.getByRole('button', { name: words.save }).click();
      await expect(day.getByText(SPENT[language], { exact: true })).toBeVisible();
      const order = callApi(run, member.accessToken, 'POST /order', {
        body: { package_id: 5, expected_satang: 30_000 },
        idempotencyKey: randomUUID(),
      });
      await expect(order).rejects.toThrow('spending_limit_reached');

      await day.getByRole('button', { name: words.remove }).click();
      await expect(day.getByRole('button', { name: words.keep })).toBeVisible();
      expect(await findBarriers(page)).toEqual([]);
      await day.getByRole('button', { name: words.keep }).click();
      await expect(day.getByRole('button', { name: words.keep })).toHaveCount(0);
      await expect(day.getByText(SPENT[language], { exact: true })).toBeVisible();

      await page.getByRole('button', { name: WEEK[language], exact: true }).click();
      const dialog = page.getByRole('dialog');
      expect(await findBarriers(page)).toEqual([]);
      await dialog.getByRole('button', { name: words.pauseNow }).click();
      await expect(dialog).toHaveCount(0);
      await expect(page.getByRole('status').filter({ hasText: PAUSED[language] })).toBeVisible();
    });
  });
}
