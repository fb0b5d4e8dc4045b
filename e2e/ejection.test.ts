import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Fan } from './support/fan.ts';
import { expect, test } from './support/journey.ts';

/** Maximum time for which an ejected session may still be served (the specification's bound). */
const REVOKED_MS_MAX = 2_000;
const POLL_INTERVAL_MS = 50;
/** How long requests are checked after the ejection. */
const WATCH_MS = 3_000;

async function join(fan: Fan): Promise<{ hls: string; whep: string }> {
  const { data } = await fan.call('POST /memberWatchStream/joinWatchStream', {
    body: { member_id: fan.memberId, watch_token: randomUUID() },
  });
  const { hls_url: hls, whep_url: whep } = data.playback;
  if (whep === null) throw new Error('this machine has no WebRTC');
  return { hls, whep };
}

/** Plays by WHEP in an empty page and returns the URL of the session. */
const playByWhep = (page: Page, url: string): Promise<string> =>
  page.evaluate(async (address) => {
    const peer = new RTCPeerConnection();
    peer.addTransceiver('video', { direction: 'recvonly' });
    peer.addTransceiver('audio', { direction: 'recvonly' });
    await peer.setLocalDescription();
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/sdp' },
      body: peer.localDescription?.sdp ?? '',
    });
    const sdp = await response.text();
    if (response.status !== 201) throw new Error(`${response.status}: ${sdp}`);
    await peer.setRemoteDescription({ type: 'answer', sdp });
    const playback = { frames: 0, newestAt: 0 };
    setInterval(async () => {
      for (const report of (await peer.getStats()).values()) {
        if (report.type !== 'inbound-rtp' || report.kind !== 'video') continue;
        if (report.framesDecoded > playback.frames) playback.newestAt = Date.now();
        playback.frames = report.framesDecoded;
      }
    }, 50);
    Object.assign(window, { playback });
    return new URL(response.headers.get('location') ?? '', address).href;
  }, url);

interface Playback {
  readonly frames: number;
  readonly newestAt: number;
}

const playbackOf = (page: Page): Promise<Playback> =>
  page.evaluate(() => (window as unknown as { playback: Playback }).playback);

interface Viewing {
  /** Time of the newest served segment; 0 before the first one. */
  lastServedAt: number;
  over: boolean;
}

/** Polls the newest segment, as a player does. */
async function watchByHls(address: string, viewing: Viewing): Promise<void> {
  const playlist = new URL('stream.m3u8', address);
  while (!viewing.over) {
    const listed = await fetch(playlist);
    const segment = (await listed.text()).match(/^[^#\n]\S+\.m4s\S*$/gm)?.at(-1);
    if (listed.ok && segment !== undefined) {
      const response = await fetch(new URL(segment, playlist));
      await response.arrayBuffer();
      if (response.ok) viewing.lastServedAt = Date.now();
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}

test('watching on another device ends the earlier playback within two seconds, by HLS and by WebRTC', async ({
  page,
  run,
  enter,
}) => {
  const fan = await enter(6);
  const earlier = await join(fan);
  await page.route('**/viewer', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Viewer</title>' }),
  );
  await page.goto('/viewer');
  const session = await playByWhep(page, new URL(earlier.whep, run.url).href);
  await expect.poll(async () => (await playbackOf(page)).frames).toBeGreaterThan(10);
  const viewing: Viewing = { lastServedAt: 0, over: false };
  const watching = watchByHls(new URL(earlier.hls, run.url).href, viewing);
  await expect.poll(() => viewing.lastServedAt).toBeGreaterThan(0);

  const ejectedAt = Date.now();
  const later = await join(fan);
  const elapsed = (): number => Date.now() - ejectedAt;
  await expect.poll(elapsed, { timeout: 4 * WATCH_MS }).toBeGreaterThan(WATCH_MS);
  viewing.over = true;
  await watching;
  expect(viewing.lastServedAt - ejectedAt).toBeLessThan(REVOKED_MS_MAX);
  const { newestAt } = await playbackOf(page);
  expect(newestAt - ejectedAt).toBeLessThan(REVOKED_MS_MAX);
  // The server has removed the peer, and the revoked grant opens no new session.
  expect((await fetch(session, { method: 'PATCH' })).status).toBe(404);
  expect((await fetch(new URL(earlier.hls, run.url))).status).toBe(403);
  expect((await fetch(new URL(later.hls, run.url))).status).toBe(200);
});
