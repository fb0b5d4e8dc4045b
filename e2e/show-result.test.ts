import { callApi, findLiveOn } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { operateOn } from './support/operator.ts';
import { prepare, SCREENS } from './support/visit.ts';

test.use(SCREENS['a desktop']);

const show = (by: string, ...args: string[]): Promise<unknown> =>
  operateOn('show', ...args, '--reason', 'a journey', '--by', by);

test('after the result the loser’s fans have their coins back, and are told', async ({
  page,
  context,
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

  await show('somsri', 'result', bout, 'red', 'decision');
  await show('somchai', 'confirm', bout);
  await expect(page.getByText(/^5 coins came back to you: /)).toBeVisible();
  expect(await balance()).toBe(before);
  const shown = before.toLocaleString('en-US');
  await expect(
    page.getByRole('banner').getByRole('link', { name: `Wallet: ${shown} coins` }),
  ).toBeVisible();
  // Nothing can be sent to a bout that is over.
  await expect(page.getByRole('button', { name: 'Cheer blue' })).toBeHidden();

  const { data } = await callApi(run, null, 'GET /live/{program_live_id}', {
    params: { program_live_id: live.program_live_id },
  });
  const next = data.matches.find(({ status }) => status === 'not_started');
  if (next !== undefined) await show('somsri', 'start', next.match_live_id);
});
