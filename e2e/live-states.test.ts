import type { LiveStatus } from '@sangwian/contract/endpoints/live';
import { callApi } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { shareByCopy, shareBySheet } from './support/sharing.ts';
import type { RunFile } from './support/start-stack.ts';
import { LONG, prepare, SCREENS } from './support/visit.ts';

const WORDS = {
  TH: {
    startsIn: 'การถ่ายทอดสดจะเริ่มใน',
    soon: 'กำลังจะเริ่ม',
    due: 'การถ่ายทอดสดกำลังจะเริ่ม',
    ended: 'การถ่ายทอดสดจบแล้ว',
    results: 'ดูผลการชก',
  },
  EN: {
    startsIn: 'The live starts in',
    soon: 'Starting soon',
    due: 'The live is about to start',
    ended: 'Live ended.',
    results: 'See the results',
  },
} as const;

/** Finds the first live with this status that has no replay and does not begin during the journey. */
async function findLive(run: RunFile, status: LiveStatus) {
  const { data } = await callApi(run, null, 'GET /live', { query: { status } });
  const { data: replays } = await callApi(run, null, 'GET /replay', { query: {} });
  const replayed = new Set(replays.map(({ program_live_id }) => program_live_id));
  const live = data.find(
    ({ program_live_id, starts_at }) =>
      !replayed.has(program_live_id) &&
      (status !== 'not_started' || Date.parse(starts_at) > Date.now() + 60_000),
  );
  if (live === undefined) throw new Error(`no live is ${status}`);
  return live;
}

for (const [screen, language] of [
  ['a phone', 'TH'],
  ['a desktop', 'EN'],
] as const) {
  const words = WORDS[language];
  test.describe(`in ${language} on ${screen}`, language === 'EN' ? LONG : {}, () => {
    test.use(SCREENS[screen]);

    test('a live that has not begun counts down and requests no stream', async ({
      page,
      run,
      context,
      enter,
    }) => {
      let joins = 0;
      page.on('request', (request) => {
        if (/joinWatchStream|\/media\//.test(request.url())) joins += 1;
      });
      await prepare(context, run, { language, fan: await enter(5) });
      const live = await findLive(run, 'not_started');
      await page.goto(`/live/${live.program_live_id}`);
      const picture = page.locator('main section').filter({ has: page.locator('video') });
      await expect(picture.getByText(words.startsIn)).toBeVisible();
      // The countdown advances.
      const timer = picture.getByRole('timer');
      const before = await timer.innerText();
      expect(before).toMatch(/\d:\d\d$/);
      await expect(timer).not.toHaveText(before);
      expect(joins).toBe(0);

      // A late live shows no countdown at zero, neither on its page nor in the list.
      await page.clock.setFixedTime(Date.parse(live.starts_at) + 60_000);
      await expect(picture.getByText(words.due)).toBeVisible();
      await expect(timer).toBeHidden();
      await page.goto('/');
      const listed = page
        .locator('main :is(li, article)')
        .filter({ has: page.locator(`a[href="/live/${live.program_live_id}"]`) });
      await expect(listed.getByText(words.soon, { exact: true }).first()).toBeVisible();
    });

    test('an ended live without a replay says so and links to the results', async ({
      page,
      run,
      context,
      enter,
    }) => {
      await prepare(context, run, { language, fan: await enter(5) });
      const live = await findLive(run, 'ended');
      await page.goto(`/live/${live.program_live_id}`);
      const picture = page.locator('main section').filter({ has: page.locator('video') });
      await expect(picture.getByText(words.ended)).toBeVisible();
      await picture.getByRole('button', { name: words.results }).click();
      await expect(page.locator('#live-panel-card').getByRole('listitem').first()).toBeVisible();
      const { data } = await callApi(run, null, 'GET /live/{program_live_id}', {
        params: { program_live_id: live.program_live_id },
        query: {},
      });
      const card = page.locator('#live-panel-card');
      await expect(card.getByRole('listitem')).toHaveCount(data.matches.length);
      const share = screen === 'a phone' ? shareBySheet : shareByCopy;
      expect(await share(page, card, language)).toBe(page.url());
    });
  });
}
