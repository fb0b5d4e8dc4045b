import type { Page } from '@playwright/test';
import { findBarriers } from './support/accessibility.ts';
import { enterOtp, expectComplaint, field, press } from './support/entrance.ts';
import { ENTRANCE_WORDS, type EntranceWords } from './support/entrance-words.ts';
import { expect, test } from './support/journey.ts';
import { newPhone, registerMember } from './support/new-member.ts';
import type { RunFile } from './support/start-stack.ts';
import { LONG, SCREENS, stored, untilAlive, visit } from './support/visit.ts';

const NEW_PASSWORD = 'blue-corner-8';
const PIN = '481926';

interface Account {
  readonly phone: string;
  readonly password: string;
}

/**
 * A sample fan, because a new member would have to wait a minute after the OTP of the registration. The new password
 * equals the old one, so that later journeys can use the fan.
 */
function fanOf(run: RunFile, index: number): Account {
  const account = run.accounts.fans[index];
  if (account === undefined) throw new Error(`there is no sample fan ${index}`);
  return account;
}

async function choose(page: Page, way: string, phone: string, words: EntranceWords): Promise<void> {
  await page.getByRole('radio', { name: way, exact: true }).check();
  await field(page, words.phone).fill(phone);
  await press(page, words.goOn);
}

/** Sets the new password and signs in with it. */
async function finish(
  page: Page,
  run: RunFile,
  words: EntranceWords,
  { phone, password }: Account,
): Promise<void> {
  await field(page, words.newPassword).fill(password);
  await field(page, words.confirmNew).fill('blue-corner-9');
  await press(page, words.setNew);
  await expectComplaint(field(page, words.confirmNew), words.newDiffer);
  await field(page, words.confirmNew).fill(password);
  await press(page, words.setNew);
  await expect(page).toHaveURL(/\/sign-in\?notice=password_reset/);
  await expect(page.getByRole('status').filter({ hasText: words.wasReset })).toBeVisible();
  await logIn(page, run, words, { phone, password });
}

async function logIn(
  page: Page,
  run: RunFile,
  words: EntranceWords,
  { phone, password }: Account,
): Promise<void> {
  await field(page, words.phone).fill(phone);
  await field(page, words.password).fill(password);
  await press(page, words.logIn);
  await expect(page).toHaveURL(`${run.url}/`);
  expect(await stored(page, 'access_token')).not.toBeNull();
}

for (const [language, screen, fan] of [
  ['TH', 'a phone', 0],
  ['EN', 'a desktop', 1],
] as const) {
  const words = ENTRANCE_WORDS[language];
  test.describe(`in ${language} on ${screen}`, language === 'EN' ? LONG : {}, () => {
    test.use(SCREENS[screen]);

    test('a reset needs a chosen way; by OTP it sets a new password and ends every session', async ({
      page,
      run,
      enter,
    }) => {
      const account = fanOf(run, fan);
      const elsewhere = await enter(fan);
      await visit(page, run, '/sign-in', { language });
      await page.getByRole('link', { name: words.forgot }).click();
      await expect(page).toHaveURL(`${run.url}/password/re-by-PHONE`);
      await field(page, words.phone).fill(account.phone);
      await press(page, words.goOn);
      await expect(page.getByText(words.methodMissing)).toBeVisible();
      expect(await findBarriers(page)).toEqual([]);

      await choose(page, words.byOtp, newPhone(), words);
      await expectComplaint(field(page, words.phone), words.userNotFound);
      await choose(page, words.byOtp, account.phone, words);
      await expect(page).toHaveURL(`${run.url}/password/re-by-OTP`);
      await enterOtp(page, run, words, account.phone);
      // A reload keeps the step.
      await expect(field(page, words.newPassword)).toBeVisible();
      await page.reload();
      await expect(field(page, words.newPassword)).toBeVisible();
      expect(await findBarriers(page)).toEqual([]);
      await finish(page, run, words, account);
      await expect(
        elsewhere.call('GET /auth/member/profile', { query: { member_id: elsewhere.memberId } }),
      ).rejects.toThrow(/token_invalid/);
    });
  });
}

// The journeys below run on one screen each, because their layout is the same on all screens.
test.describe('in TH on a phone', () => {
  test.use(SCREENS['a phone']);
  const language = 'TH';
  const words = ENTRANCE_WORDS[language];

  test(
    'the OTP step asks for the phone number when it is opened directly',
    LONG,
    async ({ page, run }) => {
      const account = fanOf(run, 2);
      await visit(page, run, '/password/re-by-OTP', { language });
      await press(page, words.sendOtp);
      await expectComplaint(field(page, words.phone), words.phoneMissing);
      await field(page, words.phone).fill(account.phone);
      await press(page, words.sendOtp);
      await enterOtp(page, run, words, account.phone);
      await finish(page, run, words, account);
    },
  );

  test('a reset by PIN on a known device needs no SMS', async ({ page, run }) => {
    const member = await registerMember(run);
    await member.call('PUT /auth/member/createPin', {
      body: { pin: PIN, confirm_pin: PIN, password: member.password },
    });
    await visit(page, run, '/sign-in', { language });
    await logIn(page, run, words, member);
    await page.evaluate(() => localStorage.removeItem('access_token'));
    await page.goto('/password/re-by-PHONE');
    await untilAlive(page);
    await choose(page, words.byPin, member.phone, words);
    await expect(page).toHaveURL(`${run.url}/password/re-by-PIN`);
    await field(page, words.pin).fill('123321');
    await press(page, words.goOn);
    await expectComplaint(field(page, words.pin), words.pinIncorrect);
    expect(await findBarriers(page)).toEqual([]);
    await field(page, words.pin).fill(PIN);
    await press(page, words.goOn);
    await finish(page, run, words, { phone: member.phone, password: NEW_PASSWORD });
  });
});

test.describe('in EN on a desktop', () => {
  test.use(SCREENS['a desktop']);
  const language = 'EN';
  const words = ENTRANCE_WORDS[language];

  test(
    'a reset by PIN on a new device also confirms the phone number',
    LONG,
    async ({ page, run, enter }) => {
      const account = fanOf(run, 6);
      // If these journeys have already run on this stack, the fan has the PIN.
      const created = (await enter(6)).call('PUT /auth/member/createPin', {
        body: { pin: PIN, confirm_pin: PIN, password: account.password },
      });
      await created.catch((error: Error) => expect(error.message).toContain('pin_exists'));
      await visit(page, run, '/password/re-by-PIN', { language });
      await field(page, words.phone).fill(account.phone);
      await field(page, words.pin).fill(PIN);
      await press(page, words.goOn);
      await expect(
        page.getByRole('main').getByRole('alert').filter({ hasText: words.newDevice }),
      ).toBeVisible();
      await press(page, words.sendOtp);
      await enterOtp(page, run, words, account.phone);
      await finish(page, run, words, account);
    },
  );
});
