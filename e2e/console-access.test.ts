import type { StaffRole } from '@sangwian/contract/permissions';
import { findBarriers } from './support/accessibility.ts';
import { callApi } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { openConsole, staffAccount } from './support/staff.ts';
import type { RunFile } from './support/start-stack.ts';
import { LONG } from './support/visit.ts';
import { consoleWords, refusal } from './support/words.ts';

const WORDS = consoleWords({
  newEvent: 'New event',
  titleTh: 'Title in Thai',
  titleEn: 'Title in English',
  promotion: 'Promotion',
  stadium: 'Stadium',
  begins: 'Begins (Bangkok time)',
  create: 'Create the event',
  programme: 'Programme',
  refused: refusal('staff_permission_missing'),
  makeToken: 'Make a token…',
  name: 'Name',
  make: 'Make the token',
  token: 'Access token',
  done: 'Done',
  readsAudit: 'Read your own acts in the audit',
  revokeToken: 'Revoke the token',
  from: 'From',
  to: 'To',
  empty: 'Nothing matches',
});

/** Changes the role of a sample account through the owner's endpoint. The account is the one of the role `of`. */
async function changeRole(run: RunFile, of: StaffRole, role: StaffRole): Promise<void> {
  const { email } = staffAccount(run, of);
  const token = run.operator_token;
  const { data } = await callApi(run, token, 'GET /operator/staff', {});
  const account = data.find((one) => one.email === email);
  if (account === undefined) throw new Error(`no account has the address ${email}`);
  const { staff_id, version } = account;
  await callApi(run, token, 'PUT /operator/staff/{staff_id}', {
    params: { staff_id },
    body: { version, role, reason: 'a journey' },
  });
}

test('a role that changes while its owner works changes the menus and loses no form', async ({
  run,
  browser,
  complaints,
}) => {
  const words = WORDS.TH;
  const editor = await openConsole(browser, run, 'editor', {
    language: 'TH',
    path: 'programme/events',
  });
  await complaints.watch(editor);
  try {
    await editor.getByRole('button', { name: words.newEvent }).click();
    const dialog = editor.getByRole('dialog');
    await dialog.getByLabel(words.titleTh).fill('ศึกกลางสัปดาห์');
    await dialog.getByLabel(words.titleEn).fill('Midweek');
    await dialog.getByLabel(words.promotion).selectOption({ index: 1 });
    await dialog.getByLabel(words.stadium).selectOption({ index: 1 });
    const menu = editor
      .locator('nav')
      .getByRole('link', { name: words.programme, includeHidden: true });
    await expect(menu).toHaveCount(1);

    await changeRole(run, 'editor', 'viewer');
    await expect(menu).toHaveCount(0);
    await expect(dialog.getByLabel(words.titleTh)).toHaveValue('ศึกกลางสัปดาห์');
    await dialog.getByLabel(words.begins).fill('2027-01-09T18:00');
    await dialog.getByRole('button', { name: words.create }).click();
    await expect(dialog.getByText(words.refused)).toBeVisible();
    await expect(dialog.getByLabel(words.titleEn)).toHaveValue('Midweek');
    expect(await findBarriers(editor)).toEqual([]);
  } finally {
    await changeRole(run, 'editor', 'editor');
  }
  await editor.context().close();
});

test(
  'a token works for its permissions until it is revoked; the audit finds it by its day',
  LONG,
  async ({ run, browser, complaints }) => {
    const words = WORDS.EN;
    const page = await openConsole(browser, run, 'cashier', { language: 'EN', path: 'account' });
    await complaints.watch(page);
    await page.getByRole('button', { name: words.makeToken }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(words.name, { exact: true }).fill('Slips of the night');
    await dialog.getByRole('checkbox', { name: words.readsAudit }).check();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: words.make }).click();
    const token = await dialog.getByLabel(words.token).inputValue();
    await dialog.getByRole('button', { name: words.done }).click();

    const statusOf = async (path: string): Promise<number> => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${run.api}/operator/${path}`, { headers })).status;
    };
    expect(await statusOf('audit')).toBe(200);
    expect(await statusOf('order')).toBe(403);
    const row = page.getByRole('listitem').filter({ hasText: 'Slips of the night' });
    await row.getByRole('button').click();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: words.revokeToken }).click();
    await expect(row).toHaveCount(0);
    expect(await statusOf('audit')).toBe(401);

    await page.goto('/console/staff/audit');
    const made = page.getByRole('button', { name: 'POST /token', exact: true });
    await expect(made.first()).toBeVisible();
    await page.getByLabel(words.to, { exact: true }).fill('2026-01-01');
    await expect(page.getByText(words.empty)).toBeVisible();
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Bangkok' }).format();
    await page.getByLabel(words.to, { exact: true }).fill(today);
    await page.getByLabel(words.from, { exact: true }).fill(today);
    await expect(made.first()).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    await page.context().close();
  },
);
