import { findBarriers } from './support/accessibility.ts';
import { findLiveOn } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { operateOn } from './support/operator.ts';
import { prepare, SCREENS } from './support/visit.ts';

test.use(SCREENS['a phone']);

test('a fan scores a round with one tap, and the crowd’s card appears after the bell', async ({
  page,
  context,
  run,
  enter,
}) => {
  const live = await findLiveOn(run);
  const bout = live.matches.find(({ status }) => status === 'in_progress');
  if (bout === undefined) throw new Error('no bout is on');
  const { match_live_id: id, red } = bout;
  const round = 2;
  const direct = (...act: string[]) => operateOn('show', ...act, '--reason', 'a journey');
  await direct('round', id, String(round));
  for (const index of [1, 2, 3, 4]) {
    const other = await enter(index);
    await other.call('PUT /scorecard/{match_live_id}/{round}', {
      params: { match_live_id: id, round },
      body: { red: 10, blue: index === 4 ? 10 : 9 },
    });
  }
  await prepare(context, run, { language: 'TH', fan: await enter(5) });
  await page.goto(`/live/${live.program_live_id}`);
  await page.getByRole('tab', { name: 'ให้คะแนนยก' }).click();
  const row = page.getByRole('listitem').filter({ hasText: `ยก ${round}` });
  await row.getByRole('button', { name: `${red.name.th} ชนะยกนี้ 10–9` }).click();
  await expect(row.getByText('ให้แล้ว · ยังแก้ได้')).toBeVisible();
  await expect(row.getByText(/แฟนมวย/)).toBeHidden();
  await direct('rest', id);
  await expect(row.getByText(/แฟนมวย .* · 5 ใบ/)).toBeVisible({ timeout: 30_000 });
  await expect(row.getByText('แดง 80%')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.screenshot({ path: test.info().outputPath('scorecard.png') });
  await direct('round', id, String(round + 1));
  await expect(row.getByText('ปิดแล้ว')).toBeVisible();
});
