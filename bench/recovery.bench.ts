import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { findLiveOn, signIn } from '../e2e/support/fan.ts';
import { findListener } from '../e2e/support/find-listener.ts';
import { readRunFile, startStack } from '../e2e/support/start-stack.ts';
import { type Bench, percentile, type Report } from './figure.ts';
import { launchBrowser, signPageIn, untilFirstFrame } from './support/browser.ts';

const ROUNDS = 5;
const GOAL_MS = 5_000;
/** The supervisor resets its back-off after 30 s. */
const STEADY_MS = 31_000;
/** The video is observed for this long after the kill. */
const WATCH_MS = 15_000;
/** A longer gap between frames counts as a stall; the demo has 30 frames per second. */
const STANDSTILL_MS = 250;

declare global {
  interface Window {
    /** Wall-clock times (ms) of the frames that reached the screen. */
    framesShownAtMs: number[];
  }
}

/** Records when frames reach the screen, from now on. */
const recordFrames = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const video = document.querySelector('video');
    if (video === null) throw new Error('the page has no video');
    window.framesShownAtMs = [];
    const onFrame = (now: number): void => {
      window.framesShownAtMs.push(performance.timeOrigin + now);
      video.requestVideoFrameCallback(onFrame);
    };
    video.requestVideoFrameCallback(onFrame);
  });

interface Recovery {
  /** Time from the kill to the first frame after the first stall. */
  readonly resumedMs: number;
  /** Total duration of the stalls. */
  readonly frozenMs: number;
}

/**
 * Returns the stalls after a kill; zeros if the player's buffer bridged it. @throws {Error} if the video is still
 * frozen at the end
 */
function findRecovery(killedAtMs: number, framesAtMs: readonly number[]): Recovery {
  const after = framesAtMs.filter((atMs) => atMs >= killedAtMs);
  const last = after.at(-1) ?? killedAtMs;
  if (last < killedAtMs + WATCH_MS - STANDSTILL_MS) {
    throw new Error(
      `the picture is frozen since ${Math.round(last - killedAtMs)} ms after the kill`,
    );
  }
  const gaps = after
    .slice(1)
    .map((atMs, index) => ({ endMs: atMs, lengthMs: atMs - (after[index] ?? atMs) }))
    .filter(({ lengthMs }) => lengthMs >= STANDSTILL_MS);
  return {
    resumedMs: (gaps[0]?.endMs ?? killedAtMs) - killedAtMs,
    frozenMs: gaps.reduce((sum, { lengthMs }) => sum + lengthMs, 0),
  };
}

async function killAndWatch(page: Page, rtmpPort: number): Promise<Recovery> {
  await page.evaluate(() => {
    window.framesShownAtMs.length = 0;
  });
  const killedAtMs = Date.now();
  process.kill(findListener(rtmpPort), 'SIGKILL');
  await delay(WATCH_MS);
  return findRecovery(killedAtMs, await page.evaluate(() => window.framesShownAtMs));
}

async function run(): Promise<Report> {
  const stack = await startStack({ DEMO_CROWD: '0' });
  const browser = await launchBrowser();
  try {
    const run = readRunFile(stack.dataDir);
    const rtmpPort = Number(new URL(run.rtmp.server).port);
    const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
    await signPageIn(page, await signIn(run));
    await page.goto(`${stack.url}/live/${(await findLiveOn(run)).program_live_id}`);
    await untilFirstFrame(page);
    await recordFrames(page);
    const rounds: Recovery[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await delay(STEADY_MS);
      rounds.push(await killAndWatch(page, rtmpPort));
    }
    const moves = rounds.map(({ resumedMs }) => resumedMs);
    return {
      table: [
        ['kill', 'picture resumed after, ms', 'frozen in total, ms'],
        ...rounds.map(({ resumedMs, frozenMs }, round) => [
          String(round + 1),
          resumedMs.toFixed(0),
          frozenMs.toFixed(0),
        ]),
      ],
      figures: [
        { id: 'media-recovery-p50', value: percentile(moves, 0.5), goal: GOAL_MS },
        { id: 'media-recovery-worst', value: Math.max(...moves), goal: GOAL_MS },
      ].map((figure) => ({ ...figure, sense: 'at-most', unit: 'ms' }) as const),
    };
  } finally {
    await browser.close();
    await stack.stop();
  }
}

export const bench: Bench = {
  about: 'from kill -9 of the media process to a moving picture on the live page, RTMP to LL-HLS',
  run,
};
