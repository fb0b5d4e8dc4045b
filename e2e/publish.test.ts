import { once } from 'node:events';
import type { Page } from '@playwright/test';
import { findLiveOn } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { broadcasterOf, lookAt, untilPictureMoves } from './support/picture.ts';
import { type Publisher, publishColour } from './support/publisher.ts';
import { LONG, prepare } from './support/visit.ts';

/** Returns whether the video is red and without the time code of the demo bout. */
async function isRed(page: Page): Promise<boolean> {
  const { colour, loop_ms } = await lookAt(page);
  const [red, green, blue] = colour;
  return loop_ms === null && red > 150 && green < 80 && blue < 80;
}

for (const demo of ['is on the air', 'was stopped'] as const) {
  test(
    `while the demo ${demo}, ffmpeg publishes with the printed key and fans see it without a reload`,
    demo === 'was stopped' ? LONG : {},
    async ({ page, run, context, enter }) => {
      const broadcaster = broadcasterOf(run.sandbox);
      await prepare(context, run, { language: 'EN', fan: await enter(4) });
      await page.goto(`/live/${(await findLiveOn(run)).program_live_id}`);
      await untilPictureMoves(page);
      await page.evaluate(() => Object.assign(window, { marked: true }));
      let publisher: Publisher | undefined;
      try {
        if (demo === 'was stopped') await broadcaster.stop();
        publisher = publishColour('red', run.rtmp.server, run.rtmp.key);
        await expect
          .poll(() => isRed(page), { message: 'the picture is red', timeout: 30_000 })
          .toBe(true);
        const first = await lookAt(page);
        await expect
          .poll(async () => (await lookAt(page)).frames)
          .toBeGreaterThan(first.frames + 10);
        expect(publisher.process.exitCode, publisher.output()).toBeNull();
      } finally {
        await publisher?.stop();
        await broadcaster.start();
      }
      await untilPictureMoves(page);
      expect(await page.evaluate(() => 'marked' in window)).toBe(true);
    },
  );
}

test('a wrong key publishes nothing', async ({ run }) => {
  const broadcaster = broadcasterOf(run.sandbox);
  const { connections } = await broadcaster.status();
  const publisher = publishColour('blue', run.rtmp.server, `${run.rtmp.key}x`);
  try {
    const [code] = await once(publisher.process, 'exit');
    expect(code).not.toBe(0);
    expect(publisher.output()).not.toBe('');
    // The demo stays on air.
    expect(await broadcaster.status()).toMatchObject({ state: 'live', connections });
  } finally {
    await publisher.stop();
  }
});
