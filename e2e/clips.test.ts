import { randomUUID } from 'node:crypto';
import { CLIP_LIMITS } from '@sangwian/contract/clip-limits';
import type { ClipId } from '@sangwian/contract/ids';
import { findBarriers } from './support/accessibility.ts';
import { callApi, findLiveOn } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { registerMember } from './support/new-member.ts';
import { shareBySheet } from './support/sharing.ts';
import { openConsole } from './support/staff.ts';
import { openBrowser, prepare, SCREENS } from './support/visit.ts';
import { wordsOf } from './support/words.ts';

const WORDS = wordsOf({
  report: 'Report',
  why: 'Insults or threats',
  send: 'Send report',
  thanks: 'Thank you. A moderator will look at it.',
});
/** Even from a slow encoder, a frame of this age has arrived. */
const BACK_MS = 20_000;
/**
 * The last part of the recording is stored after 30 s, and two versions of the clip are encoded while the live runs.
 */
const READY = { timeout: 150_000 };

test.use({ ...SCREENS['a phone'], isOnAir: true });
test.setTimeout(240_000);

test('a clip is made, shared, opened by a visitor, reported and removed', async ({
  page,
  context,
  browser,
  run,
}) => {
  const words = WORDS.TH;
  const fan = await registerMember(run);
  await prepare(context, run, { language: 'TH', fan });
  const { program_live_id } = await findLiveOn(run);
  const title = 'ศอกกลับเข้าเป้า';
  const body = {
    clip_id: randomUUID() as ClipId,
    program_live_id,
    duration_ms: CLIP_LIMITS.clipMsMin,
    title,
  };
  const make = () => {
    const starts_at = new Date(Date.now() - BACK_MS).toISOString();
    return callApi(run, fan.accessToken, 'POST /clip', { body: { ...body, starts_at } });
  };
  // A double click creates one clip. A live that has just begun has no frame of that age yet.
  await expect(() => Promise.all([make(), make()])).toPass();
  await page.goto('/profile/clips');
  await expect(page.getByRole('heading', { name: title })).toHaveCount(1);
  await expect(page.getByRole('link', { name: title })).toBeVisible(READY);
  expect(await findBarriers(page)).toEqual([]);
  const shared = await shareBySheet(page, page.getByRole('main'), 'TH');
  expect(shared).toMatch(/\/clip\/[0-9a-f-]{36}$/);
  const path = new URL(shared).pathname;

  const preview = await (await fetch(shared)).text();
  expect(preview).toContain('property="og:video" content=');
  expect(preview.split('</head>')[0]).not.toContain(title);
  const visitor = await openBrowser(browser, run, { language: 'EN' });
  await visitor.goto(path);
  await expect(visitor.getByRole('heading', { name: title })).toBeVisible();
  await visitor.locator('video').evaluate((video: HTMLVideoElement) => {
    video.muted = true;
    return video.play();
  });
  await expect
    .poll(() => visitor.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.5);
  expect(await findBarriers(visitor)).toEqual([]);

  const reporter = await openBrowser(browser, run, {
    language: 'TH',
    fan: await registerMember(run),
  });
  await reporter.goto(path);
  await reporter.getByRole('button', { name: words.report }).click();
  await reporter.getByLabel(words.why).check();
  await reporter.getByRole('button', { name: words.send }).click();
  await expect(reporter.getByText(words.thanks)).toBeVisible();

  const desk = await openConsole(browser, run, 'moderator', { language: 'EN', path: 'chat/clips' });
  const row = desk.getByRole('listitem').filter({ hasText: title });
  await row.getByRole('button', { name: 'Remove' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel(/^Reason$/).fill('journey');
  await dialog.getByRole('button', { name: 'Remove the clip' }).click();
  await expect(row).toHaveCount(0);
  await expect(async () => {
    expect((await fetch(shared)).status).toBe(404);
  }).toPass();
  await visitor.context().close();
  await reporter.context().close();
  await desk.context().close();
});
