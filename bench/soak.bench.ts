import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Bench, Report } from './figure.ts';
import { launchBrowser } from './support/browser.ts';
import { type MediaAlone, startMediaAlone } from './support/media-alone.ts';
import { startPageServer } from './support/page-server.ts';
import { requirePrograms } from './support/require-programs.ts';

/** The publisher publishes three times for the same length, and disconnects in between. */
const PUBLISHES = 3;
const DEFAULT_MINUTES = 30;
const DISCONNECTED_MS = 4_000;
/** Time for a player to return to the live edge after a reconnect. Stalls within this time are not counted. */
const RETURN_MS_MAX = 6_000;

interface Variant {
  readonly name: string;
  readonly rate: string;
  readonly audioHz: number;
  readonly bFrames: number;
}

const VARIANTS: readonly Variant[] = [
  { name: '30-48000', rate: '30', audioHz: 48_000, bFrames: 0 },
  { name: '30-44100-b', rate: '30', audioHz: 44_100, bFrames: 2 },
  { name: '2997-48000-b', rate: '30000/1001', audioHz: 48_000, bFrames: 2 },
  { name: '2997-44100', rate: '30000/1001', audioHz: 44_100, bFrames: 0 },
];

/** Encodes in advance, so that no encoder competes with the players and the packager for CPU. */
function encode(ffmpeg: string, folder: string, variant: Variant, seconds: number): string {
  const file = join(folder, `${variant.name}.flv`);
  execFileSync(ffmpeg, [
    ...['-v', 'error', '-y'],
    ...['-f', 'lavfi', '-i', `testsrc2=size=426x240:rate=${variant.rate}`],
    ...['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=${variant.audioHz}`],
    ...['-t', String(seconds), '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
    ...['-bf', String(variant.bFrames), '-g', '30', '-sc_threshold', '0', '-b:v', '400k'],
    ...['-c:a', 'aac', '-b:a', '96k', '-ac', '2', '-f', 'flv', file],
  ]);
  return file;
}

const publish = (ffmpeg: string, file: string, media: MediaAlone, channel: string): ChildProcess =>
  spawn(
    ffmpeg,
    [
      '-v',
      'error',
      '-re',
      '-i',
      file,
      '-c',
      'copy',
      '-f',
      'flv',
      `rtmp://127.0.0.1:${media.rtmpPort}/live/${channel}`,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );

interface Viewer {
  readonly variant: Variant;
  readonly page: Page;
}

/** Counts stalls. Stalls while the publisher was disconnected or had just reconnected are counted separately. */
async function countStalls(
  viewers: readonly Viewer[],
  returns: ReadonlyArray<{ fromMs: number; toMs: number }>,
  minutes: number,
): Promise<Report> {
  const table = [['input', 'stalls', 'longest s', 'stalls at a reconnect', 'longest s', 'frames']];
  let totalStalls = 0;
  for (const { variant, page } of viewers) {
    const { stalls, frames } = await page.evaluate(() => ({
      stalls: window.watch.stalls,
      frames: window.watch.video.getVideoPlaybackQuality().totalVideoFrames,
    }));
    const atReturn = stalls.filter((stall) =>
      returns.some(({ fromMs, toMs }) => stall.atMs >= fromMs && stall.atMs <= toMs),
    );
    const others = stalls.filter((stall) => !atReturn.includes(stall));
    const longest = (list: typeof stalls): string =>
      (Math.max(0, ...list.map((stall) => stall.forMs)) / 1000).toFixed(2);
    totalStalls += others.length;
    table.push([
      variant.name,
      String(others.length),
      longest(others),
      String(atReturn.length),
      longest(atReturn),
      String(frames),
    ]);
  }
  return {
    table,
    figures: [
      {
        id: `stalls-in-${minutes}-minutes-of-${viewers.length}-inputs`,
        value: totalStalls,
        goal: 0,
        sense: 'at-most',
        unit: '',
      },
    ],
  };
}

async function run(): Promise<Report> {
  const minutes = Number(
    process.argv.slice(3).find((argument) => !argument.startsWith('--')) ?? DEFAULT_MINUTES,
  );
  const secondsEach = (minutes * 60) / PUBLISHES;
  const { ffmpeg } = requirePrograms('ffmpeg', 'chromium');
  const folder = mkdtempSync(join(tmpdir(), 'sangwian-soak-'));
  const media = await startMediaAlone();
  const pages = await startPageServer();
  const browser = await launchBrowser();
  const returns: Array<{ fromMs: number; toMs: number }> = [];
  try {
    console.log(`encoding ${VARIANTS.length} inputs of ${secondsEach} s`);
    const files = VARIANTS.map((variant) => encode(ffmpeg, folder, variant, secondsEach));
    const viewers: Viewer[] = [];
    for (let round = 0; round < PUBLISHES; round += 1) {
      console.log(`publish ${round + 1} of ${PUBLISHES}, ${secondsEach} s`);
      const startedAt = Date.now();
      const publishers = VARIANTS.map((variant, index) =>
        publish(ffmpeg, files[index] ?? '', media, variant.name),
      );
      if (round > 0)
        returns.push({
          fromMs: startedAt - DISCONNECTED_MS - 1_000,
          toMs: startedAt + RETURN_MS_MAX,
        });
      if (round === 0)
        viewers.push(...(await Promise.all(VARIANTS.map((variant) => watch(variant)))));
      await Promise.all(publishers.map((publisher) => once(publisher, 'exit')));
      const endedAt = Date.now();
      if (round < PUBLISHES - 1) await delay(DISCONNECTED_MS);
      else returns.push({ fromMs: endedAt - 1_000, toMs: Number.POSITIVE_INFINITY });
    }
    return await countStalls(viewers, returns, minutes);
  } finally {
    await browser.close();
    pages.close();
    await media.stop();
    rmSync(folder, { recursive: true, force: true });
  }

  async function watch(variant: Variant): Promise<Viewer> {
    const page = await browser.newPage();
    await page.goto(pages.url);
    await page.evaluate((url) => window.watch.playOurs(url), media.hlsUrl(variant.name));
    return { variant, page };
  }
}

export const bench: Bench = {
  about:
    'stalls of the video in half an hour of four inputs, with two reconnects of each publisher',
  run,
};
