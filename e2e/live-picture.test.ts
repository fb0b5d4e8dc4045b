import type { Page } from '@playwright/test';
import type { LivePlayback } from '@sangwian/contract/endpoints/operator/playback';
import { callApi, findLiveOn } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { ageOf, broadcasterOf, untilPictureMoves } from './support/picture.ts';
import type { RunFile } from './support/start-stack.ts';
import { longIf, openBrowser, prepare, SCREENS, stored } from './support/visit.ts';

const WORDS = {
  TH: {
    lost: 'การเชื่อมต่อขาดหาย',
    interrupted: 'สัญญาณจากสนามขาดหาย',
  },
  EN: {
    lost: 'Connection lost',
    interrupted: 'Stream interrupted',
    takenOver: 'Exited live due to viewing from another device.',
    takeOver: 'Watch here instead',
    ejected: 'The live session ended because the same account is watching from another device.',
  },
} as const;

/** A frame older than this is not near the live edge, even on a busy machine. */
const AGE_MS_MAX = 6_000;
/** Time within which a grant must be revoked (the specification's bound). */
const REVOKED_WITHIN_MS = 2_000;

const note = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

/** Sets a marker on the document. A reload removes it. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'marked' in window);

/** Returns the playlist URL with the playback grant of the page. */
async function grantOf(page: Page, enterLive: () => Promise<unknown>): Promise<string> {
  const [request] = await Promise.all([
    page.waitForRequest(/\/media\/g\/[^/]+\/[^/]+\/index\.m3u8/),
    enterLive(),
  ]);
  const { origin, pathname } = new URL(request.url());
  return origin + pathname;
}

/** Resolves once the grant is refused. Fails if that takes longer than the bound. */
async function expectRevoked(grant: string): Promise<void> {
  const sinceMs = Date.now();
  await expect.poll(async () => (await fetch(grant)).status, { intervals: [50] }).toBe(403);
  expect(Date.now() - sinceMs).toBeLessThan(REVOKED_WITHIN_MS);
}

async function countViewers(run: RunFile): Promise<number> {
  const live = await findLiveOn(run);
  const key = live.streams.find(({ kind }) => kind === 'hls')!.match_live_stream_id;
  return (await callApi(run, null, 'GET /redist/countViewer', { query: { key } })).data.count;
}

/** Returns what players reported of the live in progress, as the console reads it. */
async function reportedPlayback(run: RunFile): Promise<LivePlayback> {
  const { data } = await callApi(run, run.operator_token, 'GET /operator/playback', {});
  const { program_live_id: id } = await findLiveOn(run);
  const found = data.lives.find((live) => live.program_live_id === id);
  if (found === undefined) throw new Error('no player has reported');
  return found;
}

for (const [screen, language] of [
  ['a phone', 'TH'],
  ['a desktop', 'EN'],
] as const) {
  test.describe(`in ${language} on ${screen}`, longIf(language === 'TH'), () => {
    test.use(SCREENS[screen]);

    test('the video plays near live and resumes after the publisher was away', async ({
      page,
      run,
      context,
      enter,
    }) => {
      const words = WORDS[language];
      const broadcaster = broadcasterOf(run.sandbox);
      await prepare(context, run, { language, fan: await enter(0) });
      await page.goto(`/live/${(await findLiveOn(run)).program_live_id}`);
      const picture = await untilPictureMoves(page);
      expect(await ageOf(picture, run.sandbox)).toBeLessThan(AGE_MS_MAX);
      await mark(page);
      try {
        await broadcaster.stop();
        await expect(note(page, words.interrupted)).toBeVisible();
        await expect(note(page, words.lost)).toBeHidden();
      } finally {
        await broadcaster.start();
      }
      const again = await untilPictureMoves(page);
      await expect(note(page, words.interrupted)).toBeHidden();
      expect(await isMarked(page)).toBe(true);
      await expect.poll(() => ageOf(again, run.sandbox)).toBeLessThan(AGE_MS_MAX);
    });
  });
}

test('a lost connection is announced, and the video resumes without a reload', async ({
  page,
  run,
  context,
  enter,
  complaints,
}) => {
  // Requests and sockets fail while the browser is offline.
  complaints.forgive(/ERR_INTERNET_DISCONNECTED|WebSocket connection/);
  await prepare(context, run, { language: 'TH', fan: await enter(1) });
  await page.goto(`/live/${(await findLiveOn(run)).program_live_id}`);
  await untilPictureMoves(page);
  await mark(page);
  await context.setOffline(true);
  await expect(note(page, WORDS.TH.lost)).toBeVisible();
  // No control covers the message, and nothing on the page labels the video as live.
  await expect(page.getByRole('slider', { name: 'ย้อนดู' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'กำลังดูสด' })).toHaveCount(0);
  await expect(note(page, WORDS.TH.interrupted)).toBeHidden();
  await context.setOffline(false);
  const picture = await untilPictureMoves(page);
  await expect(note(page, WORDS.TH.lost)).toBeHidden();
  expect(await isMarked(page)).toBe(true);
  // Playback resumes at its last position and catches up with the live edge.
  // The player only speeds up slightly, so a longer outage takes longer.
  await expect
    .poll(() => ageOf(picture, run.sandbox), { timeout: 60_000 })
    .toBeLessThan(AGE_MS_MAX);

  // The page reports its stall while it closes, and operators see it.
  await page.goto('about:blank');
  await expect(async () => {
    const report = await reportedPlayback(run);
    expect(report.watched_ms).toBeGreaterThan(0);
    expect(report.stall_s_per_hour).toBeGreaterThan(0);
    expect(report.join_p50_ms).toBeGreaterThan(0);
    expect(report.renditions[0]).toMatchObject({ transport: 'hls' });
  }).toPass({ timeout: 20_000 });
});

