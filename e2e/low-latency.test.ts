import type { Page } from '@playwright/test';
import { findLiveOn } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { ageOf, untilPictureMoves } from './support/picture.ts';
import type { RunFile } from './support/start-stack.ts';
import { openBrowser, prepare } from './support/visit.ts';

const WORDS = { lowLatency: 'หน่วงต่ำ', soundless: 'โหมดหน่วงต่ำไม่มีเสียง' } as const;

/** Far below the latency of LL-HLS, even on a busy machine. */
const AGE_MS_MAX = 1_200;
/** Time within which grants must be revoked and connections closed. */
const REVOKED_WITHIN_MS = 2_000;

const streamId = async (run: RunFile): Promise<string> =>
  (await findLiveOn(run)).streams.find(({ kind }) => kind === 'webrtc')!.match_live_stream_id;

/** Returns the URL of the WHEP session that the page has opened. */
async function sessionOf(page: Page, enter: () => Promise<unknown>): Promise<string> {
  const [response] = await Promise.all([
    page.waitForResponse((one) => /\/whep\?/.test(one.url()) && one.request().method() === 'POST'),
    enter(),
  ]);
  expect(response.status()).toBe(201);
  return new URL(response.headers().location ?? '', response.url()).href;
}

const isAlive = async (session: string): Promise<boolean> =>
  (await fetch(session, { method: 'PATCH' })).status === 204;

const byWebRtc = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector('video')?.srcObject instanceof MediaStream);

const hasSound = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const stream = document.querySelector('video')?.srcObject;
    return stream instanceof MediaStream && stream.getAudioTracks().some(({ muted }) => !muted);
  });

const openMenu = (page: Page) => page.locator('section:has(video) button[aria-expanded]').click();

test('low latency is a switch of the live page and has sound from ffmpeg', async ({
  page,
  run,
  context,
  enter,
}) => {
  await prepare(context, run, { language: 'TH', fan: await enter(0) });
  await page.goto(`/live/${(await findLiveOn(run)).program_live_id}`);
  await untilPictureMoves(page);
  await page.mouse.move(400, 300);
  await openMenu(page);
  const session = await sessionOf(page, () => page.getByLabel(WORDS.lowLatency).check());
  await expect.poll(() => byWebRtc(page)).toBe(true);
  await expect
    .poll(async () => ageOf(await untilPictureMoves(page), run.sandbox))
    .toBeLessThan(AGE_MS_MAX);

  await expect.poll(() => hasSound(page)).toBe(true);
  await expect(page.getByRole('button', { name: WORDS.soundless })).toBeHidden();
  await page.mouse.move(410, 310);
  await page.getByLabel(WORDS.lowLatency).uncheck();
  await expect.poll(() => byWebRtc(page)).toBe(false);
  await untilPictureMoves(page);
  await expect.poll(() => isAlive(session)).toBe(false);
});

test('the bare player plays a stream by WebRTC, and the connection ends with the watch session', async ({
  browser,
  page,
  run,
  context,
  enter,
}) => {
  const fan = await enter(2);
  await prepare(context, run, { language: 'EN', fan });
  const session = await sessionOf(page, async () =>
    page.goto(`/streamwebrtc?id=${await streamId(run)}`),
  );
  await untilPictureMoves(page);
  expect(await byWebRtc(page)).toBe(true);
  const other = await openBrowser(browser, run, { language: 'EN', fan });
  const joined = other.waitForResponse(/joinWatchStream/);
  await other.goto(`/stream?id=${await streamId(run)}`);
  await joined;
  const sinceMs = Date.now();
  await expect.poll(() => isAlive(session), { intervals: [50] }).toBe(false);
  expect(Date.now() - sinceMs).toBeLessThan(REVOKED_WITHIN_MS);
  await untilPictureMoves(other);
  expect(await byWebRtc(other)).toBe(false);
  await other.context().close();
});

test('the player falls back to HLS where UDP is blocked', async ({ page, run, context, enter }) => {
  await prepare(context, run, { language: 'EN', fan: await enter(3) });
  await page.addInitScript(() => {
    type SetDescription = (description: RTCSessionDescriptionInit) => Promise<void>;
    const setRemote = RTCPeerConnection.prototype.setRemoteDescription as SetDescription;
    RTCPeerConnection.prototype.setRemoteDescription = function ({ type, sdp }) {
      // Nothing listens on port 9.
      const unreachable = (sdp ?? '').replace(/^(a=candidate:.* UDP \d+ \S+) \d+ /gm, '$1 9 ');
      return setRemote.call(this, { type, sdp: unreachable });
    };
  });
  const session = await sessionOf(page, async () =>
    page.goto(`/streamwebrtc?id=${await streamId(run)}`),
  );
  await expect.poll(() => byWebRtc(page)).toBe(false);
  await untilPictureMoves(page);
  await expect.poll(() => isAlive(session)).toBe(false);
});

test('the bare player refuses signed-out visitors and foreign streams', async ({
  page,
  run,
  context,
  enter,
  complaints,
}) => {
  complaints.forgive(/404/);
  await page.goto(`/streamwebrtc?id=${await streamId(run)}`);
  await expect(page.locator('a[href^="/sign-in"]').first()).toBeVisible();
  await prepare(context, run, { language: 'EN', fan: await enter(4) });
  await page.goto('/stream?id=019aa000-0000-7000-8000-000000000001');
  await expect(page.getByText('This stream could not be found.').first()).toBeVisible();
});

test('the bare player without an id shows the current live and links signed-out visitors to it', async ({
  page,
  run,
  context,
  enter,
}) => {
  const broken: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'image' && !response.ok())
      broken.push(response.url());
  });
  await page.goto('/stream');
  await expect(page.locator('a[href^="/sign-in"]').first()).toBeVisible();
  await prepare(context, run, { language: 'EN', fan: await enter(5) });
  await page.goto('/stream');
  await untilPictureMoves(page);
  expect(broken).toEqual([]);
});
