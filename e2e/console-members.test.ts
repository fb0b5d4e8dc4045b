import type { Page } from '@playwright/test';
import { findBarriers } from './support/accessibility.ts';
import { field, press } from './support/entrance.ts';
import { ENTRANCE_WORDS } from './support/entrance-words.ts';
import { callApi, type Fan, joinLive } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { openConsole } from './support/staff.ts';
import type { RunFile } from './support/start-stack.ts';
import { prepare } from './support/visit.ts';

/** No other journey of the project uses this fan. */
const FAN = 7;
const ABOVE_THE_LIMIT = '1500';

/** Runs an act on a member's page with its key, a choice and a reason. */
async function act(page: Page, key: string, reason: string, choice?: string): Promise<void> {
  await page.keyboard.press(key);
  const dialog = page.getByRole('dialog');
  if (choice !== undefined) await dialog.getByRole('combobox').selectOption({ label: choice });
  await dialog.getByRole('textbox').last().fill(reason);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Opens the page of a member and resolves once its keys work. */
async function openMember(page: Page, { memberId }: Fan): Promise<void> {
  await page.goto(`/console/members/${memberId}`);
  await expect(page.getByRole('region', { name: 'Actions' })).toBeVisible();
}

/** Signs the fan in with the form of the sign-in page. */
async function signIn(page: Page, run: RunFile): Promise<void> {
  const { phone = '', password = '' } = run.accounts.fans[FAN] ?? {};
  const { phone: phoneField, password: passwordField, logIn } = ENTRANCE_WORDS.EN;
  await field(page, phoneField).fill(phone);
  await field(page, passwordField).fill(password);
  await press(page, logIn);
}

test('a suspended member appeals, the owner lifts the suspension, bans and lifts again', async ({
  page,
  run,
  context,
  browser,
  complaints,
  enter,
}) => {
  // Three staff members sign in, and the fan signs in twice.
  test.setTimeout(300_000);
  const fan = await enter(FAN);
  const { phone = '' } = run.accounts.fans[FAN] ?? {};
  await joinLive(fan);
  await prepare(context, run, { language: 'EN', fan });
  const listening = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).startsWith('40/kick,')) resolve();
      }),
    );
  });
  await page.goto('/');
  await listening;

  // The moderator finds the member by phone number. The number is masked, and the page shows that the member watches.
  const moderator = await openConsole(browser, run, 'moderator', {
    language: 'TH',
    screen: 'a phone',
  });
  await complaints.watch(moderator);
  await moderator.goto(`/console/members?q=${phone}`);
  const row = moderator.getByRole('row').filter({ hasText: `••• ${phone.slice(-4)}` });
  await expect(row).toHaveCount(1);
  expect(await findBarriers(moderator)).toEqual([]);
  await row.getByRole('button').click();
  await expect(moderator.getByText(/^กำลังดู/)).toBeVisible();
  await expect(moderator.getByRole('button', { name: /^แบน/ })).toHaveCount(0);
  expect(await findBarriers(moderator)).toEqual([]);
  await moderator.keyboard.press('s');
  expect(await findBarriers(moderator)).toEqual([]);
  await moderator.keyboard.press('Escape');
  await expect(moderator.getByRole('dialog')).toHaveCount(0);
  await act(moderator, 's', 'สแปมในแชท');
  await expect(page).toHaveURL(`${run.url}/sign-in?status=suspend`);
  await expect(
    page.getByRole('main').getByRole('alert').filter({ hasText: 'has been suspended' }),
  ).toBeVisible();
  await expect(moderator.getByText('ถูกระงับ').first()).toBeVisible();

  // The member proves ownership of the account by signing in, and appeals.
  await expect(page.getByRole('main')).toContainText('To appeal, or to read the answer');
  await signIn(page, run);
  await page.getByRole('main').getByRole('button', { name: 'Appeal', exact: true }).click();
  const appeal = page.getByRole('dialog');
  await appeal.getByLabel('Your words').fill('ไม่ใช่ผม น้องยืมโทรศัพท์');
  expect(await findBarriers(page)).toEqual([]);
  await appeal.getByRole('button', { name: 'Send the appeal' }).click();
  await appeal.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('main')).toContainText('Your appeal is being reviewed.');
  // The moderator imposed the suspension, so a different person decides the appeal.
  await expect(moderator.getByText('คุณเป็นผู้ลงโทษ จึงต้องให้อีกคนตัดสิน')).toBeVisible();
  await moderator.context().close();

  // The owner finds the appeal in the queue and lifts the suspension. The member can read the decision.
  const owner = await openConsole(browser, run, 'owner', { language: 'EN' });
  await complaints.watch(owner);
  await owner.goto('/console/members/appeals');
  await expect(owner.getByText('ไม่ใช่ผม น้องยืมโทรศัพท์')).toBeVisible();
  expect(await findBarriers(owner)).toEqual([]);
  await owner.getByRole('button', { name: 'Lift…' }).click();
  await owner.getByRole('dialog').getByLabel('Reason').fill('The wrong person');
  await owner.keyboard.press('Control+Enter');
  await expect(owner.getByText('No appeals')).toBeVisible();
  await signIn(page, run);
  await expect(page).not.toHaveURL(/sign-in/);
  await page.goto('/profile');
  await expect(page.getByText('Lifted after your appeal: The wrong person').first()).toBeVisible();
  await openMember(owner, fan);
  await expect(owner.getByRole('region', { name: 'Timeline' })).toContainText('สแปมในแชท');
  expect(await findBarriers(owner)).toEqual([]);
  await expect(owner.getByText('Active', { exact: true })).toBeVisible();
  await act(owner, 'r', 'Helps on Saturdays', 'Moderator');
  await expect(owner.getByText('Moderator', { exact: true })).toBeVisible();
  await act(owner, 'r', 'Has moved away', 'No role');
  await act(owner, 'p', 'The mother’s identity card');
  await expect(owner.getByRole('region', { name: 'Consents' })).toContainText('identity card');
  await act(owner, 's', 'Shares the account', 'Until it is lifted');
  await expect(owner.getByText('Suspended', { exact: true }).first()).toBeVisible();
  await act(owner, 'b', 'A bot after all');
  await expect(owner.getByText('Banned', { exact: true }).first()).toBeVisible();
  await expect(
    callApi(run, null, 'POST /auth/member/login-v2', { body: run.accounts.fans[FAN] as never }),
  ).rejects.toThrow(/member_banned.*A bot after all/);
  await act(owner, 'l', 'The journey is over');
  await expect(owner.getByText('Active', { exact: true })).toBeVisible();
  await owner.context().close();
});

