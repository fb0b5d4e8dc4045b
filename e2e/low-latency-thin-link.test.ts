import type { Page } from '@playwright/test';
import { findLiveOn } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { untilPictureMoves } from './support/picture.ts';
import { startThinRelay } from './support/thin-relay.ts';
import { LONG, prepare } from './support/visit.ts';

/** A fifth of the demo's bit rate. */
const THIN_BITS_PER_S = 300_000;
const TOO_SLOW = 'Your connection is too slow for low latency.';

const openMenu = (page: Page) => page.locator('section:has(video) button[aria-expanded]').click();

const byWebRtc = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector('video')?.srcObject instanceof MediaStream);

test(
  'a link that is too slow from the start falls back to HLS',
  LONG,
  async ({ page, run, context, enter }) => {
    const relay = await startThinRelay();
    relay.thin(THIN_BITS_PER_S);
    await relay.lead(page);
    await prepare(context, run, { language: 'EN', fan: await enter(3) });
    const { streams } = await findLiveOn(run);
    const { match_live_stream_id: id } = streams.find(({ kind }) => kind === 'webrtc')!;
    await page.goto(`/streamwebrtc?id=${id}`);
    await expect.poll(() => byWebRtc(page)).toBe(true);
    await expect.poll(() => byWebRtc(page)).toBe(false);
    await untilPictureMoves(page);
    relay.close();
  },
);

test('a link that becomes too slow falls back to HLS when the server says so, and the page gives the reason', async ({
  page,
  run,
  context,
  enter,
}) => {
  const relay = await startThinRelay();
  await relay.lead(page);
  // Without statistics the page cannot measure the link.
  await page.addInitScript(() => {
    RTCPeerConnection.prototype.getStats = async () => new Map();
  });
  await prepare(context, run, { language: 'EN', fan: await enter(0) });
  await page.goto(`/live/${(await findLiveOn(run)).program_live_id}`);
  await untilPictureMoves(page);
  await page.mouse.move(400, 300);
  await openMenu(page);
  const [offered] = await Promise.all([
    page.waitForResponse((one) => /\/whep\?/.test(one.url()) && one.request().method() === 'POST'),
    page.getByLabel('Low latency').check(),
  ]);
  const session = new URL(offered.headers().location ?? '', offered.url());
  await expect.poll(() => byWebRtc(page)).toBe(true);
  await untilPictureMoves(page);
  expect((await fetch(session, { method: 'PATCH' })).status).toBe(204);

  relay.thin(THIN_BITS_PER_S);
  await expect.poll(() => byWebRtc(page)).toBe(false);
  await untilPictureMoves(page);
  const answer = await fetch(session, { method: 'PATCH' });
  expect(answer.status).toBe(410);
  expect(await answer.json()).toMatchObject({ status: 'realtime_link_thin' });
  await page.mouse.move(410, 310);
  await expect(page.getByText(TOO_SLOW)).toBeVisible();
  relay.close();
});
