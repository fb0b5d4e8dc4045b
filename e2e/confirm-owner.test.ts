import type { Page } from '@playwright/test';
import { findBarriers } from './support/accessibility.ts';
import { openAs } from './support/account.ts';
import { ACCOUNT_WORDS } from './support/account-words.ts';
import { ageSignIns, forgetPassword } from './support/database.ts';
import { expectComplaint, field, press } from './support/entrance.ts';
import { ENTRANCE_WORDS } from './support/entrance-words.ts';
import { expect, test } from './support/journey.ts';
import { SCREENS } from './support/visit.ts';

const WORDS = {
  TH: {
    isItYou: 'ยืนยันตัวตน',
    confirm: 'ยืนยัน',
    logInAgain: 'เข้าสู่ระบบอีกครั้ง',
    linkLine: 'เชื่อมต่อ LINE',
    unlinkLine: 'ยกเลิกการเชื่อมต่อ LINE',
    unlink: 'ยกเลิกการเชื่อมต่อ',
    linked: 'เชื่อมต่อเรียบร้อยแล้ว',
    unlinked: 'ยกเลิกการเชื่อมต่อแล้ว',
  },
  EN: {
    isItYou: 'Is it you?',
    confirm: 'Confirm',
    logInAgain: 'Log in again',
    linkLine: 'Link LINE',
    unlinkLine: 'Unlink LINE',
    unlink: 'Unlink',
    linked: 'Linked.',
    unlinked: 'Unlinked.',
  },
} as const;

const statusOf = (page: Page, sentence: string) =>
  page.getByRole('status').filter({ hasText: sentence });

test.describe('in TH on a phone', () => {
  test.use(SCREENS['a phone']);
  const language = 'TH';
  const words = WORDS[language];
  const account = ACCOUNT_WORDS[language];
  const entrance = ENTRANCE_WORDS[language];

  test('a member with an old sign-in confirms ownership before changing a way to log in', async ({
    page,
    run,
    context,
  }) => {
    const member = await openAs(page, context, run, { language, path: '/profile' });
    await ageSignIns(member.memberId);
    const dialog = page.getByRole('dialog', { name: words.isItYou });

    await press(page, words.linkLine);
    expect(await findBarriers(page)).toEqual([]);
    const password = dialog.getByLabel(account.password, { exact: true }).last();
    await password.fill('not-mine-1');
    await dialog.getByRole('button', { name: words.confirm, exact: true }).click();
    await expectComplaint(password, account.passwordIncorrect);
    await password.fill(member.password);
    await dialog.getByRole('button', { name: words.confirm, exact: true }).click();
    await page.getByRole('button', { name: /Somebody new/ }).click();
    await expect(statusOf(page, words.linked)).toBeVisible();

    // The confirmation lasts some minutes, so the next change does not ask for it again.
    await press(page, words.unlinkLine);
    const unlink = page.getByRole('dialog').filter({ hasText: 'LINE' });
    await expect(unlink.getByRole('button', { name: words.unlink, exact: true })).toBeVisible();
    await page.keyboard.press('Escape');

    // A member who forgot the password signs in again and returns to the same page.
    await ageSignIns(member.memberId);
    await press(page, words.unlinkLine);
    await dialog.getByRole('radio', { name: words.logInAgain }).check();
    await dialog.getByRole('button', { name: words.logInAgain }).click();
    await expect(page).toHaveURL(`${run.url}/sign-in?from=%2Fprofile`);
    await field(page, entrance.phone).fill(member.phone);
    await field(page, entrance.password).fill(member.password);
    await press(page, entrance.logIn);
    await expect(page).toHaveURL(`${run.url}/profile`);
    await unlink.getByRole('button', { name: words.unlink, exact: true }).click();
    await expect(statusOf(page, words.unlinked)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: words.linkLine })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('a member without password and PIN logs in again by LINE and returns to the PIN form', async ({
  page,
  run,
  context,
}) => {
  const words = ACCOUNT_WORDS.EN;
  const member = await openAs(page, context, run, { language: 'EN', path: '/profile' });
  await press(page, WORDS.EN.linkLine);
  await page.getByRole('button', { name: /Somebody new/ }).click();
  await expect(statusOf(page, WORDS.EN.linked)).toBeVisible();
  await forgetPassword(member.memberId);
  await ageSignIns(member.memberId);
  await page.reload();

  await page.getByRole('main').getByRole('button', { name: words.createPin }).click();
  const dialog = page.getByRole('dialog', { name: WORDS.EN.isItYou });
  await expect(dialog.getByRole('radio')).toHaveCount(0);
  await dialog.getByRole('button', { name: WORDS.EN.logInAgain }).click();
  await press(page, 'Log in with LINE');
  // The provider lists the newest person first.
  await page
    .getByRole('button', { name: /แฟนใหม่/ })
    .first()
    .click();
  await expect(page).toHaveURL(`${run.url}/profile`);
  const pin = page.getByRole('dialog', { name: words.createPin });
  await expect(pin.getByLabel(words.yourPassword, { exact: true })).toHaveCount(0);
  await pin.getByLabel(words.newPin, { exact: true }).fill('481926');
  await pin.getByLabel(words.pinAgain, { exact: true }).fill('481926');
  await pin.getByRole('button', { name: words.savePin }).click();
  await expect(statusOf(page, words.pinSaved)).toBeVisible();
});
