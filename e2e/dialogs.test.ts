import { openAs } from './support/account.ts';
import { expectModal } from './support/dialogs.ts';
import { expect, test } from './support/journey.ts';
import { STORE_WORDS } from './support/store-words.ts';
import { SCREENS } from './support/visit.ts';

/** `accessibility.test.ts` covers the dialogs of the live page and the menu on phones. */
test.describe('in EN on a desktop', () => {
  test.use(SCREENS['a desktop']);

  test('every dialog has a name, traps the focus, closes by Escape and returns the focus', async ({
    page,
    run,
    context,
  }) => {
    await openAs(page, context, run, { language: 'EN', path: '/profile' });
    const main = page.getByRole('main');
    const profile: readonly [opener: RegExp, name: string][] = [
      [/^Redeem a code/, 'Redeem a code'],
      [/^Create a PIN/, 'Create a PIN'],
      [/^Delete account/, 'Delete your account?'],
    ];
    for (const [opener, name] of profile) {
      await expectModal(page, main.getByRole('button', { name: opener }), name);
    }

    // The popovers of the bar and of the corner are not modal, but Escape also closes them.
    const bar = page.getByRole('banner');
    const contact = page.getByRole('complementary', { name: 'Contact Admin' });
    for (const opener of [
      bar.getByRole('button', { name: /^Account/ }),
      bar.getByRole('button', { name: /^Language/ }),
      bar.getByRole('button', { name: 'News' }),
      contact.getByRole('button'),
    ]) {
      await opener.press('Enter');
      await expect(opener).toHaveAttribute('aria-expanded', 'true');
      await page.keyboard.press('Tab');
      await expect(opener).not.toBeFocused();
      await page.keyboard.press('Escape');
      await expect(opener).toHaveAttribute('aria-expanded', 'false');
      await expect(opener).toBeFocused();
    }

    await page.goto('/wallet');
    await expectModal(
      page,
      main.getByRole('link', { name: STORE_WORDS.EN.custom }),
      'Another amount of coins',
    );
    await page.goto('/wallet/6');
    await main.getByRole('button', { name: STORE_WORDS.EN.choosePay }).click();
    await main.getByRole('radio', { name: STORE_WORDS.EN.bankTransfer }).check();
    await main.getByRole('button', { name: STORE_WORDS.EN.goOn, exact: true }).click();
    // The previous page also has a button with this name.
    await expect(main.getByRole('heading', { name: 'Confirm the order' })).toBeVisible();
    await expectModal(
      page,
      main.getByRole('button', { name: 'Cancel this order' }),
      'Cancel this order?',
    );

    await page.goto('/program');
    const remind = main.getByRole('button', { name: /^Remind me/ }).first();
    await expectModal(page, remind, 'Remind me');
  });
});