test('a viewer rewinds, sees the earlier video play, and returns to live', async ({
  page,
  run,
  context,
  enter,
}) => {
  await prepare(context, run, { language: 'EN', fan: await enter(0) });
  await page.goto(`/live/${(await findLiveOn(run)).program_live_id}`);
  await untilPictureMoves(page);
  const slider = page.getByRole('slider', { name: 'Rewind' });
  await expect(slider).toBeAttached({ timeout: 30_000 });
  // Soon after the publisher returned, the rewind window is too short. Retries until it is long enough.
  await expect(async () => {
    const earliest = await slider.evaluate((range: HTMLInputElement) => range.min);
    await slider.fill(earliest, { timeout: 2_000 });
    const picture = await untilPictureMoves(page);
    expect(await ageOf(picture, run.sandbox)).toBeGreaterThan(AGE_MS_MAX);
  }).toPass({ timeout: 35_000 });

  await page.getByRole('button', { name: 'Go to live', exact: true }).click();
  await expect
    .poll(async () => ageOf(await untilPictureMoves(page), run.sandbox))
    .toBeLessThan(AGE_MS_MAX);
});

test('the tabs of a browser share one watch session, which ends with the last tab', async ({
  page,
  run,
  context,
  enter,
}) => {
  await prepare(context, run, { language: 'EN', fan: await enter(2) });
  const address = `/live/${(await findLiveOn(run)).program_live_id}`;
  await expect.poll(() => countViewers(run)).toBe(0);
  const grant = await grantOf(page, () => page.goto(address));
  const token = await stored(page, 'WATCH_TOKEN');
  expect(token).not.toBeNull();

  const second = await context.newPage();
  const counted: number[] = [];
  second.on('response', (response) => {
    if (/\/match\/sumViewCount\?match_live_stream_id=/.test(response.url()))
      counted.push(response.status());
  });
  await second.goto(address);
  await untilPictureMoves(second);
  await expect.poll(() => counted).toEqual([200]);
  expect(await stored(second, 'WATCH_TOKEN')).toBe(token);
  await expect.poll(() => countViewers(run)).toBe(1);
  // The number comes from the socket, or from a request where the page is faster than the socket.
  await expect(second.getByLabel('1 watching')).toBeVisible();

  // The first tab opens another page, and the second tab still watches.
  await page.goto('/');
  await untilPictureMoves(second);
  expect((await fetch(grant)).status).toBe(200);

  // A navigation within the site asks for confirmation, and Escape cancels it.
  const home = second.getByRole('banner').getByRole('link', { name: 'Sangwian' }).first();
  const question = second.getByRole('dialog', { name: 'Leave the live?' });
  await home.click();
  await expect(question.getByRole('button', { name: 'Keep watching' })).toBeFocused();
  await second.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(home).toBeFocused();
  await expect(second).toHaveURL(new RegExp(`${address}$`));
  await home.click();
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(second).toHaveURL(`${run.url}/`);
  await expect.poll(async () => (await fetch(grant)).status).toBe(403);
  await expect.poll(() => countViewers(run)).toBe(0);
});

test('signing out while watching ends playback at once', async ({ page, run, context, enter }) => {
  await prepare(context, run, { language: 'EN', fan: await enter(4) });
  const address = `/live/${(await findLiveOn(run)).program_live_id}`;
  const grant = await grantOf(page, () => page.goto(address));
  await untilPictureMoves(page);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account/ })
    .click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expectRevoked(grant);
  await expect(page).toHaveURL(`${run.url}/sign-in`);
  await expect(page.locator('video')).toHaveCount(0);
});

test('watching on another device ejects the first, which shows the reason', async ({
  page,
  run,
  context,
  browser,
  enter,
}) => {
  const address = `/live/${(await findLiveOn(run)).program_live_id}`;
  await prepare(context, run, { language: 'EN', fan: await enter(3) });
  const grant = await grantOf(page, () => page.goto(address));
  await untilPictureMoves(page);

  const other = await openBrowser(browser, run, { language: 'EN', fan: await enter(3) }, 'a phone');
  const joined = other.waitForResponse(/joinWatchStream$/);
  await other.goto(address);
  expect((await joined).status()).toBe(200);
  await expectRevoked(grant);
  await expect(page).toHaveURL(`${run.url}/?status=ejected`);
  await expect(note(page, WORDS.EN.ejected)).toBeVisible();
  await untilPictureMoves(other);

  // Returning to the live explains the ejection and offers to watch on this device.
  await page.goto(address);
  await expect(page.getByText(WORDS.EN.takenOver, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: WORDS.EN.takeOver }).click();
  await untilPictureMoves(page);
  await expect(other).toHaveURL(`${run.url}/?status=ejected`);
  await other.context().close();
});
