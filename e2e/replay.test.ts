import type { Locator, Page, Response } from '@playwright/test';
import { setPrice } from './support/database.ts';
import { callApi } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { registerMember } from './support/new-member.ts';
import { lookAt, untilPictureMoves } from './support/picture.ts';
import type { RunFile } from './support/start-stack.ts';
import { openBrowser, prepare, SCREENS } from './support/visit.ts';

const WORDS = {
  TH: {
    chapters: 'ช่วงต่าง ๆ',
    results: 'ดูผล',
    position: 'ตำแหน่ง',
    end: 'จบรายการของคืนนี้แล้ว',
    won: /ชนะ|เสมอ/,
    again: 'ดูย้อนหลัง',
    continue: /^ดูต่อจาก /,
  },
  EN: { locked: 'This live needs coins or a redeem code.' },
} as const;

/** A seek shows the first frame at or after its position, so the video may be this much later, in seconds. */
const SEEK_S_MAX = 3;

/** Returns the replay of the sample season with all details, as for a fan who shows results. */
async function findReplay(run: RunFile) {
  const { data } = await callApi(run, null, 'GET /replay', { query: {} });
  const [line] = data;
  if (line === undefined) throw new Error('the sample season has no replay');
  const params = { program_live_id: line.program_live_id };
  const { data: replay } = await callApi(run, null, 'GET /live/{program_live_id}/replay', {
    params,
    query: { show_results: '1' },
  });
  return { line, replay };
}

type Replay = Awaited<ReturnType<typeof findReplay>>['replay'];

/**
 * Position of the bout that the fan jumps to. Results of earlier bouts are visible, because the video has passed them.
 */
const CHOSEN = 3;

/** Returns the fields of a response that reveal hidden results or the replay's length. */
function spoilersIn(answer: unknown, replay: Replay): string[] {
  if (Array.isArray(answer)) return answer.flatMap((one) => spoilersIn(one, replay));
  if (typeof answer !== 'object' || answer === null) return [];
  const fields = answer as Readonly<Record<string, unknown>>;
  const isBout = replay.bouts
    .slice(CHOSEN + 1)
    .some(({ match_id }) => match_id === fields.match_id);
  const isLive = fields.program_live_id === replay.program_live_id;
  const telling = [
    ...(isBout ? ['result', 'outcome', 'method', 'ended_at', 'ended_ms', 'round', 'ruling'] : []),
    ...(isLive ? ['ended_at', 'duration_ms'] : []),
  ].filter((name) => (fields[name] ?? null) !== null);
  return [...telling, ...Object.values(fields).flatMap((one) => spoilersIn(one, replay))];
}

/** Collects what the API's responses reveal about a replay. */
function collectSpoilers(page: Page, replay: Replay) {
  const read: Promise<void>[] = [];
  const spoilers: string[] = [];
  const note = async (response: Response) => {
    const answer: unknown = await response.json().catch(() => null);
    const path = new URL(response.url()).pathname;
    spoilers.push(...spoilersIn(answer, replay).map((name) => `${path}: ${name}`));
  };
  page.on('response', (response) => {
    if (response.url().includes('/api/v1/')) read.push(note(response));
  });
  return async () => {
    await Promise.all(read);
    return { spoilers, answers: read.length };
  };
}

const chaptersOf = (page: Page) => page.getByRole('main').getByRole('complementary');
const previewOf = (page: Page) => page.locator('img[src*="/sheet"]');

/** Moves the mouse to the end of the seek bar, from a neighbouring point, so that a repeated call is a move too. */
async function hoverEnd(seekBar: Locator): Promise<void> {
  const width = (await seekBar.boundingBox())?.width ?? 0;
  await seekBar.hover({ position: { x: width - 12, y: 8 }, force: true });
  await seekBar.hover({ position: { x: width - 10, y: 8 }, force: true });
}

const positionOf = async (page: Page): Promise<number> => (await lookAt(page)).position_s;

