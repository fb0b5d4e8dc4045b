import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { type Bench, percentile, type Report } from './figure.ts';
import { launchBrowser, untilFirstFrame } from './support/browser.ts';
import { startDemoBroadcast } from './support/demo-broadcast.ts';
import { type EdgeChain, startEdgeChain } from './support/edge-chain.ts';
import { type LossyLink, startLossyLink } from './support/lossy-link.ts';
import { type MediaAlone, startMediaAlone } from './support/media-alone.ts';
import { startNginxRtmp } from './support/nginx-rtmp.ts';
import { startPageServer } from './support/page-server.ts';
import { requirePrograms } from './support/require-programs.ts';
import { untilAnswers } from './support/until-answers.ts';

const CHANNEL = 'clock';
const LINK = { delayMs: 60, share: 0.01 };
const minutes = Number(process.env.LINK_MINUTES ?? 10);
/** Time for players to reach their target latency. */
const SETTLE_S = 15;

/** What a viewer experienced. */
interface Seen {
  /** Ages of the shown frames in milliseconds. */
  readonly ages: number[];
  readonly stalls: number;
  readonly longestStallMs: number;
}

async function openPlayer(
  browser: Browser,
  pageUrl: string,
  method: 'playOurs' | 'playPlain',
  hlsUrl: string,
): Promise<Page> {
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  await page.goto(pageUrl);
  await page.evaluate(([name, url]) => window.watch[name](url), [method, hlsUrl] as const);
  await untilFirstFrame(page);
  await delay(SETTLE_S * 1_000);
  await page.evaluate(() => {
    window.watch.stalls.length = 0;
    window.watch.readClock();
  });
  return page;
}

async function readSeen(page: Page, epochMs: number): Promise<Seen> {
  const [ages, stalls] = await page.evaluate(
    (epoch) => [window.watch.ages(epoch), window.watch.stalls.map(({ forMs }) => forMs)] as const,
    epochMs,
  );
  return { ages, stalls: stalls.length, longestStallMs: Math.max(0, ...stalls) };
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(2);

const row = (name: string, { ages, stalls, longestStallMs }: Seen): string[] => [
  name,
  String(ages.length),
  ...[0.5, 0.95, 0.99].map((share) => seconds(percentile(ages, share))),
  String(stalls),
  seconds(longestStallMs),
];

function reportOf(ours: Seen, theirs: Seen, link: LossyLink): Report {
  const { carried, lost } = link.packets;
  return {
    table: [
      ['server', 'frames read', 'p50 s', 'p95 s', 'p99 s', 'stalls', 'longest s'],
      row('sangwian LL-HLS through an edge with TLS', ours),
      row('nginx-rtmp, 1 s fragments', theirs),
      ['packets', `${carried} carried`, `${lost} lost`],
    ],
    figures: [
      {
        id: 'lossy-link-encoder-to-screen-p50',
        value: percentile(ours.ages, 0.5) / 1_000,
        goal: 2.5,
        sense: 'at-most',
        unit: 's',
      },
      {
        id: `lossy-link-stalls-in-${minutes}-minutes`,
        value: ours.stalls,
        goal: 1,
        sense: 'at-most',
        unit: '',
      },
      {
        id: 'lossy-link-encoder-to-screen-p50-to-nginx-rtmp',
        value: percentile(ours.ages, 0.5) / percentile(theirs.ages, 0.5),
        goal: 1,
        sense: 'at-most',
        unit: '',
      },
    ],
  };
}

async function measure(media: MediaAlone, chain: EdgeChain, link: LossyLink): Promise<Report> {
  const { nginx, chromium } = requirePrograms('nginx', 'chromium');
  const [peer, pages, browser] = [
    await startNginxRtmp(nginx, CHANNEL),
    await startPageServer(),
    await launchBrowser([], link.wrap(chromium)),
  ];
  const broadcasts = [media, peer].map(({ rtmpPort }) =>
    startDemoBroadcast({ port: rtmpPort, streamKey: CHANNEL }),
  );
  const [ours, theirs] = broadcasts;
  if (ours === undefined || theirs === undefined) throw new Error('there is no broadcast');
  try {
    for (const url of [pages.url, chain.edge.url, peer.hlsUrl])
      link.carry(Number(new URL(url).port));
    await Promise.all([media.hlsUrl(CHANNEL), peer.hlsUrl].map(untilAnswers));
    const [low, plain] = await Promise.all([
      openPlayer(browser, pages.url, 'playOurs', chain.through(media.hlsUrl(CHANNEL))),
      openPlayer(browser, pages.url, 'playPlain', peer.hlsUrl),
    ]);
    await delay(minutes * 60_000);
    return reportOf(
      await readSeen(low, ours.epochMs()),
      await readSeen(plain, theirs.epochMs()),
      link,
    );
  } finally {
    await Promise.all(broadcasts.map((broadcast) => broadcast.stop()));
    await browser.close();
    pages.close();
    await peer.stop();
  }
}

async function run(): Promise<Report> {
  requirePrograms('varnishd', 'haproxy', 'openssl');
  const link = await startLossyLink(LINK);
  const media = await startMediaAlone();
  try {
    const chain = await startEdgeChain(media);
    try {
      return await measure(media, chain, link);
    } finally {
      await chain.stop();
    }
  } finally {
    await media.stop();
    await link.stop();
  }
}

export const bench: Bench = {
  about: `${minutes} minutes of a stream over a link that delays each packet by ${LINK.delayMs} ms and loses ${LINK.share * 100} % in each direction, beside nginx-rtmp`,
  run,
};
