import type { Page } from '@playwright/test';
import { findBarriers } from './support/accessibility.ts';
import { addAuthenticator } from './support/authenticator.ts';
import { ageProofs, expireInvitation, forgetUsedCode } from './support/database.ts';
import { expect, test } from './support/journey.ts';
import { changeToPasskey, createStaffAccount } from './support/new-staff.ts';
import { staffAccount } from './support/staff.ts';
import type { StaffAccount } from './support/start-stack.ts';
import { totpCode } from './support/totp.ts';
import { type Language, LONG, openBrowser, prepare } from './support/visit.ts';
import { consoleWords, refusal } from './support/words.ts';

const WORDS = consoleWords({
  name: 'Name',
  email: 'E-mail',
  password: 'Password',
  next: 'Continue',
  code: 'Code of the authenticator app',
  invite: 'Invite someone',
  send: 'Invite',
  link: 'Link',
  done: 'Done',
  select: 'Select this row',
  revoke: 'Revoke',
  account: 'Your account',
  refusedLink: 'This link does not work',
  people: 'People',
  newLink: 'New link',
  passkeyProof: 'Confirm with a passkey',
  revoked: 'Revoked',
  usedCode: refusal('staff_code_used'),
  expired: refusal('staff_invitation_expired'),
});
const OWNER = 'Anan Phumipat';

test('the first owner sets up the console and invites a show caller, who accepts', async ({
  page,
  browser,
  run,
  complaints,
}) => {
  await prepare(page.context(), run, { language: 'EN' });
  await page.setViewportSize({ width: 1440, height: 900 });
  const words = WORDS.EN;
  const email = 'anan@sangwian.example';
  await addAuthenticator(page);
  await createStaffAccount(page, {
    link: run.setup_url,
    language: 'EN',
    person: { name: OWNER, email },
  });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await changeToPasskey(page, { language: 'EN', name: OWNER });
  await page.goto('/console/staff/people');
  await expect(page.getByText(email)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await page.keyboard.press('i');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words.name, { exact: true }).fill('Wichai Sukjai');
  await dialog.getByLabel(words.email, { exact: true }).fill('wichai@sangwian.example');
  expect(await findBarriers(page)).toEqual([]);
  // The last proof is too old for a sensitive act. The passkey gives a new proof, and the form keeps what was typed.
  await ageProofs(email);
  await dialog.getByRole('button', { name: words.send, exact: true }).click();
  await page.getByRole('button', { name: words.passkeyProof }).click();
  const link = await dialog.getByLabel(words.link, { exact: true }).inputValue();
  await dialog.getByRole('button', { name: words.done }).click();

  // The show caller accepts the invitation on a phone, in Thai, and sees only what the role may use.
  const phone = await openBrowser(browser, run, { language: 'TH' }, 'a phone');
  await complaints.watch(phone);
  await addAuthenticator(phone);
  await createStaffAccount(phone, { link, language: 'TH', factor: 'passkey' });
  await expect(phone.getByRole('banner')).toBeVisible();
  await phone.goto('/console/staff');
  await expect(phone).toHaveURL(/\/console\/staff\/audit$/);
  await expect(phone.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(phone.getByRole('link', { name: WORDS.TH.people, exact: true })).toHaveCount(0);
  expect(await findBarriers(phone)).toEqual([]);
  await phone.goto('/console/account');
  await expect(phone.getByRole('heading', { name: WORDS.TH.account })).toBeVisible();
  expect(await findBarriers(phone)).toEqual([]);

  // The owner sees the new account without a reload, and the used link no longer works.
  await expect(page.getByText('wichai@sangwian.example')).toBeVisible();
  await phone.goto(link);
  await expect(phone.getByRole('heading', { name: WORDS.TH.refusedLink })).toBeVisible();
  // The audit lists the owner's acts without the invitation link.
  await page.goto('/console/staff/audit');
  await page.getByRole('button', { name: 'POST /invitation', exact: true }).first().click();
  await expect(page.getByRole('dialog')).toContainText('wichai@sangwian.example');
  await expect(page.getByRole('dialog')).not.toContainText(new URL(link).search);
  expect(await findBarriers(page)).toEqual([]);
  await phone.context().close();
});

/** Types the password of an account; the page then asks for the code. */
async function typePassword(page: Page, language: Language, account: StaffAccount): Promise<void> {
  const words = WORDS[language];
  await page.getByLabel(words.email, { exact: true }).fill(account.email);
  await page.getByLabel(words.password, { exact: true }).fill(account.password);
  await page.getByRole('button', { name: words.next }).click();
}

test(
  'a code works once, and an expired invitation needs a new link',
  LONG,
  async ({ page, browser, run, complaints }) => {
    await prepare(page.context(), run, { language: 'EN' });
    const words = WORDS.EN;
    const owner = staffAccount(run, 'owner');
    await forgetUsedCode(owner.email);
    await page.goto('/console/staff/invitations');
    await typePassword(page, 'EN', owner);
    const code = totpCode(owner.totp_secret);
    await page.getByLabel(words.code).fill(code);
    // The requested URL opens.
    await page.getByRole('button', { name: words.invite }).click();

    // Knowing the password and a used code is not enough to sign in.
    const other = await openBrowser(browser, run, { language: 'TH' }, 'a phone');
    await complaints.watch(other);
    await other.goto('/console/');
    await typePassword(other, 'TH', owner);
    await other.getByLabel(WORDS.TH.code).fill(code);
    await expect(other.getByText(WORDS.TH.usedCode)).toBeVisible();
    expect(await findBarriers(other)).toEqual([]);

    const email = 'somchai@sangwian.example';
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(words.name, { exact: true }).fill('Somchai Rak');
    await dialog.getByLabel(words.email, { exact: true }).fill(email);
    await dialog.getByRole('button', { name: words.send, exact: true }).click();
    const late = await dialog.getByLabel(words.link, { exact: true }).inputValue();
    await dialog.getByRole('button', { name: words.done }).click();
    await expireInvitation(email);
    await other.goto(late);
    await expect(other.getByRole('heading', { name: WORDS.TH.refusedLink })).toBeVisible();
    await expect(other.getByText(WORDS.TH.expired)).toBeVisible();
    expect(await findBarriers(other)).toEqual([]);

    const row = page.getByRole('row').filter({ hasText: email });
    await row.getByRole('button', { name: words.newLink }).click();
    const link = await dialog.getByLabel(words.link, { exact: true }).inputValue();
    await dialog.getByRole('button', { name: words.done }).click();
    await other.goto(link);
    await expect(other.getByLabel(WORDS.TH.password, { exact: true })).toBeVisible();

    await row.getByRole('checkbox', { name: words.select }).check();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: words.revoke, exact: true }).click();
    await expect(row.getByText(words.revoked)).toBeVisible();
    await other.goto(link);
    await expect(other.getByRole('heading', { name: WORDS.TH.refusedLink })).toBeVisible();
    await other.context().close();
  },
);
