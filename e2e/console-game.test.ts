import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Show } from '@sangwian/contract/endpoints/operator/show';
import { findBarriers } from './support/accessibility.ts';
import { callApi, type Fan } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { openConsole } from './support/staff.ts';
import type { RunFile } from './support/start-stack.ts';
import { openBrowser } from './support/visit.ts';

/** Confirms a prediction sheet in which one corner wins every bout of the card. */
async function predict(fan: Fan, { live, bouts }: Show, winner: 'red' | 'blue'): Promise<void> {
  if (live === null) throw new Error('the live is missing');
  const picks = bouts.map(({ match_id, red, blue }) => ({
    ...{ match_id, winner, method: null, round: null },
    red_fighter_id: red.fighter_id,
    blue_fighter_id: blue.fighter_id,
  }));
  const params = { program_id: live.program_id };
  await fan.call('PUT /predict/{program_id}', { params, body: { picks } });
}

interface People {
  /** Fans who predict the card. */
  readonly fans: readonly Fan[];
  /** The page of the second person, who confirms results. */
  readonly second: Page;
  /** The page of a fan in Thai. It stays open for the whole journey. */
  readonly viewer: Page;
}

/**
 * As the local owner, starts a coming live early and runs its first bout, for which two fans have predicted: red wins
 * by decision, and the second person confirms the result. The viewer's page updates without a reload.
 *
 * @returns the card's title
 */
