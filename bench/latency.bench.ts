import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { type Bench, percentile, type Report } from './figure.ts';
import { launchBrowser, untilFirstFrame } from './support/browser.ts';
import { startDemoBroadcast } from './support/demo-broadcast.ts';
import { startMediaAlone } from './support/media-alone.ts';
import { startNginxRtmp } from './support/nginx-rtmp.ts';
import { startPageServer } from './support/page-server.ts';
import { requirePrograms } from './support/require-programs.ts';
import { untilAnswers } from './support/until-answers.ts';

const WATCH_S = 60;
/** Time for players to reach their target latency. */
const SETTLE_S = 15;
const CHANNEL = 'clock';

/** Returns the ages of a player's frames in ms, read from their time codes. */
async function watch(
  browser: Browser,
  pageUrl: string,
  method: 'playOurs' | 'playPlain',
  hlsUrl: string,
  epochMs: () => number,
): Promise<number[]> {
  await untilAnswers(hlsUrl);
  const page = await browser.newPage();
  await page.goto(pageUrl);
  await page.evaluate(([name, url]) => window.watch[name](url), [method, hlsUrl] as const);
  await untilFirstFrame(page);
  await delay(SETTLE_S * 1000);
  await page.evaluate(() => window.watch.readClock());
  await delay(WATCH_S * 1000);
  const ages = await page.evaluate((epoch) => window.watch.ages(epoch), epochMs());
  await page.close();
  return ages;
}

async function run(): Promise<Report> {
  const { nginx } = requirePrograms('nginx', 'chromium');
  const [media, peer, pages, browser] = [
    await startMediaAlone(),
    await startNginxRtmp(nginx, CHANNEL),
    await startPageServer(),
    await launchBrowser(),
  ];
  const ours = startDemoBroadcast({ port: media.rtmpPort, streamKey: CHANNEL });
  const theirs = startDemoBroadcast({ port: peer.rtmpPort, streamKey: CHANNEL });
  try {
    const [low, plain] = await Promise.all([
      watch(browser, pages.url, 'playOurs', media.hlsUrl(CHANNEL), () => ours.epochMs()),
      watch(browser, pages.url, 'playPlain', peer.hlsUrl, () => theirs.epochMs()),
    ]);
    const seconds = (ages: number[], share: number): number => percentile(ages, share) / 1000;
    const row = (name: string, ages: number[]): string[] => [
      name,
      String(ages.length),
      ...[0.5, 0.95, 0.99].map((share) => seconds(ages, share).toFixed(2)),
    ];
    return {
      table: [
        ['server', 'frames read', 'p50 s', 'p95 s', 'p99 s'],
        row('sangwian LL-HLS', low),
        row('nginx-rtmp, 1 s fragments', plain),
      ],
      figures: [
        {
          id: 'encoder-to-screen-p50',
          value: seconds(low, 0.5),
          goal: 1.2,
          sense: 'at-most',
          unit: 's',
        },
        {
          id: 'encoder-to-screen-p95',
          value: seconds(low, 0.95),
          goal: 1.5,
          sense: 'at-most',
          unit: 's',
        },
        {
          id: 'encoder-to-screen-p50-to-nginx-rtmp',
          value: percentile(low, 0.5) / percentile(plain, 0.5),
          goal: 1,
          sense: 'at-most',
          unit: '',
        },
      ],
    };
  } finally {
    await Promise.all([ours.stop(), theirs.stop()]);
    await browser.close();
    pages.close();
    await Promise.all([media.stop(), peer.stop()]);
  }
}

export const bench: Bench = {
  about:
    'from the encoder to the screen, read from the clock in the picture, beside nginx-rtmp in the same run',
  run,
};