test('a cashier asks for coins above the limit, and the owner confirms them', async ({
  run,
  browser,
  complaints,
  enter,
}) => {
  const fan = await enter(FAN);
  const readBalance = async () => {
    const wallet = { query: { member_id: fan.memberId as never } };
    return (await fan.call('GET /auth/member/wallet', wallet)).data.balance;
  };
  const before = await readBalance();
  const cashier = await openConsole(browser, run, 'cashier', { language: 'EN' });
  await complaints.watch(cashier);
  await openMember(cashier, fan);
  await expect(cashier.getByRole('button', { name: /^Suspend/ })).toHaveCount(0);
  await cashier.keyboard.press('c');
  const dialog = cashier.getByRole('dialog');
  await dialog.getByLabel('Coins', { exact: true }).fill(ABOVE_THE_LIMIT);
  await expect(dialog).toContainText('a second person has to confirm this');
  await dialog.getByLabel('Reason').fill('The stream failed for an hour');
  expect(await findBarriers(cashier)).toEqual([]);
  await dialog.getByRole('button', { name: 'Ask a second person' }).click();
  await expect(cashier.getByText('+1,500 coins wait for a second person')).toBeVisible();
  expect(await readBalance()).toBe(before);
  // The author of the adjustment may withdraw it but not confirm it.
  await cashier.getByRole('link', { name: 'Members' }).first().click();
  await cashier.getByRole('link', { name: 'Coin adjustments' }).click();
  await expect(cashier.getByRole('button', { name: 'Withdraw…' }).first()).toBeVisible();
  await expect(cashier.getByRole('button', { name: 'Confirm…' })).toHaveCount(0);

  const owner = await openConsole(browser, run, 'owner', { language: 'EN' });
  await complaints.watch(owner);
  // Both staff members are at the console. Each sees the other in the bar and sees that both edit the same member.
  await openMember(cashier, fan);
  await cashier.keyboard.press('c');
  await openMember(owner, fan);
  await expect(owner.getByRole('list', { name: 'At the console now' })).toContainText('Cashier');
  await owner.keyboard.press('c');
  await expect(owner.getByRole('dialog')).toContainText('Also editing this:');
  await expect(cashier.getByRole('dialog')).toContainText('Also editing this:');
  await cashier.keyboard.press('Escape');
  await expect(owner.getByRole('dialog')).not.toContainText('Also editing this:');
  await owner.keyboard.press('Escape');
  await cashier.goto('/console/members/adjustments');
  await owner.goto('/console/members/adjustments');
  await owner.getByRole('button', { name: 'Confirm…' }).click();
  await expect(owner.getByRole('dialog')).toContainText('The stream failed for an hour');
  expect(await findBarriers(owner)).toEqual([]);
  await owner.keyboard.press('Control+Enter');
  await expect(owner.getByText('No adjustment waits')).toBeVisible();
  // The cashier's list and the fan's balance update.
  await expect(cashier.getByText('No adjustment waits')).toBeVisible();
  expect(await readBalance()).toBe(before + Number(ABOVE_THE_LIMIT));
  await Promise.all([cashier, owner].map((page) => page.context().close()));
});
