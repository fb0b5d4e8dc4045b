import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { freePort } from '../e2e/support/start-stack.ts';
import { type Bench, percentile, type Report } from './figure.ts';
import { launchBrowser, untilFirstFrame } from './support/browser.ts';
import { startDemoBroadcast } from './support/demo-broadcast.ts';
import { startMediaAlone } from './support/media-alone.ts';
import { startPageServer } from './support/page-server.ts';
import { requirePrograms } from './support/require-programs.ts';

const WATCH_S = 60;
/** Time for players to settle at their distance from live. */
const SETTLE_S = 15;
const CHANNEL = 'clock';

/** Starts nginx with its RTMP module in a usual low-latency setup: fragments of one second. */
async function startNginxRtmp(
  nginx: string,
): Promise<{ rtmpPort: number; hlsUrl: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-nginx-rtmp-'));
  const [rtmpPort, httpPort] = [await freePort(), await freePort()];
  mkdirSync(join(folder, 'hls'));
  writeFileSync(
    join(folder, 'nginx.conf'),
    `load_module /usr/lib/nginx/modules/ngx_rtmp_module.so;
     user root; worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
     events { worker_connections 256; }
     rtmp { server { listen 127.0.0.1:${rtmpPort}; application live {
       live on; hls on; hls_path ${folder}/hls; hls_fragment 1s; hls_playlist_length 6s;
     } } }
     http { access_log off; types { application/vnd.apple.mpegurl m3u8; video/mp2t ts; }
       server { listen 127.0.0.1:${httpPort}; root ${folder}/hls; add_header Access-Control-Allow-Origin *; }
     }`,
  );
  const child = spawn(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  return {
    rtmpPort,
    hlsUrl: `http://127.0.0.1:${httpPort}/${CHANNEL}.m3u8`,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the ages (ms) of a player's frames from their time codes. */
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

async function untilAnswers(url: string): Promise<void> {
  for (;;) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await delay(100);
  }
}

async function run(): Promise<Report> {
  const { nginx } = requirePrograms('nginx', 'chromium');
  const [media, peer, pages, browser] = [
    await startMediaAlone(),
    await startNginxRtmp(nginx),
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
          goal: 1.5,
          sense: 'at-most',
          unit: 's',
        },
        {
          id: 'encoder-to-screen-p95',
          value: seconds(low, 0.95),
          goal: 2,
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
