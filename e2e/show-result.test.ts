import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { forgetUsedCode } from './support/database.ts';
import { callApi, findLiveOn } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { operateAs, operateOn } from './support/operator.ts';
import { untilPictureMoves } from './support/picture.ts';
import { ask, connectEventSocket } from './support/socket.ts';
import { staffAccount } from './support/staff.ts';
import { makeStaffToken } from './support/staff-token.ts';
import { openBrowser, prepare, SCREENS } from './support/visit.ts';

test.use(SCREENS['a desktop']);

const show = (...args: string[]): Promise<unknown> =>
  operateOn('show', ...args, '--reason', 'a journey');

const linesOf = (page: Page) => page.getByRole('log', { name: 'Chat messages' });

/** Rewinds to the beginning of the rewind window and pauses. */
async function rewind(page: Page): Promise<void> {
  await untilPictureMoves(page);
  const slider = page.getByRole('slider', { name: 'Rewind' });
  await expect(slider).toBeAttached({ timeout: 30_000 });
  await slider.fill(await slider.evaluate((range: HTMLInputElement) => range.min));
  await untilPictureMoves(page);
  await page.keyboard.press('k');
}

test('after the result the loser’s fans get their coins back and are notified once their video shows it', async ({
  page,
  context,
  browser,
  run,
  enter,
}) => {
  // Time limit: two rulings with their delays in two browsers take half a minute on a fast machine and two minutes on a
  // busy one.
  test.setTimeout(240_000);
  const fan = await enter(6);
  const live = await findLiveOn(run);
  const bout = live.current_match_live_id;
  if (bout === null) throw new Error('no bout is on');
  const balance = async () =>
    (await fan.call('GET /auth/member/wallet', { query: { member_id: fan.memberId } })).data
      .balance;
  const before = await balance();
  await prepare(context, run, { language: 'EN', fan });
  await page.goto(`/live/${live.program_live_id}`);
  await page.getByRole('button', { name: 'Cheer blue' }).click();
  await page.getByRole('button', { name: /^Water flask/ }).click();
  await page.getByRole('button', { name: /^Cheer for/ }).click();
  await expect.poll(balance).toBe(before - 5);
  const [gift] = (await fan.call('GET /gift', {})).data;
  if (gift === undefined) throw new Error('there are no gifts');
  await fan.call('POST /gift/send', {
    body: {
      match_live_id: bout,
      corner: 'red',
      gift_id: gift.gift_id,
      quantity: 3,
      expected_coins: 3 * gift.coins,
    },
    idempotencyKey: randomUUID(),
  });
  const kept = 3 * gift.coins;

  const late = await enter(5);
  const behind = await openBrowser(browser, run, { language: 'EN', fan: late });
  await behind.goto(`/live/${live.program_live_id}`);
  await behind.getByRole('button', { name: 'Cheer blue' }).click();
  await behind.getByRole('button', { name: /^Water flask/ }).click();
  await behind.getByRole('button', { name: /^Cheer for/ }).click();
  const strip = behind.getByRole('region', { name: 'The bout' });
  const notice = behind.getByText(/^5 coins refunded: /);
  await rewind(behind);
  const bar = behind.getByRole('region', { name: 'Cheering' }).getByRole('img').last();
  const barBehind = await bar.getAttribute('aria-label');

  const pill = behind.getByRole('banner').getByRole('link', { name: /^Wallet: / });
  const pillBehind = (await pill.getAttribute('aria-label')) ?? '';

  // A wrong result is withdrawn: the bout resumes in its round and accepts gifts.
  const ring = page.getByRole('region', { name: 'The bout' });
  const send = page.getByRole('button', { name: 'Cheer for 5 coins' });
  const over = page.getByText('This bout has ended. No more gifts can be sent to it.');
  await show('result', bout, 'blue', 'decision');
  await expect(ring.getByText('Result', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cheer blue' })).toBeHidden();
  await expect(over).toBeVisible();
  await expect(send).toBeHidden();
  await show('withdraw', bout);
  await expect(ring.getByText('Result withdrawn')).toBeVisible();
  await expect(ring.getByText(/^Round \d \/ 5$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cheer blue' })).toBeVisible();
  // The sheet stayed open and kept its choice.
  await expect(send).toBeVisible();
  await expect(over).toBeHidden();
  await page.screenshot({ path: test.info().outputPath('withdrawn.png') });

  await show('result', bout, 'red', 'decision');
  await expect(show('confirm', bout)).rejects.toThrow('another person has to confirm it');
  await forgetUsedCode(staffAccount(run, 'cashier').email);
  const cashier = await makeStaffToken(run, 'cashier', ['see_show', 'confirm_result']);
  await operateAs(cashier, 'show', 'confirm', bout, '--reason', 'seen too');
  await expect(page.getByText(/^5 coins refunded: /)).toBeVisible();
  expect(await balance()).toBe(before - kept);
  // The result panel names the winner and shows what the result means for this fan.
  const moment = page.getByRole('region', { name: 'Result', exact: true });
  await expect(moment.getByRole('heading', { name: / wins$/ })).toBeVisible();
  await expect(moment.getByText('Your corner won!')).toBeVisible();
  await expect(moment.getByText(/You cheered 3 coins · rank \d+ · 5 coins are back/)).toBeVisible();
  const shown = (before - kept).toLocaleString('en-US');
  await expect(
    page.getByRole('banner').getByRole('link', { name: `Wallet: ${shown} coins` }),
  ).toBeVisible();

  const text = `What a finish ${randomUUID().slice(0, 8)}`;
  const sender = await connectEventSocket(run, fan.accessToken);
  const line = { program_live_id: live.program_live_id, chat_message_id: randomUUID(), text };
  expect(await ask(sender, 'chat:send', line)).toMatchObject({ ok: true });
  sender.close();
  await expect(linesOf(page).getByText(text)).toBeVisible();

  // A viewer with a delayed video sees neither the end nor the result until the video has reached it.
  await expect(behind.getByText('Chat synced with your picture')).toBeVisible();
  await expect(linesOf(behind).getByText(text)).toBeHidden();
  await expect(strip.getByText('Result')).toBeHidden();
  await expect(notice).toBeHidden();
  await expect(behind.getByRole('region', { name: 'Result', exact: true })).toBeHidden();
  await expect(bar).toHaveAttribute('aria-label', barBehind ?? '');
  // The page refuses cheering because the bout is over, without naming the winner.
  await behind.getByRole('button', { name: 'Cheer blue' }).click();
  await behind.getByRole('button', { name: /^Cheer for/ }).click();
  await expect(behind.getByText('Selected match has ended.')).toBeVisible();
  await expect(strip.getByText('Result')).toBeHidden();
  await expect(pill).toHaveAttribute('aria-label', pillBehind);
  await behind.getByRole('button', { name: 'Go to live', exact: true }).click();
  await expect(strip.getByText('Result')).toBeVisible();
  await expect(linesOf(behind).getByText(text)).toBeVisible();
  await expect(notice).toBeVisible();
  await expect(behind.getByText(/ lost$/)).toBeVisible();
  await expect(pill).not.toHaveAttribute('aria-label', pillBehind);
  await behind.context().close();

  // The confirmed result was wrong. The coins given to the other corner also come back, with the reason.
  const preview = await operateOn('show', 'correct', bout, 'blue', 'decision', '--reason', 'look');
  // Other journeys may also have cheered red in this bout.
  const { corners, coins } = preview as { corners: string[]; coins: number };
  expect(corners).toEqual(['red']);
  expect(coins).toBeGreaterThanOrEqual(kept);
  await show('correct', bout, 'blue', 'decision', '--coins', String(coins));
  await expect(page.getByText(/^Result corrected\. 3 coins refunded: /)).toBeVisible();
  await expect(ring.getByText('Result corrected')).toBeVisible();
  expect(await balance()).toBe(before);
  await page.screenshot({ path: test.info().outputPath('corrected.png') });

  // An ended bout accepts no gifts.
  await expect(page.getByRole('button', { name: 'Cheer blue' })).toBeHidden();
  await expect(send).toBeHidden();

  const { data } = await callApi(run, null, 'GET /live/{program_live_id}', {
    params: { program_live_id: live.program_live_id },
    query: {},
  });
  const next = data.matches.find(({ status }) => status === 'not_started');
  if (next !== undefined) await show('start', next.match_live_id);
});
