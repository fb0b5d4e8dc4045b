import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { findBarriers } from './support/accessibility.ts';
import { type Fan, findLiveOn } from './support/fan.ts';
import { holdKey } from './support/hold-key.ts';
import { expect, test } from './support/journey.ts';
import { bringBoutIntoRing, switchGiftsTwice } from './support/ring.ts';
import { openConsole } from './support/staff.ts';

const cheer = async (fan: Fan, bout: string, corner: 'red' | 'blue', quantity: number) => {
  const [gift] = (await fan.call('GET /gift', {})).data;
  if (gift === undefined) throw new Error('there are no gifts');
  await fan.call('POST /gift/send', {
    body: {
      ...{ match_live_id: bout as never, corner, gift_id: gift.gift_id, quantity },
      expected_coins: quantity * gift.coins,
    },
    idempotencyKey: randomUUID(),
  });
  return quantity * gift.coins;
};

test('a show caller runs a bout by keyboard, a cashier confirms over a lost network, and coins return', async ({
  browser,
  run,
  enter,
  complaints,
}) => {
  test.setTimeout(300_000);
  const fan = await enter(0);
  const first = await bringBoutIntoRing(run);
  const second = first + 1;
  const balance = async () =>
    (await fan.call('GET /auth/member/wallet', { query: { member_id: fan.memberId } })).data
      .balance;
  const caller = await openConsole(browser, run, 'show_caller', {
    language: 'EN',
    path: 'tonight',
  });
  const cashier = await openConsole(browser, run, 'cashier', { language: 'TH', path: 'tonight' });
  for (const page of [caller, cashier]) await complaints.watch(page);
  // The route exists from the start, because the first request after adding a route may bypass it.
  let beforeAct: (() => Promise<void>) | null = null;
  let beforeRead: (() => Promise<void>) | null = null;
  await caller.route('**/direct', async (route) => {
    const first = beforeAct;
    beforeAct = null;
    await first?.();
    await route.continue();
  });
  await caller.route(/\/operator\/show(\?|$)/, async (route) => {
    await beforeRead?.();
    await route.continue();
  });
  let lost = 0;
  await cashier.route('**/confirm', async (route) => {
    if (lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort();
  });
  complaints.forgive(/ERR_FAILED/);
  const panel = caller.locator('[aria-labelledby="tonight-bout"]');
  const strip = (page: Page, order: number) =>
    page.getByRole('region', { name: new RegExp(`(Result of bout|ผลคู่ที่) ?${order}$`) });

  const button = (name: string | RegExp) => panel.getByRole('button', { name });

  // The bout in the ring ends with a wrong result, which is withdrawn and recorded again.
  await expect(panel.getByText('Round 3 of 5')).toBeVisible();
  expect(await findBarriers(caller)).toEqual([]);
  await holdKey(caller, 'e', () => expect(panel.getByText('Awaiting the result')).toBeVisible());
  await expect(button('Draw')).toBeEnabled();
  await caller.keyboard.press('2');
  await expect(button('Record Draw')).toBeEnabled();
  await caller.keyboard.press('Control+Enter');
  // The strip can appear before the response to the act.
  await expect(strip(caller, first).getByRole('button', { name: 'Withdraw…' })).toBeEnabled();
  await caller.keyboard.press('w');
  const dialog = caller.getByRole('dialog');
  await dialog.getByRole('textbox').fill('it was the wrong bout');
  await caller.keyboard.press('Control+Enter');
  await expect(strip(caller, first)).toBeHidden();
  await expect(caller.getByRole('region', { name: `Bout ${first} of 9` })).toBeVisible();
  await expect(button('Draw')).toBeEnabled();
  await caller.keyboard.press('1');
  await caller.keyboard.press('d');
  await expect(button(/^Record .+, Decision/)).toBeEnabled();
  await caller.keyboard.press('Control+Enter');
  await expect(strip(caller, first)).toBeVisible();
  // The recorder does not see the button that confirms. The second person sees it.
  await expect(strip(caller, first).getByRole('button', { name: 'Confirm…' })).toHaveCount(0);
  await expect(strip(cashier, first)).toBeVisible();

  // The next bout begins, and a fan cheers both corners.
  await expect(button('Start the bout')).toBeEnabled();
  const drawSwitch = caller.getByRole('switch', { name: 'A draw gives coins back' });
  await drawSwitch.click();
  await expect(drawSwitch).toBeChecked();
  await expect(button('Start the bout')).toBeEnabled();
  await caller.keyboard.press('n');
  await expect(button('End round 1')).toBeEnabled();
  const bout = (await findLiveOn(run)).current_match_live_id;
  if (bout === null) throw new Error('no bout is on');
  const before = await balance();
  const kept = await cheer(fan, bout, 'blue', 2);
  const returned = await cheer(fan, bout, 'red', 5);
  await expect(panel.getByRole('img', { name: /^Gifts held/ })).toBeVisible();

  // Another operator acts first. The API refuses the act, and the page shows what changed.
  beforeAct = () => switchGiftsTwice(run, bout);
  const cardRead = Promise.withResolvers<void>();
  beforeRead = () => cardRead.promise;
  await caller.keyboard.press('r');
  const notice = caller.getByRole('alert');
  await expect(notice).toContainText('Not done: another operator was faster.');
  await expect(notice).toContainText('switched the gifts');
  await expect(panel.getByText('Round 1 of 5')).toBeVisible();
  await notice.getByRole('button').click();
  // The next act needs the current version of the bout.
  await expect(button('End round 1')).toBeDisabled();
  cardRead.resolve();
  await expect(button('End round 1')).toBeEnabled();
  await caller.keyboard.press('r');
  await expect(panel.getByText('Rest after round 1')).toBeVisible();
  await expect(button('Start round 2')).toBeEnabled();
  await caller.keyboard.press('n');
  await expect(button('End round 2')).toBeEnabled();

  await holdKey(caller, 'e', () => expect(panel.getByText('Awaiting the result')).toBeVisible());
  await expect(button('Draw')).toBeEnabled();
  await caller.keyboard.press('3');
  await caller.keyboard.press('t');
  // The round in which the bout ended is preselected.
  await expect(button(/^Record .+, TKO, R2/)).toBeEnabled();
  await caller.keyboard.press('ArrowLeft');
  await expect(button(/^Record .+, TKO, R1/)).toBeEnabled();
  await caller.keyboard.press('Control+Enter');
  await expect(strip(cashier, second)).toBeVisible();

  // The second person confirms. The server commits the confirmation, but its response is lost.
  await expect(strip(cashier, second).getByRole('button', { name: 'ยืนยัน…' })).toBeEnabled();
  await cashier.keyboard.press('c');
  const settle = cashier.getByRole('dialog');
  await expect(settle.getByRole('listitem').first()).toContainText(String(returned));
  expect(await findBarriers(cashier)).toEqual([]);
  const field = settle.getByRole('textbox');
  const winner = /“(.+)”/.exec(await settle.locator('label').last().innerText())?.[1] ?? '';
  await field.fill(winner);
  await cashier.keyboard.press('Control+Enter');
  await expect(settle).toBeHidden({ timeout: 30_000 });
  expect(lost).toBe(1);
  await expect(strip(caller, second).getByText(/^Settled /)).toBeVisible();
  expect(await balance()).toBe(before - kept);

  // The announcement is published after a preview, and the next bout can begin.
  await caller.keyboard.press('b');
  await caller.keyboard.type('Main event next');
  await caller.keyboard.press('Enter');
  await expect(dialog.getByText('Announce over the picture?')).toBeVisible();
  await caller.keyboard.press('Control+Enter');
  await expect(caller.getByRole('status').getByText('Main event next')).toBeVisible();
  await expect(cashier.getByRole('status').getByText('Main event next')).toBeVisible();
  for (const page of [caller, cashier]) await page.context().close();
});