async function runFirstBout(run: RunFile, { fans, second, viewer }: People): Promise<string> {
  const call = async <Data>(path: string, body?: object): Promise<Data> => {
    const answer = await fetch(`${run.api}/operator/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${run.operator_token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(answer.status, await answer.clone().text()).toBe(200);
    return (await answer.json()).data;
  };
  const { data: lives } = await callApi(run, null, 'GET /live', {
    query: { status: 'not_started' },
  });
  const live = lives.find(({ access }) => access === 'free');
  if (live === undefined) throw new Error('no live is coming');
  const { program_live_id: id, title } = live;
  const show = () => call<Show>(`show?program_live_id=${id}`);
  for (const [index, fan] of fans.entries()) {
    await predict(fan, await show(), index === 0 ? 'red' : 'blue');
  }
  const version = async () => (await show()).live?.version;
  const onLive = async (act: string) =>
    call(`show/lives/${id}/${act}`, { act_id: randomUUID(), version: await version() });
  await viewer.goto(`/live/${id}`);
  const countdown = viewer.getByRole('timer');
  await expect(countdown).toBeVisible();
  await onLive('start');
  await expect(countdown).toBeHidden();
  const bout = (await show()).bouts[0]?.match_live_id;
  const onBout = async (act: string, body: object) => {
    const { version: seen } = (await show()).bouts[0] ?? {};
    await call(`show/bouts/${bout}/${act}`, { act_id: randomUUID(), version: seen, ...body });
  };
  await onBout('direct', { action: 'start' });
  await onBout('direct', { action: 'end' });
  await onBout('result', { winner: 'red', method: 'decision' });
  await onLive('end');
  await expect(viewer.getByText('การถ่ายทอดสดจบแล้ว')).toBeVisible();
  const headers = { 'x-app-key': run.app_key, origin: run.url };
  const me = await second.request.get(`${run.api}/operator/me`, { headers });
  const confirmed = await second.request.post(`${run.api}/operator/show/bouts/${bout}/confirm`, {
    headers: { ...headers, 'x-csrf-token': (await me.json()).data.csrf_token },
    data: { act_id: randomUUID(), version: (await show()).bouts[0]?.version },
  });
  expect(confirmed.ok(), await confirmed.text()).toBe(true);
  return title.en;
}

test('a show caller asks for a correction that a cashier approves, and makes the scores final', async ({
  browser,
  run,
  enter,
  complaints,
}) => {
  const cashier = await openConsole(browser, run, 'cashier', {
    language: 'TH',
    screen: 'a phone',
  });
  const fan = await enter(3);
  const fans = [fan, await enter(4)];
  const viewer = await openBrowser(browser, run, { language: 'TH', fan }, 'a phone');
  const title = await runFirstBout(run, { fans, second: cashier, viewer });
  const caller = await openConsole(browser, run, 'show_caller', { language: 'EN', path: 'game' });
  for (const page of [caller, cashier]) await complaints.watch(page);

  await cashier.goto('/console/tonight');

  // The start of the first bout closes the predictions. The page shows picks and leaders.
  const row = caller.getByRole('row').filter({ hasText: title });
  await expect(row.getByText('Sheets closed')).toBeVisible();
  expect(await findBarriers(caller)).toEqual([]);
  await row.getByRole('link').click();
  await expect(caller.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const leaders = caller.getByRole('region', { name: 'Leaders' });
  await expect(leaders.getByRole('listitem').first()).toContainText('3 pts');
  expect(await findBarriers(caller)).toEqual([]);

  // The dialog shows the effect of another result of bout 1 before the operator requests the correction.
  await caller.getByRole('button', { name: 'Correct the result of bout 1' }).click();
  const dialog = caller.getByRole('dialog');
  await dialog.getByLabel('Winner').selectOption({ label: 'Draw' });
  await expect(dialog.getByText('sheets gain / lose points')).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'Leaders afterwards' })).toBeVisible();
  expect(await findBarriers(caller)).toEqual([]);
  await dialog.getByLabel('Reason').fill('The judges counted again');
  await dialog.getByRole('button', { name: 'Ask a second person' }).click();
  await expect(dialog).toBeHidden();
  const own = caller.getByRole('region', { name: 'Correction of bout 1' });
  await expect(own.getByText('Waits for a second person')).toBeVisible();
  await expect(own.getByRole('button', { name: 'Approve…', exact: true })).toHaveCount(0);

  // The second person sees the request at once with the same numbers. After the approval both pages show the new
  // result.
  const request = cashier.getByRole('region', { name: 'ขอแก้ผลคู่ที่ 1' });
  await expect(request.getByText('The judges counted again')).toBeVisible();
  await request.getByRole('button', { name: 'อนุมัติ…', exact: true }).click();
  const approval = cashier.getByRole('dialog');
  await expect(approval.getByRole('listitem')).toHaveCount(3);
  expect(await findBarriers(cashier)).toEqual([]);
  const approve = approval.getByRole('button', { name: 'แก้ไขผลคู่ที่ 1' });
  await expect(approve).toBeDisabled();
  await approval.getByRole('textbox').fill('เสมอ');
  await approve.click();
  await expect(request).toBeHidden();
  await expect(own).toBeHidden();
  const first = caller.getByRole('region', { name: 'Bouts' }).getByRole('listitem').first();
  await expect(first.getByText('Draw', { exact: true })).toBeVisible();

  // The scores are made final early, after the dialog has shown the numbers and the operator has typed the title.
  await caller.getByRole('button', { name: 'Make final now…' }).click();
  await expect(dialog.getByText(/bouts have no result and do not count/)).toBeVisible();
  const final = dialog.getByRole('button', { name: 'Make final', exact: true });
  await dialog.getByLabel('Reason').fill('The last bouts are off');
  await expect(final).toBeDisabled();
  await dialog.getByLabel(/^Type/).fill(title);
  // The number of bouts without a result has changed in the meantime: the API refuses, and the typed text stays.
  await caller.route(
    '**/finalise',
    async (route) => {
      const body = { ...route.request().postDataJSON(), undecided: 9 };
      await route.continue({ postData: JSON.stringify(body) });
    },
    { times: 1 },
  );
  await final.click();
  await expect(dialog.getByRole('alert')).toContainText('a result was recorded or withdrawn');
  await expect(dialog.getByLabel('Reason')).toHaveValue('The last bouts are off');
  await final.click();
  await expect(dialog).toBeHidden();
  await expect(caller.getByText('Made final by')).toBeVisible();
  await expect(
    caller.getByRole('region', { name: 'Scores' }).getByText('Final', { exact: true }),
  ).toBeVisible();
  for (const page of [caller, cashier]) await page.context().close();
});
