import { openAs } from './support/account.ts';
import { expect, test } from './support/journey.ts';
import { untilPictureMoves } from './support/picture.ts';
import { SCREENS, untilAlive, visit } from './support/visit.ts';

test.describe('in EN on a phone', () => {
  test.use(SCREENS['a phone']);

  test('Back closes the menu, a dialog and a popover, keeps the typed text, and then leaves the page', async ({
    page,
    run,
    context,
  }) => {
    await openAs(page, context, run, { language: 'EN', path: '/app' });
    await page.goto('/profile');
    await untilAlive(page);
    const burger = page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true });
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await burger.click();
    await expect(menu).toBeVisible();
    await page.goBack();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL(`${run.url}/profile`);

    const redeem = page.getByRole('main').getByRole('button', { name: /^Redeem a code/ });
    const dialog = page.getByRole('dialog', { name: 'Redeem a code' });
    await redeem.click();
    await dialog.getByLabel('Code').fill('RINGSIDE');
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(redeem).toBeVisible();
    // Forward opens nothing, and the typed code is still there.
    await page.goForward();
    await expect(page).toHaveURL(`${run.url}/profile`);
    await expect(dialog).toBeHidden();

    // The popovers of the page are layers too.
    const contact = page.getByRole('complementary', { name: 'Contact Admin' }).getByRole('button');
    await contact.press('Enter');
    await expect(contact).toHaveAttribute('aria-expanded', 'true');
    await page.goBack();
    await expect(contact).toHaveAttribute('aria-expanded', 'false');
    await expect(page).toHaveURL(`${run.url}/profile`);

    // Closing with the cross leaves no extra history entry.
    await redeem.click();
    await expect(dialog.getByLabel('Code')).toHaveValue('RINGSIDE');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(`${run.url}/app`);
  });

  test('one Back leaves a page that was reloaded under an open dialog', async ({
    page,
    run,
    context,
  }) => {
    await openAs(page, context, run, { language: 'EN', path: '/app' });
    await page.goto('/profile');
    await untilAlive(page);
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Redeem a code/ })
      .click();
    await expect(page.getByRole('dialog', { name: 'Redeem a code' })).toBeVisible();
    await page.reload();
    await untilAlive(page);
    await page.goBack();
    await expect(page).toHaveURL(`${run.url}/app`);
  });

  test.describe('with the picture', () => {
    test.use({ isOnAir: true });

    test('a live that was opened from the menu asks before Back leaves it and is left by one Back', async ({
      page,
      run,
      enter,
    }) => {
      await visit(page, run, '/app', { language: 'EN', fan: await enter(7) });
      await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click();
      await page
        .getByRole('dialog', { name: 'Menu' })
        .getByRole('link', { name: 'Live', exact: true })
        .click();
      await untilPictureMoves(page);
      const live = page.url();
      const question = page.getByRole('dialog', { name: 'Leave the live?' });
      await page.goBack();
      await question.getByRole('button', { name: 'Keep watching' }).click();
      await expect(question).toBeHidden();
      await expect(page).toHaveURL(live);
      await page.goBack();
      await question.getByRole('button', { name: 'Leave', exact: true }).click();
      await expect(page).toHaveURL(`${run.url}/app`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('The ring in your hand');
    });
  });

  test('one Back returns from a page that was opened from the menu', async ({ page, run }) => {
    await visit(page, run, '/app', { language: 'EN' });
    await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Game' }).click();
    await expect(page).toHaveURL(`${run.url}/predict`);
    await page.goBack();
    await expect(page).toHaveURL(`${run.url}/app`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The ring in your hand');
  });

  test('an invalid form scrolls to its first wrong field with its label and focuses it', async ({
    page,
    run,
    context,
  }) => {
    await openAs(page, context, run, { language: 'EN', path: '/profile/edit' });
    const main = page.getByRole('main');
    const name = main.getByLabel('First name', { exact: true });
    await name.fill('');
    const save = main.getByRole('button', { name: 'Save', exact: true });
    await save.scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await save.press('Enter');
    await expect(name).toBeFocused();
    await expect(name).toBeInViewport({ ratio: 1 });
    const label = main.getByText('First name', { exact: true });
    const bar = await page.getByRole('banner').boundingBox();
    await expect
      .poll(async () => (await label.boundingBox())?.y ?? 0)
      .toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0));
  });

  test('the contact button moves away from content that it would cover', async ({
    page,
    run,
    context,
  }) => {
    await openAs(page, context, run, { language: 'EN', path: '/profile/edit' });
    const contact = page.getByRole('complementary', { name: 'Contact Admin' }).getByRole('button');
    const box = await contact.boundingBox();
    const submit = page.getByRole('main').getByRole('button', { name: 'Save', exact: true });
    // Scrolls the form button under the floating contact button.
    await submit.evaluate((button, y) => {
      document.body.style.minHeight = '300vh';
      window.scrollBy(0, button.getBoundingClientRect().top - y);
    }, box?.y ?? 0);
    await expect(contact).toHaveCSS('opacity', '0');
    const isOnTop = (button: Element): boolean => {
      const { right, top, bottom } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(right - 8, (top + bottom) / 2));
    };
    expect(await submit.evaluate(isOnTop)).toBe(true);
    await contact.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(contact).toHaveCSS('opacity', '1');
    await contact.blur();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(contact).toHaveCSS('opacity', '1');
  });
});
