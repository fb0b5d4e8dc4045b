import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ENTRANCE_WORDS } from './support/entrance-words.ts';
import { callApi, findLiveOn, signOut } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { LONG, prepare, SCREENS, stored, untilAlive, visit } from './support/visit.ts';

const WORDS = {
  TH: {
    phone: 'เบอร์โทรศัพท์',
    password: 'รหัสผ่าน',
    byPhone: 'เข้าสู่ระบบด้วยเบอร์โทร',
    logIn: 'เข้าสู่ระบบ',
    wrong: 'ชื่อผู้ใช้หรือรหัสผ่านไม่ถูกต้อง กรุณาลองอีกครั้ง',
    ban: 'บัญชีของคุณถูกแบน',
    suspend: 'บัญชีของคุณถูกระงับ',
    busy: 'ตอนนี้มีแฟนเข้าสู่ระบบพร้อมกันจำนวนมาก กำลังลองอีกครั้ง…',
  },
  EN: {
    phone: 'Phone number',
    password: 'Password',
    byPhone: 'Log in with your phone number',
    logIn: 'Log in',
    wrong: 'Incorrect username or password. Please try again.',
    ban: 'Your account has been banned.',
    suspend: 'Your account has been suspended.',
    busy: 'Many fans are logging in right now. Trying again…',
  },
} as const;

/** Keys that the site may store in local storage (specification, section 3). */
const KEYS = [
  'member',
  'member_id',
  'access_token',
  'external',
  'map_system_id',
  'WATCH_TOKEN',
  'language',
  'PURCHASE_TOKEN',
  'axios-error',
];

/** Number of wrong passwords for one phone number from one IP address before the lockout. */
const GUESSES_MAX = 10;

const storedKeys = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage).sort());

async function fillIn(
  page: Page,
  language: 'TH' | 'EN',
  account: { phone: string; password: string },
): Promise<void> {
  const words = WORDS[language];
  const form = page.getByRole('main');
  const phone = form.getByRole('textbox', { name: words.phone });
  // The sign-in prompt of a free live opens the form after a click.
  const byPhone = form.getByRole('button', { name: words.byPhone });
  await expect(byPhone.or(phone)).toBeVisible();
  if (await byPhone.isVisible()) await byPhone.click();
  await phone.fill(account.phone);
  await form.getByRole('textbox', { name: words.password, exact: true }).fill(account.password);
  await form.getByRole('button', { name: words.logIn, exact: true }).click();
}

/** Wrong passwords count per phone number. A new number ensures that repeated runs do not lock a sample fan out. */
const someMobilePhone = (): string => `081${String(randomInt(10_000_000)).padStart(7, '0')}`;

const toThaiDigits = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(0x0e50 + Number(digit)));

