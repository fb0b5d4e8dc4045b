import type { Locator, Page } from '@playwright/test';
import { findBarriers } from './support/accessibility.ts';
import { isSignedIn, openAs, signInElsewhere } from './support/account.ts';
import { ACCOUNT_WORDS, type AccountWords } from './support/account-words.ts';
import { ageOtps } from './support/database.ts';
import { expectComplaint } from './support/entrance.ts';
import { expect, test } from './support/journey.ts';
import { registerMember } from './support/new-member.ts';
import { readOtp } from './support/read-sms.ts';
import { LONG, prepare, SCREENS, stored, untilAlive } from './support/visit.ts';

const PIN = '481926';

/** Opens the page that deletes the account and confirms the consequences. */
async function understandDeletion(page: Page, words: AccountWords): Promise<Locator> {
  await page.getByRole('main').getByRole('button', { name: words.deleteAccount }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(words.loseCoins);
  await dialog.getByRole('button', { name: words.goOn }).click();
  const box = dialog.getByRole('checkbox', { name: words.understood });
  await expectComplaint(box, words.notUnderstood);
  await box.check();
  await dialog.getByRole('button', { name: words.goOn }).click();
  return dialog;
}

test.describe('in TH on a phone', () => {
  test.use(SCREENS['a phone']);
  const language = 'TH';
  const words = ACCOUNT_WORDS[language];

  test('an account is deleted by its password after the consequences were confirmed', async ({
    page,
    run,
    context,
  }) => {
    const member = await openAs(page, context, run, { language, path: '/profile' });
    const dialog = await understandDeletion(page, words);
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByLabel(words.password, { exact: true }).last().fill('not-mine-1');
    await dialog.getByRole('button', { name: words.deleteForGood }).click();
    await expect(dialog.getByText(words.passwordIncorrect)).toBeVisible();
    await dialog.getByLabel(words.password, { exact: true }).last().fill(member.password);
    await dialog.getByRole('button', { name: words.deleteForGood }).click();
    await expect(page).toHaveURL(`${run.url}/sign-in?notice=account_deleted`);
    await expect(page.getByRole('status').filter({ hasText: words.deleted })).toBeVisible();
    for (const key of ['access_token', 'member', 'member_id']) {
      expect(await stored(page, key)).toBeNull();
    }
    expect(await isSignedIn(run, member.accessToken)).toBe(false);
    await expect(signInElsewhere(run, member)).rejects.toThrow(/password_invalid/);
  });
});

test(
  'an account whose password is forgotten is deleted by an OTP',
  LONG,
  async ({ page, run, context }) => {
    const words = ACCOUNT_WORDS.TH;
    const member = await openAs(page, context, run, { language: 'TH', path: '/profile' });
    // The registration has just requested an OTP, and the next OTP can only be requested a minute later.
    await ageOtps(member.phone);
    const dialog = await understandDeletion(page, words);
    await dialog.getByRole('radio', { name: words.byOtp, exact: true }).check();
    await dialog.getByRole('button', { name: words.sendOtp }).click();
    const line = dialog.getByText(words.reference);
    const [, reference = ''] = (await line.innerText()).match(words.reference) ?? [];
    const boxes = dialog.getByLabel(words.otp, { exact: true });
    const otp = await readOtp(run, member.phone, reference);
    await boxes.fill(otp.replace(/./g, (digit) => String((Number(digit) + 1) % 10)));
    await expectComplaint(boxes, 'รหัส OTP ไม่ถูกต้อง');
    expect(await findBarriers(page)).toEqual([]);
    await boxes.fill(otp);
    await expect(dialog.getByText(words.otpRight)).toBeVisible();
    let sent: unknown;
    page.on('request', (request) => {
      if (request.method() === 'DELETE') sent = request.postDataJSON();
    });
    await dialog.getByRole('button', { name: words.deleteForGood }).click();
    await expect(page).toHaveURL(`${run.url}/sign-in?notice=account_deleted`);
    expect(sent).toMatchObject({ expected_coins: 0, otp_token: expect.any(String) });
    expect(await isSignedIn(run, member.accessToken)).toBe(false);
  },
);

test(
  'an account is deleted by its PIN, and the page names the coins that are lost',
  LONG,
  async ({ page, run, context }) => {
    const words = ACCOUNT_WORDS.EN;
    const member = await openAs(page, context, run, { language: 'EN', path: '/profile' });
    await member.call('PUT /auth/member/createPin', {
      body: { pin: PIN, confirm_pin: PIN, password: member.password },
    });
    await page.reload();
    const dialog = await understandDeletion(page, words);
    await dialog.getByRole('radio', { name: 'PIN', exact: true }).check();
    await dialog.getByRole('button', { name: words.deleteForGood }).click();
    const box = dialog.getByRole('textbox', { name: 'PIN' });
    await expectComplaint(box, 'Please enter the six digits of your PIN');
    await box.fill('000001');
    await dialog.getByRole('button', { name: words.deleteForGood }).click();
    await expectComplaint(box, words.pinIncorrect);
    await box.fill(PIN);
    let sent: unknown;
    page.on('request', (request) => {
      if (request.method() === 'DELETE') sent = request.postDataJSON();
    });
    await dialog.getByRole('button', { name: words.deleteForGood }).click();
    await expect(page).toHaveURL(`${run.url}/sign-in?notice=account_deleted`);
    expect(sent).toMatchObject({ expected_coins: 0, pin_token: expect.any(String) });
    expect(await isSignedIn(run, member.accessToken)).toBe(false);
  },
);

test('an account is deleted by a signed-out visitor at the public URL that app stores require', async ({
  page,
  run,
  context,
}) => {
  const words = ACCOUNT_WORDS.EN;
  const member = await registerMember(run);
  // The registration has just requested an OTP, and the next OTP can only be requested a minute later.
  await ageOtps(member.phone);
  await prepare(context, run, { language: 'EN' });
  await page.goto('/privacy-policy');
  await page.getByRole('main').getByRole('link', { name: '/delete-account' }).click();
  await expect(page).toHaveURL(`${run.url}/delete-account`);
  await untilAlive(page);
  const main = page.getByRole('main');
  await main.getByLabel('Phone number', { exact: true }).fill(member.phone);
  await main.getByLabel(words.password, { exact: true }).fill('not-mine-1');
  await main.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(main.getByText('Username or password is incorrect.')).toBeVisible();
  await main.getByLabel(words.password, { exact: true }).fill(member.password);
  await main.getByRole('button', { name: 'Continue', exact: true }).click();
  await main.getByRole('checkbox', { name: words.understood }).check();
  expect(await findBarriers(page)).toEqual([]);
  await main.getByRole('button', { name: words.sendOtp }).click();
  const line = main.getByText(words.reference);
  const [, reference = ''] = (await line.innerText()).match(words.reference) ?? [];
  const otp = await readOtp(run, member.phone, reference);
  await main.getByLabel(words.otp, { exact: true }).fill(otp);
  await expect(main.getByText(words.deleted)).toBeVisible();
  expect(await stored(page, 'access_token')).toBeNull();
  expect(await isSignedIn(run, member.accessToken)).toBe(false);
  await expect(signInElsewhere(run, member)).rejects.toThrow(/password_invalid/);
});
