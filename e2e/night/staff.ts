import type { Page } from '@playwright/test';
import type { StaffRole } from '@sangwian/contract/permissions';
import { addAuthenticator } from '../support/authenticator.ts';
import { changeToPasskey, createStaffAccount } from '../support/new-staff.ts';
import { consoleWords } from '../support/words.ts';
import { expect, type Night } from './site.ts';

const WORDS = consoleWords({
  name: 'Name',
  email: 'E-mail',
  role: 'Role',
  invite: 'Invite',
  link: 'Link',
  done: 'Done',
  tonight: 'No live tonight',
  passkeyProof: 'Confirm with a passkey',
});

/** The three staff members of the first night. */
export const PEOPLE = {
  owner: { name: 'Anan Phumipat', email: 'anan@sangwian.example' },
  caller: { name: 'Wichai Sukjai', email: 'wichai@sangwian.example' },
  moderator: { name: 'Malee Thongdee', email: 'malee@sangwian.example' },
} as const;

/** The pages of the people at the console. */
export interface Crew {
  readonly owner: Page;
  readonly caller: Page;
  readonly moderator: Page;
}

/** Sets the console up with an authenticator app, and then signs in with a passkey. */
export async function setUpOwner({ run, language, open }: Night): Promise<Page> {
  const page = await open();
  await addAuthenticator(page);
  await createStaffAccount(page, { link: run.setup_url, language, person: PEOPLE.owner });
  await expect(page.getByRole('banner')).toBeVisible();
  await changeToPasskey(page, { language, name: PEOPLE.owner.name });
  // A sensitive act asks for the passkey again when the last proof is five minutes old.
  const proof = page.getByRole('button', { name: WORDS[language].passkeyProof });
  await page.addLocatorHandler(proof, () => proof.click());
  return page;
}

/** Invites a person and returns the link, which is shown once. */
async function invite(
  owner: Page,
  { language }: Night,
  { name, email, role }: { name: string; email: string; role: StaffRole },
): Promise<string> {
  const words = WORDS[language];
  await owner.goto('/console/staff/people');
  await expect(owner.getByText(PEOPLE.owner.email)).toBeVisible();
  await owner.keyboard.press('i');
  const dialog = owner.getByRole('dialog');
  await dialog.getByLabel(words.name, { exact: true }).fill(name);
  await dialog.getByLabel(words.email, { exact: true }).fill(email);
  await dialog.getByLabel(words.role, { exact: true }).selectOption(role);
  await dialog.getByRole('button', { name: words.invite, exact: true }).click();
  const link = await dialog.getByLabel(words.link, { exact: true }).inputValue();
  await dialog.getByRole('button', { name: words.done }).click();
  return link;
}

/** Returns the invitation's link from the mail that arrived. */
async function readMailedLink({ run }: Night, email: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const answer = await fetch(`${run.sandbox}/mail?to=${encodeURIComponent(email)}`);
      const mails = (await answer.json()) as ReadonlyArray<{ readonly text: string }>;
      link = mails[0]?.text.match(/https?:\/\/\S+\/console\/\S+/)?.[0];
      return link;
    })
    .toBeTruthy();
  return link ?? '';
}

/** Invites a show caller, who gets the link from the owner, and a moderator, who gets it by e-mail. */
export async function inviteCrew(night: Night, owner: Page): Promise<Crew> {
  const { language, open } = night;
  const words = WORDS[language];
  const link = await invite(owner, night, { ...PEOPLE.caller, role: 'show_caller' });
  const caller = await open();
  await createStaffAccount(caller, { link, language });
  await expect(caller.getByText(words.tonight)).toBeVisible();

  const { email } = PEOPLE.moderator;
  await invite(owner, night, { ...PEOPLE.moderator, role: 'moderator' });
  const moderator = await open();
  await addAuthenticator(moderator);
  const mailed = await readMailedLink(night, email);
  await createStaffAccount(moderator, { link: mailed, language, factor: 'passkey' });
  await expect(moderator.getByRole('banner')).toBeVisible();
  await expect(owner.getByText(email)).toBeVisible();
  return { owner, caller, moderator };
}