for (const [language, screen] of [
  ['TH', 'a phone'],
  ['EN', 'a desktop'],
] as const) {
  const words = WORDS[language];
  test.describe(`in ${language} on ${screen}`, language === 'EN' ? LONG : {}, () => {
    test.use(SCREENS[screen]);

    test('a live leads signed-out visitors to sign-in, and sign-in leads back to the live', async ({
      page,
      run,
      context,
    }) => {
      await prepare(context, run, { language });
      const { program_live_id } = await findLiveOn(run);
      const [account] = run.accounts.fans;
      await page.goto(`/live/${program_live_id}`);
      await expect(page).toHaveURL(`${run.url}/sign-in?from=%2Flive%2F${program_live_id}`);
      // A Thai keyboard types Thai digits.
      await fillIn(page, language, {
        phone: toThaiDigits(account?.phone ?? ''),
        password: account?.password ?? '',
      });
      await expect(page).toHaveURL(`${run.url}/live/${program_live_id}`);
      await expect(page.locator('video')).toBeVisible();
      const member = JSON.parse((await stored(page, 'member')) ?? '{}');
      expect(member).toMatchObject({ member_id: await stored(page, 'member_id') });
      expect(member).toHaveProperty('wallet.balance');
      await expect.poll(() => storedKeys(page)).toContain('WATCH_TOKEN');
      for (const key of await storedKeys(page)) expect(KEYS).toContain(key);

      // After a reload the member is still signed in on the live page.
      await page.reload();
      await untilAlive(page);
      await expect(page).toHaveURL(`${run.url}/live/${program_live_id}`);
    });

    test('a sign-in that a busy server refuses says so and succeeds once the server has capacity', async ({
      page,
      run,
    }) => {
      await visit(page, run, '/sign-in', { language });
      const [account] = run.accounts.fans;
      let calls = 0;
      await page.route('**/auth/member/login-v2', async (route) => {
        calls += 1;
        if (calls > 1) return route.continue();
        return route.fulfill({
          status: 503,
          headers: { 'retry-after': '1' },
          json: { status: 'unavailable', message: 'The service is unavailable.' },
        });
      });
      const busy = page.getByRole('status').filter({ hasText: words.busy });
      const shown = busy.waitFor();
      await fillIn(page, language, {
        phone: account?.phone ?? '',
        password: account?.password ?? '',
      });
      await shown;
      await expect(page).not.toHaveURL(/sign-in/);
      expect(calls).toBe(2);
    });

    test('the form shows a ban, covers no control, is not sent empty, and a wrong password is refused in place and by a toast of five seconds', async ({
      page,
      run,
    }) => {
      await visit(page, run, '/sign-in?status=ban', { language });
      await expect(page.getByRole('alert').filter({ hasText: words.ban })).toBeVisible();
      await page.goto('/sign-in?status=suspend');
      await expect(page.getByRole('alert').filter({ hasText: words.suspend })).toBeVisible();

      let calls = 0;
      page.on('request', (request) => {
        if (request.url().includes('/login')) calls += 1;
      });
      await page.goto('/sign-in');
      await untilAlive(page);
      const forgot = page
        .getByRole('main')
        .getByRole('link', { name: ENTRANCE_WORDS[language].forgot });
      const isCovered = await forgot.evaluate((link) => {
        const { left, right, top, bottom } = link.getBoundingClientRect();
        return [left + 2, right - 2].some(
          (x) => !link.contains(document.elementFromPoint(x, (top + bottom) / 2)),
        );
      });
      expect(isCovered).toBe(false);

      await fillIn(page, language, { phone: '', password: '' });
      for (const name of [words.phone, words.password]) {
        const box = page.getByRole('main').getByRole('textbox', { name, exact: true });
        await expect(box).toHaveAttribute('aria-invalid', 'true');
        await expect(box).toHaveAccessibleDescription(/\S{5}/);
      }
      expect(calls).toBe(0);

      const toast = page
        .getByRole('alert')
        .filter({ hasText: `${words.wrong} | password_invalid : 401 | URL : login-v2` });
      // The page's clock is mocked, so that the five seconds do not expire early on a slow machine.
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      await fillIn(page, language, { phone: someMobilePhone(), password: 'not-mine-1' });
      await expect(toast).toBeVisible();
      await expect(page.locator('[data-state]').first()).toHaveAttribute('data-state', 'failed');
      await expect(
        page.getByRole('main').getByRole('alert').filter({ hasText: words.wrong }).first(),
      ).toBeVisible();
      expect(JSON.parse((await stored(page, 'axios-error')) ?? '{}')).toEqual({
        segment: 'login-v2',
        message: WORDS.EN.wrong,
        status: 'password_invalid',
        code: 401,
      });
      expect(await stored(page, 'access_token')).toBeNull();
      await page.clock.runFor(4_500);
      await expect(toast).toBeVisible();
      await page.clock.runFor(600);
      await expect(toast).toBeHidden();
      await expect(page).toHaveURL(`${run.url}/sign-in`);
    });
  });
}

