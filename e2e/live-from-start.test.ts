import type { BrowserContext, Page } from '@playwright/test';
import { callApi, findLiveOn } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { registerMember } from './support/new-member.ts';
import { untilPictureMoves } from './support/picture.ts';
import type { RunFile } from './support/start-stack.ts';
import { LONG, prepare, SCREENS } from './support/visit.ts';
import { wordsOf } from './support/words.ts';

const WORDS = wordsOf({
  fromStart: 'From the start',
  back: 'Back to live',
  position: 'Position',
  rewind: 'Rewind',
});
/** The first object of a recording is stored after 30 s. */
const RECORDED = { timeout: 60_000 };
const BEGINNING_S_MAX = 20;

/** Resolves with the position once it has advanced. The recording may be played in a rendition that is too small for its time code. */
async function untilItPlays(page: Page): Promise<number> {
  const positionOf = () =>
    page.evaluate(() => document.querySelector('video')?.currentTime ?? Number.NaN);
  const fromS = await positionOf();
  await expect.poll(positionOf, { timeout: 30_000 }).toBeGreaterThan(fromS);
  return positionOf();
}

/** Opens the live as a new member, once its recording has begun. Returns its address. */
async function arrive(context: BrowserContext, run: RunFile): Promise<string> {
  await prepare(context, run, { language: 'TH', fan: await registerMember(run) });
  const { program_live_id } = await findLiveOn(run);
  const beginning = async () => {
    const params = { program_live_id };
    return (await callApi(run, null, 'GET /live/{program_live_id}/recording', { params })).data;
  };
  await expect.poll(async () => (await beginning()).begins_at, RECORDED).not.toBeNull();
  return `/live/${program_live_id}`;
}

test.use(SCREENS['a phone']);

test('a fan watches a live from its start, and goes back to it', async ({ page, context, run }) => {
  const live = await arrive(context, run);
  await page.goto(`${live}?from=start`);
  await expect(page.getByRole('slider', { name: WORDS.TH.position })).toBeVisible();
  expect(await untilItPlays(page)).toBeLessThan(BEGINNING_S_MAX);
  await page.getByRole('button', { name: WORDS.TH.back }).click();
  await expect(page).toHaveURL(live);
  await untilPictureMoves(page);
});

test(
  'a fan who finds the beginning on the live page is led on to the live by the newest recorded moment',
  LONG,
  async ({ page, context, run }) => {
    const words = WORDS.TH;
    const live = await arrive(context, run);
    await page.goto(live);
    await page.getByRole('link', { name: words.fromStart }).click();
    await expect(page).toHaveURL(`${live}?from=start`);
    await untilItPlays(page);
    await page.getByRole('slider', { name: words.position }).press('End');
    await expect(page).toHaveURL(live);
    await untilPictureMoves(page);
    await expect(page.getByRole('slider', { name: words.rewind })).toBeVisible();
  },
);
