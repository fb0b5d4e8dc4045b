import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from './support/journey.ts';
import type { RunFile } from './support/start-stack.ts';
import { countShifts, shiftsOf } from './support/steadiness.ts';
import { prepare } from './support/visit.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** A JPEG as a camera writes it: its metadata defines the orientation. */
const takePicture = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: { width: height, height: width, channels: 3, background: '#146b3a' },
  })
    .composite([
      {
        input: {
          create: { width: height / 2, height: width, channels: 3, background: '#f2b01e' },
        },
        gravity: 'west',
      },
    ])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

/** Calls the operators' endpoint as the local owner. */
async function callPhoto(
  run: RunFile,
  method: 'GET' | 'PUT' | 'DELETE',
  path: string,
  body?: Buffer,
): Promise<{ readonly version: number; readonly state: string } | null> {
  const answer = await fetch(`${run.api}/operator/photos/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${run.operator_token}`,
      ...(body === undefined ? {} : { 'content-type': 'image/jpeg' }),
    },
    ...(body === undefined ? {} : { body: new Uint8Array(body) }),
  });
  expect(answer.status, await answer.clone().text()).toBe(200);
  return (await answer.json()).data;
}

/** Uploads an image, and waits until fans see it. */
async function showPicture(run: RunFile, path: string, picture: Buffer): Promise<void> {
  await callPhoto(run, 'PUT', path, picture);
  await expect
    .poll(async () => (await callPhoto(run, 'GET', path))?.state, { timeout: 120_000 })
    .toBe('ready');
}

/** Returns the URL of the file that the browser chose for an image. */
const shownFile = (page: Page, selector: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      return new URL(image.currentSrc).pathname;
    });

test('uploaded images replace the drawings, and removing them restores the drawings', async ({
  page,
  run,
  context,
}) => {
  await prepare(context, run, { language: 'EN' });
  const { data: lives } = await (
    await fetch(`${run.api}/live`, { headers: { 'x-app-key': run.app_key } })
  ).json();
  const featured = lives[0];
  const fighter = `fighter/${featured.headline.red.fighter_id}`;
  const card = `program/${featured.program_id}`;
  const fighterPage = `/history/boxer_detail?id=${featured.headline.red.fighter_id}`;
  try {
    await showPicture(run, fighter, await takePicture(900, 1200));
    await showPicture(run, card, await takePicture(1600, 900));

    await expect
      .poll(async () => {
        await page.goto(fighterPage);
        return shownFile(page, 'main header img');
      })
      .toMatch(/^\/uploads\/[0-9a-f]{32}\/\d+\.avif$/);
    const left = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((part) => part.getBoundingClientRect().left);
    // The `source` elements of the image take no space beside it.
    expect(await left('main header img')).toBeCloseTo(await left('main header'), 0);
    await page.screenshot({ path: test.info().outputPath('fighter.png') });

    await countShifts(page);
    const answer = await page.goto('/');
    expect(answer?.headers().link).toMatch(/\/uploads\/[0-9a-f]{32}\/1280\.avif 1280w/);
    expect(await shownFile(page, 'article img')).toMatch(/^\/uploads\/.+\.avif$/);
    expect(await shiftsOf(page)).toBeLessThan(0.05);
    await page.screenshot({ path: test.info().outputPath('home.png') });
  } finally {
    for (const path of [fighter, card]) {
      const photo = await callPhoto(run, 'GET', path);
      if (photo !== null) await callPhoto(run, 'DELETE', `${path}?version=${photo.version}`);
    }
  }
  await expect
    .poll(async () => {
      await page.goto('/');
      return shownFile(page, 'article img');
    })
    .toMatch(/^\/art\/scene\//);
  await expect
    .poll(async () => {
      await page.goto(fighterPage);
      return shownFile(page, 'main header img');
    })
    .toMatch(/^\/art\/face\//);
});
