import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { startThinRelay, type ThinRelay } from '../e2e/support/thin-relay.ts';
import { type Bench, percentile, type Report } from './figure.ts';
import { launchBrowser, untilFirstFrame } from './support/browser.ts';
import { startDemoBroadcast } from './support/demo-broadcast.ts';
import { type MediaAlone, startMediaAlone } from './support/media-alone.ts';
import { startPageServer } from './support/page-server.ts';

const CHANNEL = 'by-rtmp';
/** A fifth of the demo's bit rate. */
const THIN_BITS_PER_S = 300_000;
const ROUNDS = 12;
/** Playing time before the bandwidth limit, plus up to a second at random. */
const SETTLE_MS = 3_000;
const BURST_MS = 1_000;
/** Observation time after a burst of loss. */
const AFTER_BURST_MS = 3_000;
const SESSION_POLL_MS = 20;

interface Round {
  /** Time from the bandwidth limit until the server ended the session. */
  readonly serverMs: number;
  /** Time from the bandwidth limit until the page left WebRTC. */
  readonly pageMs: number;
}

async function watch(page: Page, media: MediaAlone): Promise<string> {
  const offer = page.waitForResponse(
    (response) => /\/whep\?/.test(response.url()) && response.request().method() === 'POST',
  );
  await page.evaluate((url) => window.watch.playRealtime(url), media.whepUrl(CHANNEL));
  const answered = await offer;
  await untilFirstFrame(page);
  await delay(SETTLE_MS + Math.random() * 1_000);
  return new URL(answered.headers().location ?? '', answered.url()).href;
}

/** Resolves when the server has ended a session. */
async function untilEnded(session: string): Promise<number> {
  while ((await fetch(session, { method: 'PATCH' })).status === 204) await delay(SESSION_POLL_MS);
  return Date.now();
}

async function measureRound(page: Page, media: MediaAlone, relay: ThinRelay): Promise<Round> {
  relay.thin(Number.POSITIVE_INFINITY);
  const session = await watch(page, media);
  const fromMs = Date.now();
  relay.thin(THIN_BITS_PER_S);
  const [endedAtMs, lost] = await Promise.all([
    untilEnded(session),
    page.waitForFunction(() => window.watch.realtimeLostAtMs, undefined, { polling: 16 }),
  ]);
  return {
    serverMs: endedAtMs - fromMs,
    pageMs: ((await lost.jsonValue()) ?? Number.POSITIVE_INFINITY) - fromMs,
  };
}

/** Returns whether the page keeps WebRTC through a second of total packet loss. */
async function survivesBurst(page: Page, media: MediaAlone, relay: ThinRelay): Promise<boolean> {
  relay.thin(Number.POSITIVE_INFINITY);
  await watch(page, media);
  relay.cut(true);
  await delay(BURST_MS);
  relay.cut(false);
  await delay(AFTER_BURST_MS);
  return (await page.evaluate(() => window.watch.realtimeLostAtMs)) === null;
}

async function run(): Promise<Report> {
  const [media, pages, browser, relay] = [
    await startMediaAlone(),
    await startPageServer(),
    await launchBrowser(),
    await startThinRelay(),
  ];
  const broadcast = startDemoBroadcast({ port: media.rtmpPort, streamKey: CHANNEL });
  const openPage = async (withStatistics: boolean): Promise<Page> => {
    const page = await browser.newPage();
    await relay.lead(page);
    // Without WebRTC statistics, the page cannot measure the link, so only the server can end the session.
    if (!withStatistics)
      await page.addInitScript(() => {
        RTCPeerConnection.prototype.getStats = async () => new Map();
      });
    await page.goto(pages.url);
    return page;
  };
  try {
    while (!(await fetch(media.hlsUrl(CHANNEL))).ok) await delay(100);
    const alone: Round[] = [];
    const both: Round[] = [];
    let survived = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [rounds, withStatistics] of [
        [alone, false],
        [both, true],
      ] as const) {
        const page = await openPage(withStatistics);
        rounds.push(await measureRound(page, media, relay));
        await page.close();
      }
      const page = await openPage(true);
      if (await survivesBurst(page, media, relay)) survived += 1;
      await page.close();
    }
    const row = (name: string, values: readonly number[]): string[] => [
      name,
      ...[0, 0.5, 0.9, 1].map((share) => (percentile(values, share) / 1_000).toFixed(2)),
    ];
    const pageMs = alone.map((round) => round.pageMs);
    return {
      table: [
        ['from the change of the link', 'best s', 'p50 s', 'p90 s', 'worst s'],
        row(
          'the server alone: session ended',
          alone.map(({ serverMs }) => serverMs),
        ),
        row('the server alone: page left WebRTC', pageMs),
        row(
          'server and page: page left WebRTC',
          both.map((round) => round.pageMs),
        ),
      ],
      figures: [
        {
          id: 'thin-link-worst',
          value: Math.max(...pageMs) / 1_000,
          goal: 3,
          sense: 'at-most',
          unit: ' s',
        },
        {
          id: 'sessions-kept-through-burst',
          value: survived / ROUNDS,
          goal: 1,
          sense: 'at-least',
          unit: '',
        },
      ],
    };
  } finally {
    await broadcast.stop();
    relay.close();
    await browser.close().catch(() => {});
    pages.close();
    await media.stop();
  }
}

export const bench: Bench = {
  about: `how soon a page leaves WebRTC when its link falls to ${THIN_BITS_PER_S / 1_000} kbit/s, and that a second of loss ends nothing`,
  run,
};
