import { findBarriers } from './support/accessibility.ts';
import { findLiveOn } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { registerMember } from './support/new-member.ts';
import { untilPictureMoves } from './support/picture.ts';
import { shareBySheet } from './support/sharing.ts';
import { openConsole } from './support/staff.ts';
import { openBrowser, prepare, SCREENS } from './support/visit.ts';
import { wordsOf } from './support/words.ts';

const WORDS = wordsOf({
  cut: 'Cut a clip',
  title: 'Title',
  make: 'Make the clip',
  missing: 'Give the clip a title.',
  ready: 'Your clip is ready.',
  open: 'Open the clip',
  report: 'Report',
  why: 'Insults or threats',
  send: 'Send report',
  thanks: 'Thank you. A moderator will look at it.',
});
/** The end of a part is stored after 30 s, and two forms are encoded beside the live. */
const READY = { timeout: 150_000 };

test.use(SCREENS['a phone']);
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
  await page.goto(`/live/${program_live_id}`);
  await untilPictureMoves(page);
  const scissors = page.getByRole('button', { name: words.cut });
  await page.getByRole('application').or(page.locator('video')).first().hover();
  await scissors.click();
  const sheet = page.getByRole('dialog', { name: words.cut });
  await sheet.getByRole('button', { name: words.make }).click();
  await expect(sheet).toContainText(words.missing);
  expect(await findBarriers(page)).toEqual([]);
  const title = 'ศอกกลับเข้าเป้า';
  await sheet.getByLabel(words.title).fill(title);
  await sheet.getByRole('button', { name: words.make }).dblclick();
  await expect(sheet).toContainText(words.ready, READY);
  const shared = await shareBySheet(page, sheet, 'TH');
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
  await expect(reporter.getByRole('status')).toContainText(words.thanks);

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
