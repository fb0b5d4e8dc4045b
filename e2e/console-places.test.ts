import { findBarriers } from './support/accessibility.ts';
import { sendSlip } from './support/console-evening.ts';
import { findLiveOn } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { openConsole } from './support/staff.ts';
import { longIf, TWO_SCREENS } from './support/visit.ts';

/** The pages of the console. The id of tonight's event is appended to paths that end in a slash. */
const PAGES = [
  ...['tonight', 'programme', 'programme/events/', 'programme/fighters', 'chat/live'],
  ...['chat/reports', 'members', 'members/appeals', 'money/slips', 'money/orders'],
  ...['money/reports', 'catalogue/gifts', 'catalogue/codes', 'game/', 'switches'],
  ...['staff/people', 'staff/audit', 'health'],
];

const LOADING = /^(Loading|กำลังโหลด)$/;

for (const [index, [language, screen]] of TWO_SCREENS.entries()) {
  test(
    `in ${language} on ${screen} every place has no barrier and fits the width`,
    longIf(language === 'EN'),
    async ({ browser, run, enter, complaints }) => {
      test.setTimeout(300_000);
      if (index === 0) await sendSlip(run, await enter(8));
      const { program_id } = await findLiveOn(run);
      const page = await openConsole(browser, run, 'owner', { language, screen });
      await complaints.watch(page);
      // The desktop pages are checked in the light theme, the phone pages in the dark theme.
      if (index === 1) {
        await page.addInitScript(() => localStorage.setItem('console.theme', 'light'));
      }
      for (const path of PAGES) {
        await page.goto(`/console/${path}${path.endsWith('/') ? program_id : ''}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByText(LOADING)).toHaveCount(0);
        expect(await findBarriers(page), path).toEqual([]);
        const hidden = await page.evaluate(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
        expect(hidden, `${path} is wider than the screen`).toBeLessThanOrEqual(0);
      }
      await page.context().close();
    },
  );
}
