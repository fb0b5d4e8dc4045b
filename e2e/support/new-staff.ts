import type { Page } from '@playwright/test';
import { findBarriers } from './accessibility.ts';
import { expect } from './journey.ts';
import { totpCode } from './totp.ts';
import type { Language } from './visit.ts';
import { consoleWords } from './words.ts';

const WORDS = consoleWords({
  name: 'Name',
  email: 'E-mail',
  password: 'Password',
  next: 'Continue',
  code: 'Code of the authenticator app',
  passkeyInstead: 'Use a passkey instead',
  codes: 'Recovery codes',
  kept: 'I have kept them in a safe place',
  enter: 'Open the console',
  account: 'Your account',
  addPasskey: 'Add a passkey…',
  passkeyName: 'Name of the passkey',
  makePasskey: 'Make the passkey',
  signOut: 'Sign out',
  passkeySignIn: 'Sign in with a passkey',
});
const PASSWORD = 'blue elbow seven mountains';
const DEVICE = 'The laptop at the ring';

interface NewAccount {
  readonly link: string;
  readonly language: Language;
  /** The first owner chooses name and e-mail address. An invitation already contains both. */
  readonly person?: { readonly name: string; readonly email: string };
  readonly factor?: 'app' | 'passkey';
}

/** Opens a link and completes account, second factor and recovery codes. */
export async function createStaffAccount(
  page: Page,
  { link, language, person, factor = 'app' }: NewAccount,
): Promise<void> {
  const words = WORDS[language];
  await page.goto(link);
  if (person) {
    await page.getByLabel(words.name, { exact: true }).fill(person.name);
    await page.getByLabel(words.email, { exact: true }).fill(person.email);
  }
  await page.getByLabel(words.password, { exact: true }).fill(PASSWORD);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: words.next }).click();
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  // A wrong code shows an error at its field, and the form keeps what was typed.
  const code = page.getByLabel(words.code);
  await code.fill(totpCode(secret) === '000000' ? '111111' : '000000');
  await expect(page.locator('[aria-invalid=true]')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  if (factor === 'passkey') await page.getByRole('button', { name: words.passkeyInstead }).click();
  else await code.fill(totpCode(secret));
  await page.getByRole('checkbox', { name: words.kept }).check();
  await expect(page.getByRole('list', { name: words.codes }).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: words.enter }).click();
}

/** Adds a passkey in the account place, signs out, and signs in with the passkey alone. */
export async function changeToPasskey(
  page: Page,
  { language, name }: { readonly language: Language; readonly name: string },
): Promise<void> {
  const words = WORDS[language];
  await page.goto('/console/account');
  await page.getByRole('button', { name: words.addPasskey }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words.passkeyName).fill(DEVICE);
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: words.makePasskey }).click();
  await expect(page.getByText(DEVICE)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: words.signOut }).click();
  await page.getByRole('button', { name: words.passkeySignIn }).click();
  await expect(page.getByRole('heading', { name: words.account })).toBeVisible();
}
