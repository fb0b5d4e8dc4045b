import type { Page } from '@playwright/test';
import { callApi, findLiveOn } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { operateOn } from './support/operator.ts';
import { untilPictureMoves } from './support/picture.ts';
import { openBrowser, prepare, SCREENS } from './support/visit.ts';

test.use(SCREENS['a desktop']);

const show = (by: string, ...args: string[]): Promise<unknown> =>
  operateOn('show', ...args, '--reason', 'a journey', '--by', by);

/** Goes back as far as there is, and stays there. */
async function rewind(page: Page): Promise<void> {
  await untilPictureMoves(page);
  const slider = page.getByRole('slider', { name: 'Rewind' });
  await expect(slider).toBeAttached({ timeout: 30_000 });
  await slider.fill(await slider.evaluate((range: HTMLInputElement) => range.min));
  await untilPictureMoves(page);
  await page.keyboard.press('k');
}

test('after the result the loser’s fans have their coins back, and are told when they have seen it', async ({
  page,
  context,
  browser,
  run,
  enter,
}) => {
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

  const late = await enter(5);
  const behind = await openBrowser(browser, run, { language: 'EN', fan: late });
  await behind.goto(`/live/${live.program_live_id}`);
  await behind.getByRole('button', { name: 'Cheer blue' }).click();
  await behind.getByRole('button', { name: /^Water flask/ }).click();
  await behind.getByRole('button', { name: /^Cheer for/ }).click();
  const strip = behind.getByRole('region', { name: 'The bout' });
  const notice = behind.getByText(/^5 coins came back to you: /);
  await rewind(behind);
  const bar = behind.getByRole('region', { name: 'Cheering' }).getByRole('img').last();
  const barBehind = await bar.getAttribute('aria-label');

  const pill = behind.getByRole('banner').getByRole('link', { name: /^Wallet: / });
  const pillBehind = (await pill.getAttribute('aria-label')) ?? '';

  await show('somsri', 'result', bout, 'red', 'decision');
  await show('somchai', 'confirm', bout);
  await expect(page.getByText(/^5 coins came back to you: /)).toBeVisible();
  expect(await balance()).toBe(before);
  const shown = before.toLocaleString('en-US');
  await expect(
    page.getByRole('banner').getByRole('link', { name: `Wallet: ${shown} coins` }),
  ).toBeVisible();

  // Whose picture is earlier knows neither, until it is there.
  await expect(behind.getByText('In step with your picture')).toBeVisible();
  await expect(strip.getByText('Result')).toBeHidden();
  await expect(notice).toBeHidden();
  await expect(bar).toHaveAttribute('aria-label', barBehind ?? '');
  // Cheering goes to the hall as it is, where the bout is over; who won is not told.
  await behind.getByRole('button', { name: 'Cheer blue' }).click();
  await behind.getByRole('button', { name: /^Cheer for/ }).click();
  await expect(behind.getByText('Selected match has ended.')).toBeVisible();
  await expect(strip.getByText('Result')).toBeHidden();
  await expect(pill).toHaveAttribute('aria-label', pillBehind);
  await behind.getByRole('button', { name: 'Go to live', exact: true }).click();
  await expect(strip.getByText('Result')).toBeVisible();
  await expect(notice).toBeVisible();
  await expect(pill).not.toHaveAttribute('aria-label', pillBehind);
  await behind.context().close();

  // Nothing can be sent to a bout that is over.
  await expect(page.getByRole('button', { name: 'Cheer blue' })).toBeHidden();

  const { data } = await callApi(run, null, 'GET /live/{program_live_id}', {
    params: { program_live_id: live.program_live_id },
  });
  const next = data.matches.find(({ status }) => status === 'not_started');
  if (next !== undefined) await show('somsri', 'start', next.match_live_id);
});
