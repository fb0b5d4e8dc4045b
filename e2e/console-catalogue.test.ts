import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { findBarriers } from './support/accessibility.ts';
import { openAs } from './support/account.ts';
import { expect, test } from './support/journey.ts';
import { openConsole } from './support/staff.ts';
import { STORE_WORDS } from './support/store-words.ts';
import { openBrowser } from './support/visit.ts';

const GIFT = 'Lotus of the journey';

/** Opens a tab of the catalogue and checks its accessibility. */
async function openTab(desk: Page, name: string, region: string): Promise<void> {
  await desk.getByRole('link', { name, exact: true }).click();
  await expect(desk.getByRole('region', { name: region, exact: true })).toBeVisible();
  expect(await findBarriers(desk)).toEqual([]);
}

/** Sets the price of the first package and waits until it is saved. @returns the earlier price */
async function setPrice(desk: Page, baht: string, reason: string): Promise<string> {
  await desk
    .getByRole('button', { name: /^Change the price of [\d,]+ coins/ })
    .first()
    .click();
  const dialog = desk.getByRole('dialog');
  const earlier = await dialog.getByLabel('Price in baht').inputValue();
  await dialog.getByLabel('Price in baht').fill(baht);
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Save the price' }).click();
  await expect(dialog).toHaveCount(0);
  return earlier;
}

test('an owner makes a gift that fans get at once, and changes the price of a package', async ({
  run,
  browser,
  complaints,
  enter,
}) => {
  const fan = await openBrowser(browser, run, { language: 'EN', fan: await enter(4) });
  await complaints.watch(fan);
  await fan.goto('/live');
  await fan.getByRole('button', { name: 'Cheer red' }).first().click();
  const desk = await openConsole(browser, run, 'owner', { language: 'EN', path: 'catalogue' });
  await complaints.watch(desk);
  const dialog = desk.getByRole('dialog');
  await desk.getByRole('button', { name: 'New gift' }).click();
  await dialog.getByLabel('Name in Thai').fill('ดอกบัวทดสอบ');
  await dialog.getByLabel('Name in English').fill(GIFT);
  await dialog.getByLabel('Price in coins').fill('7');
  expect(await findBarriers(desk)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create the gift' }).click();
  await expect(dialog).toHaveCount(0);
  // The fan's open sheet shows the gift without a reload.
  const gift = fan.getByRole('button', { name: new RegExp(GIFT) }).first();
  await expect(gift).toBeVisible();
  await desk.getByRole('button', { name: `Move ${GIFT} up` }).click();
  await desk.getByRole('button', { name: 'Save the order…' }).click();
  await dialog.getByLabel('Reason').fill('Beside the garland');
  await dialog.getByRole('button', { name: 'Save the order' }).click();
  await expect(dialog).toHaveCount(0);
  const rows = desk.getByRole('region', { name: 'Gifts' }).getByRole('listitem');
  await expect(rows.last()).not.toContainText(GIFT);
  await desk.getByRole('button', { name: `Edit ${GIFT}` }).click();
  await dialog.getByLabel('Fans can send it').uncheck();
  await dialog.getByLabel('Reason').fill('The journey is over');
  await dialog.getByRole('button', { name: 'Save the gift' }).click();
  await expect(gift).toHaveCount(0);

  await openTab(desk, 'Coin packages', 'Coin packages');
  const earlier = await setPrice(desk, '91.50', 'Sale of the journey');
  await fan.goto('/wallet');
  await expect(fan.getByText(/91\.50/).first()).toBeVisible();
  await setPrice(desk, earlier, 'End of the sale');
  await openTab(desk, 'Rates', 'Exchange rates');
  await desk.context().close();
  await fan.context().close();
});

test('codes are exported once, used by a fan and disabled, and a partner gets a key', async ({
  run,
  browser,
  page,
  context,
  complaints,
}) => {
  const desk = await openConsole(browser, run, 'owner', {
    language: 'EN',
    path: 'catalogue/codes',
  });
  await complaints.watch(desk);
  const dialog = desk.getByRole('dialog');
  await desk.getByRole('button', { name: 'New codes' }).click();
  await dialog.getByLabel('Name of the batch').fill('journey');
  await dialog.getByLabel('Prefix').fill('JOURNEY');
  await dialog.getByLabel('Number of codes').fill('3');
  await dialog.getByLabel('Coins', { exact: true }).fill('20');
  await dialog.getByLabel('Note for staff').fill('Prizes of the journey');
  expect(await findBarriers(desk)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create the codes' }).click();
  const batch = desk.getByRole('region', { name: 'journey' });
  await batch.getByRole('button', { name: 'Export once…' }).click();
  const saved = desk.waitForEvent('download');
  await dialog.getByRole('button', { name: /^Export/ }).click();
  const codes = (await readFile(await (await saved).path(), 'utf8')).match(/JOURNEY-[A-Z0-9-]+/g);
  expect(codes).toHaveLength(3);
  await expect(batch.getByRole('button', { name: 'Export once…' })).toHaveCount(0);
  expect(await findBarriers(desk)).toEqual([]);

  const words = STORE_WORDS.EN;
  await openAs(page, context, run, { language: 'EN', path: '/wallet' });
  await page.getByRole('main').getByRole('button', { name: words.redeem }).click();
  const redeem = page.getByRole('dialog');
  await redeem.getByRole('textbox').fill(codes?.[0] ?? '');
  await redeem.locator('button[type="submit"]').click();
  await expect(redeem.getByText(/You got 20 coins/)).toBeVisible();
  await desk.reload();
  await expect(batch.getByText('1 of 3 codes')).toBeVisible();
  await batch.getByRole('button', { name: 'Disable the batch…' }).click();
  await dialog.getByLabel('Reason').fill('The journey is over');
  await dialog.getByRole('button', { name: 'Disable 3 codes' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(batch.getByText('The journey is over').first()).toBeVisible();

  await openTab(desk, 'Partners', 'Partners');
  await desk.getByRole('button', { name: 'New partner' }).click();
  await dialog.getByLabel('Id', { exact: true }).fill('journey');
  await dialog.getByLabel('Name', { exact: true }).fill('Journey Sports');
  await dialog.getByLabel('Baht a day, all members').fill('1000');
  await dialog.getByLabel('Baht a day, one member').fill('50');
  await dialog.getByRole('button', { name: 'Create the partner' }).click();
  await expect(dialog).toHaveCount(0);
  const row = desk.getByRole('listitem').filter({ hasText: 'Journey Sports' }).first();
  await row.getByRole('button', { name: 'Add a key…' }).click();
  await dialog.getByLabel('Id of the key').fill('2026-11');
  await dialog.getByLabel('Key', { exact: true }).selectOption('new');
  await dialog.getByLabel('Reason').fill('First key');
  await dialog.getByRole('button', { name: 'Add the key' }).click();
  await expect(dialog.locator('pre')).toContainText('Ed25519');
  expect(await findBarriers(desk)).toEqual([]);
  await dialog.getByRole('button', { name: 'I have kept it' }).click();
  await expect(row.getByText('active')).toBeVisible();
  await desk.context().close();
});
