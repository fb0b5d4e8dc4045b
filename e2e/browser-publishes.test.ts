import { findLiveOn } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { broadcasterOf } from './support/picture.ts';
import { prepare } from './support/visit.ts';

test.use({
  launchOptions: {
    ...(process.env.CHROMIUM_PATH === undefined
      ? {}
      : { executablePath: process.env.CHROMIUM_PATH }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--autoplay-policy=no-user-gesture-required',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
    ],
  },
});

test('a stream that a browser publishes by WHIP plays in low latency and by HLS', async ({
  page,
  run,
  context,
  enter,
}) => {
  const broadcaster = broadcasterOf(run.sandbox);
  await broadcaster.stop();
  const publisher = await context.newPage();
  try {
    await publisher.route('**/publisher', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Publisher</title>' }),
    );
    await publisher.goto('/publisher');
    const status = await publisher.evaluate(async ({ url, key }) => {
      const stream = await navigator.mediaDevices.getUserMedia({ video: true, audio: true });
      const peer = new RTCPeerConnection();
      for (const track of stream.getTracks())
        peer.addTransceiver(track, { direction: 'sendonly', streams: [stream] });
      await peer.setLocalDescription();
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/sdp', authorization: `Bearer ${key}` },
        body: peer.localDescription?.sdp ?? '',
      });
      const sdp = await response.text();
      if (response.status === 201) await peer.setRemoteDescription({ type: 'answer', sdp });
      Object.assign(window, { peer });
      return response.status;
    }, run.whip);
    expect(status).toBe(201);
    const { streams } = await findLiveOn(run);
    const id = streams[0]?.match_live_stream_id;
    await prepare(context, run, { language: 'EN', fan: await enter(5) });
    const frames = () =>
      page.evaluate(
        () => document.querySelector('video')?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
      );
    for (const path of ['/streamwebrtc', '/stream']) {
      await page.goto(`${path}?id=${id}`);
      await expect.poll(frames).toBeGreaterThan(20);
      const byWebRtc = await page.evaluate(
        () => document.querySelector('video')?.srcObject instanceof MediaStream,
      );
      expect(byWebRtc).toBe(path === '/streamwebrtc');
    }
  } finally {
    // The demo can publish with the key again.
    await publisher.close();
    await broadcaster.start();
  }
});
