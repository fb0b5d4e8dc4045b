import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { joinLive } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { broadcasterOf } from './support/picture.ts';

const HLS = createRequire(import.meta.url).resolve('hls.js/dist/hls.min.js');

/** Publishes one rendition as an encoder would. Its colour identifies the rendition in the video. */
function publishColour(colour: string, size: string, to: string): ChildProcess {
  return spawn(
    'ffmpeg',
    [
      ...['-hide_banner', '-loglevel', 'error', '-nostdin'],
      ...['-re', '-f', 'lavfi', '-i', `color=c=${colour}:size=${size}:rate=25`],
      ...['-re', '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '25'],
      ...['-threads', '1', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '64k'],
      ...['-f', 'flv', to],
    ],
    { stdio: 'ignore' },
  );
}

async function end(publisher: ChildProcess): Promise<void> {
  if (publisher.exitCode !== null || publisher.signalCode !== null) return;
  const exited = once(publisher, 'exit');
  publisher.kill('SIGKILL');
  await exited;
}

/** State of a page that only runs hls.js. */
interface Watch {
  readonly levels: string[];
  readonly fatal: string[];
  height: number;
  time: number;
  colour: string;
}

async function openPlayer(page: Page, url: string): Promise<void> {
  await page.setContent('<video muted playsinline></video>');
  await page.addScriptTag({ path: HLS });
  await page.evaluate(async (source) => {
    const video = document.querySelector('video') as HTMLVideoElement;
    const { Hls } = window as unknown as { Hls: typeof import('hls.js').default };
    const fatal: string[] = [];
    const hls = new Hls({ lowLatencyMode: true, startLevel: 0 });
    hls.on(Hls.Events.ERROR, (_, data) => {
      if (data.fatal) fatal.push(data.details);
    });
    Object.assign(window, { hls, fatal });
    hls.loadSource(source);
    hls.attachMedia(video);
    await video.play();
  }, url);
}

const readState = (page: Page): Promise<Watch> =>
  page.evaluate(() => {
    const video = document.querySelector('video') as HTMLVideoElement;
    const { hls, fatal } = window as unknown as {
      hls: import('hls.js').default;
      fatal: string[];
    };
    const canvas = document.createElement('canvas');
    canvas.width = 1;
    canvas.height = 1;
    const context = canvas.getContext('2d');
    context?.drawImage(video, 0, 0, 1, 1);
    const [red = 0, , blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
    return {
      levels: hls.levels.map(({ height }) => `${height}p`),
      fatal,
      height: video.videoHeight,
      time: video.currentTime,
      colour: red > 150 && blue < 80 ? 'red' : blue > 150 && red < 80 ? 'blue' : 'other',
    };
  });

test('players switch between the two renditions of an encoder and keep the one that is left', async ({
  page,
  run,
  enter,
}) => {
  const broadcaster = broadcasterOf(run.sandbox);
  const { server, key } = run.rtmp;
  const publishers = [
    publishColour('red', '640x360', `${server}/${key}_360p`),
    publishColour('blue', '320x180', `${server}/${key}_180p`),
  ];
  try {
    const { hlsUrl: path } = await joinLive(await enter(5));
    const hlsUrl = new URL(path, run.url).href;
    await expect
      .poll(
        async () => {
          const response = await fetch(hlsUrl);
          return response.ok
            ? [...(await response.text()).matchAll(/RESOLUTION=(\S+?),/g)].length
            : 0;
        },
        { timeout: 30_000 },
      )
      .toBe(2);
    const master = await (await fetch(hlsUrl)).text();
    expect(master).toMatch(/CODECS="mp4a\.40\.2"\n360p-audio\/stream\.m3u8/);

    await openPlayer(page, hlsUrl);
    await expect
      .poll(async () => (await readState(page)).height, { timeout: 20_000 })
      .toBeGreaterThan(0);
    expect((await readState(page)).levels.sort()).toEqual(['180p', '360p']);
    for (const [height, colour] of [
      [180, 'blue'],
      [360, 'red'],
    ] as const) {
      const before = await readState(page);
      await page.evaluate((wanted) => {
        const { hls } = window as unknown as { hls: import('hls.js').default };
        hls.nextLevel = hls.levels.findIndex((level) => level.height === wanted);
      }, height);
      await expect
        .poll(async () => readState(page), { timeout: 15_000 })
        .toMatchObject({ colour, height });
      await expect.poll(async () => (await readState(page)).time).toBeGreaterThan(before.time);
      expect((await readState(page)).fatal).toEqual([]);
    }

    const [best] = publishers;
    if (best !== undefined) await end(best);
    await page.evaluate(() => {
      (window as unknown as { hls: import('hls.js').default }).hls.nextLevel = -1;
    });
    await expect.poll(async () => (await readState(page)).colour, { timeout: 20_000 }).toBe('blue');
    const then = await readState(page);
    await expect.poll(async () => (await readState(page)).time).toBeGreaterThan(then.time + 1);
    expect((await readState(page)).fatal).toEqual([]);
  } finally {
    await Promise.all(publishers.map(end));
    await broadcaster.start();
  }
});
