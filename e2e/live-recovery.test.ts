import { findLiveOn } from './support/fan.ts';
import { findListener } from './support/find-listener.ts';
import { expect, test } from './support/journey.ts';
import { ageOf, untilPictureMoves } from './support/picture.ts';
import { prepare } from './support/visit.ts';

/** A frame older than this is not near the live edge, even on a busy machine. */
const AGE_MS_MAX = 6_000;

test('the video resumes after the media process was killed, and the rewind reaches back before the kill', async ({
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
  await page.evaluate(() => Object.assign(window, { marked: true }));

  const port = Number(new URL(run.rtmp.server).port);
  const killed = findListener(port);
  const killedAtMs = Date.now();
  process.kill(killed, 'SIGKILL');
  // The buffer plays for another second. Only frames published after the kill prove the recovery.
  await expect(async () => {
    const picture = await untilPictureMoves(page);
    const age = await ageOf(picture, run.sandbox);
    expect(picture.seen_at_ms - age).toBeGreaterThan(killedAtMs);
    expect(age).toBeLessThan(AGE_MS_MAX);
  }).toPass();
  expect(findListener(port)).not.toBe(killed);
  expect(await page.evaluate(() => 'marked' in window)).toBe(true);

  await expect(async () => {
    const earliest = await slider.evaluate((range: HTMLInputElement) => range.min);
    await slider.fill(earliest, { timeout: 2_000 });
    const picture = await untilPictureMoves(page);
    const age = await ageOf(picture, run.sandbox);
    expect(picture.seen_at_ms - age).toBeLessThan(killedAtMs);
  }).toPass();
});
