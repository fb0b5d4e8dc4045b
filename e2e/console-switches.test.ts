import { findBarriers } from './support/accessibility.ts';
import { expect, test } from './support/journey.ts';
import { openConsole } from './support/staff.ts';
import { prepare } from './support/visit.ts';

const REASON = { th: 'พักส่งของขวัญระหว่างแก้ระบบ', en: 'Gifts are paused while we fix the system.' };

test('a show caller switches gifts off with a reason that a fan reads at once, and on again', async ({
  page,
  run,
  context,
  browser,
  enter,
}) => {
  await prepare(context, run, { language: 'EN', fan: await enter(2) });
  await page.goto(`${run.url}/live`);
  const reason = page.getByText(REASON.en);
  const desk = await openConsole(browser, run, 'show_caller', { language: 'EN', path: 'switches' });
  const gifts = desk.getByRole('region', { name: 'Gifts' });
  await expect(gifts.getByText('On', { exact: true })).toBeVisible();
  // Only a cashier sees the switch for payments.
  await expect(desk.getByRole('region', { name: 'Payments' })).toHaveCount(0);
  expect(await findBarriers(desk)).toEqual([]);

  await gifts.getByRole('button', { name: 'Switch off…' }).click();
  const dialog = desk.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Switch off: Gifts' });
  await dialog.getByLabel('Type “Gifts” to go on.').fill('gifts');
  await confirm.click();
  await expect(dialog.getByText('Fill this in').first()).toBeVisible();
  await dialog.getByLabel('In Thai').fill(REASON.th);
  await dialog.getByLabel('In English').fill(REASON.en);
  await expect(dialog.getByRole('figure')).toContainText(REASON.th);
  expect(await findBarriers(desk)).toEqual([]);
  await confirm.click();
  await expect(gifts.getByText('Off', { exact: true })).toBeVisible();
  await page.goto(`${run.url}/live`);
  await page.getByRole('button', { name: 'Cheer red' }).first().click();
  await expect(reason.first()).toBeVisible();

  await gifts.getByRole('button', { name: 'Switch on…' }).click();
  await dialog.getByRole('button', { name: 'Switch on: Gifts' }).click();
  await expect(gifts.getByText('On', { exact: true })).toBeVisible();
  // The open page shows the change without a reload.
  await expect(reason).toHaveCount(0);
});
