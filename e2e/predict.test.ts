import { findBarriers } from './support/accessibility.ts';
import { expect, test } from './support/journey.ts';
import { registerMember } from './support/new-member.ts';
import { countShifts, shiftsOf } from './support/steadiness.ts';
import { LONG, prepare, SCREENS } from './support/visit.ts';

const JOURNEYS = [
  {
    language: 'TH',
    screen: 'a phone',
    words: {
      confirm: 'ยืนยัน',
      changes: 'ยืนยันการแก้ไข',
      confirmed: /^ยืนยันเมื่อ /,
      draw: 'เสมอ',
      red: /^มุมแดง/,
      decision: 'ชนะคะแนน',
      history: 'ประวัติของฉัน',
      rank: 'ตารางอันดับ',
      none: 'คุณยังไม่อยู่ในตารางนี้',
      rules: 'กติกาเกมทายผล',
      rulesLink: 'กติกา',
      see: 'ดูใบทายผล',
      inSheet: /^ยืนยันใบทายผลแล้ว · ปิดรับใน /,
    },
  },
  {
    language: 'EN',
    screen: 'a desktop',
    words: {
      confirm: 'Confirm',
      changes: 'Confirm changes',
      confirmed: /^Confirmed at /,
      draw: 'Draw',
      red: /^Red corner/,
      decision: 'Decision',
      history: 'My sheets',
      rank: 'Leaderboard',
      none: 'You are not on this board yet.',
      rules: 'Rules of the prediction game',
      rulesLink: 'Rules',
      see: 'See my sheet',
      inSheet: /^Sheet confirmed · Closes in /,
    },
  },
] as const;

for (const { language, screen, words } of JOURNEYS) {
  test.describe(`in ${language} on ${screen}`, language === 'EN' ? LONG : {}, () => {
    test.use(SCREENS[screen]);

    test('a fan predicts every bout, confirms, changes a pick and finds the sheet in the history', async ({
      page,
      context,
      run,
    }) => {
      const fan = await registerMember(run);
      await prepare(context, run, { language, fan });
      await countShifts(page);
      await page.goto('/predict');
      const bouts = page.locator('main ol > li');
      await expect(bouts.first()).toBeVisible();
      const confirm = page.getByRole('button', { name: words.confirm, exact: true });
      await expect(confirm).toHaveAttribute('aria-disabled', 'true');
      const count = await bouts.count();
      for (let place = 0; place < count; place += 1) {
        const bout = bouts.nth(place);
        if (place === 1) await bout.getByRole('radio', { name: words.draw, exact: true }).check();
        else await bout.getByRole('radio', { name: words.red }).check();
        if (place === 0) {
          await bout.getByRole('radio', { name: words.decision, exact: true }).check();
          // An incomplete sheet cannot be confirmed, and the page explains why.
          await expect(page.getByText(`1/${count}`)).toBeVisible();
        }
      }
      expect(await shiftsOf(page)).toBeLessThan(0.05);
      // Local picks survive a reload without a layout shift, although the server does not know them.
      await page.reload();
      await expect(page.getByText(`${count}/${count}`)).toBeVisible();
      const shiftsBefore = await shiftsOf(page);
      await confirm.click();
      await expect(page.getByText(words.confirmed)).toBeVisible();
      expect(await findBarriers(page)).toEqual([]);

      await bouts.nth(2).getByRole('radio', { name: words.draw, exact: true }).check();
      await page.getByRole('button', { name: words.changes }).click();
      await expect(page.getByText(words.confirmed)).toBeVisible();

      await page.getByRole('link', { name: words.history }).click();
      const sheet = page.getByRole('listitem').filter({ has: page.locator('details') });
      await expect(sheet).toHaveCount(1);
      await sheet.locator('summary').click();
      await expect(sheet.getByRole('cell', { name: words.draw, exact: true })).toHaveCount(2);
      expect(await findBarriers(page)).toEqual([]);

      await page.getByRole('link', { name: words.rank }).click();
      await expect(page.getByText(words.none)).toBeVisible();
      expect(await findBarriers(page)).toEqual([]);
      await page.getByRole('link', { name: words.rulesLink, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: words.rules })).toBeVisible();
      expect((await shiftsOf(page)) - shiftsBefore).toBeLessThan(0.05);

      await page.goto('/');
      await expect(page.getByText(words.inSheet)).toBeVisible();
      expect(await shiftsOf(page)).toBeLessThan(0.05);
      await page.getByRole('link', { name: words.see }).click();
      await expect(page.getByText(words.confirmed)).toBeVisible();
    });
  });
}
