import { findBarriers } from './support/accessibility.ts';
import { expect, test } from './support/journey.ts';
import { SCREENS, untilAlive, visit } from './support/visit.ts';

test.use(SCREENS['a desktop']);

test('the search of the bar is used from the keyboard, and its text stays after Back and after a lost network', async ({
  page,
  run,
}) => {
  await visit(page, run, '/app', { language: 'EN' });
  const button = page.getByRole('banner').getByRole('button', { name: 'Search', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const box = dialog.getByRole('combobox', { name: 'Search the site' });
  const options = dialog.getByRole('option');
  await button.press('Enter');
  await expect(box).toBeFocused();
  await box.fill('zzqq');
  await expect(dialog.getByRole('status')).toHaveText(/^Nothing found/);

  await box.fill('phet');
  await expect(dialog.getByRole('group', { name: 'Muay Thai fighters' })).toBeVisible();
  await expect(options.first()).toHaveAttribute('aria-selected', 'false');
  await box.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expect(box).toHaveAttribute('aria-activedescendant', /-0$/);
  expect(await findBarriers(page)).toEqual([]);

  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`${run.url}/app`);
  await button.click();
  await expect(box).toHaveValue('phet');

  await page.context().setOffline(true);
  await box.fill('sing');
  await expect(dialog.getByRole('status')).toHaveText(/^The search did not work/);
  await page.context().setOffline(false);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  const fighter = dialog
    .getByRole('group', { name: 'Muay Thai fighters' })
    .getByRole('option')
    .first();
  await fighter.click();
  await expect(page).toHaveURL(/\/history\/boxer_detail\?id=/);
  await expect(dialog).toBeHidden();
  await page.goBack();
  await untilAlive(page);
  await expect(page).toHaveURL(`${run.url}/app`);
});
