import { findBarriers } from './support/accessibility.ts';
import { openAs } from './support/account.ts';
import { expect, test } from './support/journey.ts';
import { beginPurchase, orderOf, purchase } from './support/payments.ts';
import { countShifts, shiftsOf } from './support/steadiness.ts';
import { LANGUAGES, longIf, SCREENS } from './support/visit.ts';

const PATH = '/profile/coin-history';
const WORDS = {
  TH: {
    empty: 'ยังไม่มีรายการเหรียญ',
    nothing: 'ไม่พบรายการที่ตรงกัน',
    everything: 'แสดงครบทุกรายการแล้ว',
    kind: 'ประเภท',
    to: 'ถึงวันที่',
    clear: 'ล้างตัวกรอง',
    csv: 'ดาวน์โหลด CSV',
    bonus: 'เหรียญโบนัส',
    movements: 'รายการเคลื่อนไหวของเหรียญ',
  },
  EN: {
    empty: 'No coin activity yet',
    payments: 'Payments',
    status: 'Status',
    paid: 'Paid',
    pending: 'Pending',
    receipt: 'Receipt',
    continue: 'Continue paying',
    ofPayments: 'Your payments',
    tryAgain: 'Try again',
    failed: 'The history could not be loaded',
  },
} as const;

/** Enough purchases for a second page; each purchase causes two movements. */
const PURCHASES = 11;

for (const language of LANGUAGES) {
  const words = WORDS[language];
  const screen = language === 'TH' ? 'a phone' : 'a desktop';
  test.describe(`in ${language} on ${screen}`, longIf(language === 'EN'), () => {
    test.use(SCREENS[screen]);

    test('a member without coins is told what to do, and the page does not shift', async ({
      page,
      context,
      run,
    }) => {
      await countShifts(page);
      await openAs(page, context, run, { language, path: PATH });
      await expect(page.getByRole('heading', { name: words.empty })).toBeVisible();
      expect(await shiftsOf(page)).toBeLessThan(0.05);
      expect(await findBarriers(page)).toEqual([]);
    });
  });
}

// The journeys below run on one screen each, because their layout is the same on all screens.
test.describe('in TH on a phone', () => {
  test.use(SCREENS['a phone']);
  const language = 'TH';
  const words = WORDS[language];

  test('movements load page by page, can be filtered, and download as a file', async ({
    page,
    context,
    run,
  }) => {
    const member = await openAs(page, context, run, { language, path: PATH });
    for (let made = 0; made < PURCHASES; made += 1) await purchase(run, member);
    await page.reload();
    const rows = page.getByRole('list', { name: words.movements }).getByRole('listitem');
    await expect(rows.first()).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(page.getByText(words.everything)).toBeVisible();
    await expect(rows).toHaveCount(2 * PURCHASES);

    await page.getByLabel(words.kind, { exact: true }).selectOption({ label: words.bonus });
    await expect(rows).toHaveCount(PURCHASES);
    await expect(rows.first()).toContainText('+5');
    await page.reload();
    await expect(rows, 'a reload keeps the filter').toHaveCount(PURCHASES);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: words.csv }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    expect(text.startsWith('\uFEFF'), 'spreadsheets need the mark to read Thai').toBe(true);
    expect(text.trim().split(/\r?\n/)).toHaveLength(1 + PURCHASES);

    await page.getByLabel(words.to, { exact: true }).fill('01/01/2020');
    await expect(page.getByRole('heading', { name: words.nothing })).toBeVisible();
    await page.getByRole('link', { name: words.clear }).click();
    await expect(rows.first()).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${PATH}$`));
  });
});

test.describe('in EN on a desktop', () => {
  test.use(SCREENS['a desktop']);
  const language = 'EN';
  const words = WORDS[language];

  test('payments show their status; an open one can be continued, and a paid one has a receipt', async ({
    page,
    context,
    run,
  }) => {
    const member = await openAs(page, context, run, { language, path: PATH });
    const paid = await purchase(run, member);
    const open = await beginPurchase(member);
    await page.getByRole('link', { name: words.payments, exact: true }).click();
    const rows = page.getByRole('list', { name: words.ofPayments }).getByRole('listitem');
    await expect(rows.nth(0)).toContainText(words.pending);
    await expect(rows.nth(1)).toContainText(words.paid);
    expect(await findBarriers(page)).toEqual([]);

    await page.getByLabel(words.status).selectOption({ label: words.paid });
    await expect(rows).toHaveCount(1);
    await rows.first().getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`order=${paid}$`));
    await expect(page.getByRole('heading', { name: words.receipt })).toBeVisible();
    await expect(page.getByText((await orderOf(run, member, paid)).number)).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('heading', { name: words.receipt })).toBeVisible();
    await page.emulateMedia({ media: 'screen' });

    await page.goBack();
    await expect(rows, 'the back key keeps the filter').toHaveCount(1);
    await page.goto(`${PATH}?order=${open}`);
    await page.getByRole('link', { name: words.continue }).click();
    await expect(page).toHaveURL(new RegExp(`/wallet/.+order=${open}`));
  });

  test('a history that fails to load says so and loads on a retry', async ({
    page,
    context,
    run,
    complaints,
  }) => {
    complaints.forgive(/ERR_FAILED/);
    const history = '**/api/v1/auth/member/wallet/history?*';
    await page.route(history, (route) => route.abort());
    await openAs(page, context, run, { language, path: PATH });
    await expect(page.getByRole('heading', { name: words.failed })).toBeVisible();
    await page.unroute(history);
    await page.getByRole('button', { name: words.tryAgain }).click();
    await expect(page.getByRole('heading', { name: words.empty })).toBeVisible();
  });
});
