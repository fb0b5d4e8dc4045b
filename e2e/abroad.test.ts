import { expect, test } from './support/journey.ts';
import { SCREENS, untilAlive } from './support/visit.ts';

test.describe('a fan in New York', () => {
  test.use({ ...SCREENS['a phone'], timezoneId: 'America/New_York', locale: 'en-US' });

  test('is offered English once, and reads the local time beside the time in Bangkok', async ({
    page,
  }) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto('/');
    await untilAlive(page);
    const offer = page.getByRole('complementary', { name: 'Read Sangwian in English?' });
    await offer.getByRole('button', { name: 'Switch to English' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(offer).toBeHidden();

    const coming = page
      .getByRole('region', { name: /coming up/i })
      .getByRole('listitem')
      .filter({ has: page.locator('time') });
    await expect(coming.first()).toContainText(/\d{2}:\d{2} Bangkok · .*\d{2}:\d{2} your time/);
    const { at, text } = await coming.first().evaluate((item) => ({
      at: item.querySelector('time')?.dateTime ?? '',
      text: item.textContent ?? '',
    }));
    const local = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'America/New_York',
      hour: '2-digit',
      minute: '2-digit',
    }).format(new Date(at));
    expect(text).toContain(`${local} your time`);

    await page.reload();
    await untilAlive(page);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(coming.first()).toContainText('your time');
    await expect(offer).toBeHidden();
    expect(errors).toEqual([]);
  });
});