test.describe('on a phone in Thai', () => {
  test.use(SCREENS['a phone']);

  test('a fan who missed the show watches its replay to the end, and learns no result before asking for it', async ({
    page,
    browser,
    context,
    run,
  }) => {
    const words = WORDS.TH;
    const { line, replay } = await findReplay(run);
    const fan = await registerMember(run);
    await prepare(context, run, { language: 'TH', fan });
    const readSpoilers = collectSpoilers(page, replay);
    await page.goto('/');
    await page.goto('/program');
    await page.goto('/replays');
    await page.getByRole('link', { name: line.title.th }).click();
    await expect(page).toHaveURL(`/live/${line.program_live_id}`);
    await untilPictureMoves(page);

    const fourth = replay.bouts[CHOSEN]!;
    const chapters = chaptersOf(page);
    const rows = chapters.getByRole('listitem').filter({ has: page.getByRole('button') });
    await expect(rows).toHaveCount(replay.bouts.length);
    await chapters.getByRole('button', { name: fourth.red.name.th }).click();
    const fourthS = (fourth.walk_out_ms ?? fourth.bell_ms ?? 0) / 1_000;
    await expect.poll(() => positionOf(page)).toBeGreaterThanOrEqual(fourthS);
    expect(await positionOf(page)).toBeLessThan(fourthS + SEEK_S_MAX);
    await untilPictureMoves(page);
    await expect(chapters.locator('[aria-current]')).toContainText(fourth.red.name.th);

    // The seek bar previews what the fan may have seen, and only the time of what comes later.
    const seekBar = page.getByRole('slider', { name: words.position });
    await seekBar.focus();
    await expect(async () => {
      await page.keyboard.press('ArrowLeft');
      await expect(previewOf(page)).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(async () => {
      await hoverEnd(seekBar);
      await expect(seekBar.locator('xpath=..')).toHaveText(/^\d+:\d\d/, { timeout: 1_000 });
      await expect(previewOf(page)).toHaveCount(0);
    }).toPass();

    const last = replay.bouts.at(-1)!;
    const lastRow = rows.filter({ hasText: last.red.name.th });
    await expect(lastRow).not.toContainText(words.won);
    const { spoilers, answers } = await readSpoilers();
    expect(answers).toBeGreaterThan(5);
    expect(spoilers).toEqual([]);

    await page.keyboard.press('m');
    await chapters.getByRole('button', { name: last.red.name.th }).click();
    await expect
      .poll(() => positionOf(page))
      .toBeGreaterThan((last.bell_ms ?? 0) / 1_000 - SEEK_S_MAX - 2);
    await expect(async () => {
      await page.keyboard.press('l');
      await expect(page.getByText(words.end)).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await chapters.getByRole('button', { name: words.results }).click();
    await expect(chapters).toContainText(words.won);

    await page.goto(`/history/boxer_detail?id=${fourth.red.fighter_id}`);
    await page
      .getByRole('link', { name: `${words.again} ${fourth.blue.name.th}` })
      .first()
      .click();
    await expect(page).toHaveURL(`/live/${line.program_live_id}?bout=${fourth.match_id}`);
    await untilPictureMoves(page);
    expect(await positionOf(page)).toBeGreaterThanOrEqual(fourthS);
    await expect(async () => {
      await hoverEnd(seekBar);
      await expect(previewOf(page)).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await page.close();

    // The fan opens the replay on another device.
    const tablet = await openBrowser(browser, run, { language: 'TH', fan });
    try {
      await expect(async () => {
        await tablet.goto(`/live/${line.program_live_id}`);
        await tablet.getByRole('button', { name: words.continue }).click({ timeout: 3_000 });
      }).toPass();
      await untilPictureMoves(tablet);
      expect(await positionOf(tablet)).toBeGreaterThanOrEqual(fourthS);
      // The choice of the first device also applies on this device.
      await expect(chaptersOf(tablet)).toContainText(words.won);
    } finally {
      await tablet.context().close();
    }
  });
});

test.describe('on a desktop in English', () => {
  test.use(SCREENS['a desktop']);

  test('a premium replay shows its price instead of a video to those who have not unlocked it', async ({
    page,
    context,
    run,
  }) => {
    const { line } = await findReplay(run);
    await setPrice(line.program_live_id, 99);
    try {
      await prepare(context, run, { language: 'EN', fan: await registerMember(run) });
      await page.goto(`/live/${line.program_live_id}`);
      await expect(page.getByText(WORDS.EN.locked)).toBeVisible();
      expect(await page.evaluate(() => document.querySelector('video')?.readyState)).toBe(0);
    } finally {
      await setPrice(line.program_live_id, null);
    }
  });
});