test('a slow press sends the form although the error of the last field appears meanwhile', async ({
  page,
  run,
}) => {
  await visit(page, run, '/sign-in', { language: 'EN' });
  const form = page.getByRole('main');
  const phone = form.getByRole('textbox', { name: WORDS.EN.phone });
  const password = form.getByRole('textbox', { name: WORDS.EN.password, exact: true });
  await phone.fill('12');
  await password.focus();
  await form.getByRole('button', { name: WORDS.EN.logIn, exact: true }).hover();
  await page.mouse.down();
  // If pressing the button blurred the field, the error would appear and move the button.
  await expect(password).toBeFocused();
  await page.mouse.up();
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(phone).toBeFocused();
});

test('a lockout after wrong passwords says when it ends', async ({ page, run }) => {
  const phone = someMobilePhone();
  const guess = { phone, password: 'not-mine-1' };
  await Promise.all(
    Array.from({ length: GUESSES_MAX }, () =>
      expect(callApi(run, null, 'POST /auth/member/login-v2', { body: guess })).rejects.toThrow(
        /password_invalid/,
      ),
    ),
  );
  await visit(page, run, '/sign-in', { language: 'EN' });
  await fillIn(page, 'EN', guess);
  await expect(
    page
      .getByRole('main')
      .getByText(/^Too many requests\. Please wait a moment\. You can try again from \d\d:\d\d\.$/),
  ).toBeVisible();
});

test('signing out removes the member’s data, ends the session and opens sign-in', async ({
  page,
  run,
  context,
  enter,
}) => {
  const fan = await enter(1);
  await prepare(context, run, { language: 'EN', fan });
  await page.goto('/');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account/ })
    .click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(`${run.url}/sign-in`);
  expect(await storedKeys(page)).toEqual(['language']);
  await expect(
    fan.call('GET /auth/member/profile', { query: { member_id: fan.memberId } }),
  ).rejects.toThrow(/token_invalid/);
  await page.goto('/live');
  await expect(page).toHaveURL(`${run.url}/sign-in?from=%2Flive`);
});

test('a dead token signs the member out, and the next sign-in returns to the page', async ({
  page,
  run,
  context,
  enter,
}) => {
  const fan = await enter(1);
  await prepare(context, run, { language: 'EN', fan });
  await signOut(fan);
  const { program_live_id } = await findLiveOn(run);
  await page.goto(`/live/${program_live_id}`);
  await expect(page).toHaveURL(`${run.url}/sign-in?from=%2Flive%2F${program_live_id}`);
  expect(await stored(page, 'access_token')).toBeNull();
  expect(await stored(page, 'member_id')).toBeNull();
  const [, account] = run.accounts.fans;
  await fillIn(page, 'EN', account ?? { phone: '', password: '' });
  await expect(page).toHaveURL(`${run.url}/live/${program_live_id}`);
});

test('a member that is not found is forgotten, and the token is kept', async ({
  page,
  run,
  context,
  enter,
}) => {
  const [fan, other] = [await enter(2), await enter(3)];
  await prepare(context, run, { language: 'EN', fan: { ...fan, memberId: other.memberId } });
  await page.goto('/');
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: 'Member not found | member_not_found : 404 | URL : profile' }),
  ).toBeVisible();
  expect(await stored(page, 'member_id')).toBe('');
  expect(await stored(page, 'access_token')).toBe(fan.accessToken);
  expect(JSON.parse((await stored(page, 'axios-error')) ?? '{}')).toEqual({
    segment: 'profile',
    message: 'Member not found',
    status: 'member_not_found',
    code: 404,
  });
});

test('a foreign link cannot redirect away from the site after sign-in', async ({ page, run }) => {
  await visit(page, run, '/sign-in?from=//example.org/live', { language: 'EN' });
  const [, account] = run.accounts.fans;
  await fillIn(page, 'EN', account ?? { phone: '', password: '' });
  await expect(page).toHaveURL(`${run.url}/`);
});
