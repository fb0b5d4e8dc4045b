import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { type Bench, type Figure, percentile, type Report } from './figure.ts';
import { launchBrowser, untilFirstFrame } from './support/browser.ts';
import { type DemoBroadcast, startDemoBroadcast } from './support/demo-broadcast.ts';
import { type MediaAlone, startMediaAlone } from './support/media-alone.ts';
import { startPageServer } from './support/page-server.ts';
import { cpuSeconds } from './support/processes.ts';
import type { WhepCrowdReport } from './support/whep-crowd.ts';
import { startWhipBroadcast } from './support/whip-broadcast.ts';

const SETTLE_S = 5;
const WATCH_S = 30;
/** Viewers whose packets are counted. */
const PEERS = 100;
const COUNT_S = 15;
/** Packet size in the C loop: the size of most video packets. */
const PACKET_BYTES = 1_200;
const PEER_S = 3;

async function untilPublished(media: MediaAlone, channel: string): Promise<void> {
  while (
    !(await fetch(media.hlsUrl(channel)).then(
      (response) => response.ok,
      () => false,
    ))
  )
    await delay(100);
}

/** Returns the ages of the frames that a browser shows, in ms, read from their time codes. */
async function watch(
  browser: Browser,
  pageUrl: string,
  whepUrl: string,
  from: DemoBroadcast,
): Promise<number[]> {
  const page = await browser.newPage();
  await page.goto(pageUrl);
  await page.evaluate((url) => window.watch.playWhep(url), whepUrl);
  await untilFirstFrame(page);
  await delay(SETTLE_S * 1_000);
  await page.evaluate(() => window.watch.readClock());
  await delay(WATCH_S * 1_000);
  const ages = await page.evaluate((epoch) => window.watch.ages(epoch), from.epochMs());
  await page.close();
  return ages;
}

async function startCrowd(media: MediaAlone, channel: string): Promise<ChildProcess> {
  const addresses = Array.from({ length: PEERS }, () => media.whepUrl(channel));
  const crowd = fork(join(import.meta.dirname, 'support/whep-crowd.ts'), [
    String(PEERS),
    ...addresses,
  ]);
  await once(crowd, 'message');
  return crowd;
}

async function reportOf(crowd: ChildProcess): Promise<WhepCrowdReport> {
  crowd.send('report');
  const [report] = (await once(crowd, 'message')) as [WhepCrowdReport];
  return report;
}

/** Returns the server's CPU microseconds per packet to a viewer, excluding the cost of the stream itself. */
async function costPerPacket(
  media: MediaAlone,
  channel: string,
): Promise<{ us: number; perS: number }> {
  const aloneBefore = cpuSeconds(media.pid);
  await delay(COUNT_S * 1_000);
  const alone = cpuSeconds(media.pid) - aloneBefore;
  const crowd = await startCrowd(media, channel);
  try {
    await delay(2_000);
    await reportOf(crowd);
    const before = cpuSeconds(media.pid);
    await delay(COUNT_S * 1_000);
    const { packets } = await reportOf(crowd);
    const cpu = cpuSeconds(media.pid) - before - alone;
    return { us: (cpu * 1e6) / packets, perS: packets / COUNT_S };
  } finally {
    crowd.kill('SIGKILL');
  }
}

/** Returns the CPU microseconds per packet of a C program that only sends packets of this size, unencrypted. */
function sendLoopUs(): number {
  const folder = mkdtempSync(join(tmpdir(), 'bench-send-'));
  try {
    const program = join(folder, 'send-loop');
    execFileSync('cc', ['-O2', '-o', program, join(import.meta.dirname, 'peers/send-loop.c')]);
    const output = execFileSync(program, [String(PEERS), String(PACKET_BYTES), String(PEER_S)]);
    const [packets = 1, cpu = 0] = output.toString().trim().split(' ').map(Number);
    return (cpu * 1e6) / packets;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const latencyFigure = (id: string, ages: readonly number[], goal: number): Figure => ({
  id,
  value: percentile(ages, 0.5),
  goal,
  sense: 'at-most',
  unit: 'ms',
});

async function run(): Promise<Report> {
  const [media, pages, browser] = [
    await startMediaAlone(),
    await startPageServer(),
    await launchBrowser(),
  ];
  const rtmp = startDemoBroadcast({ port: media.rtmpPort, streamKey: 'by-rtmp' });
  const whip = await startWhipBroadcast(media.whipUrl, 'by-whip');
  try {
    await Promise.all([untilPublished(media, 'by-rtmp'), untilPublished(media, 'by-whip')]);
    const byWhip = await watch(browser, pages.url, media.whepUrl('by-whip'), whip);
    const byRtmp = await watch(browser, pages.url, media.whepUrl('by-rtmp'), rtmp);
    await browser.close();
    const { us, perS } = await costPerPacket(media, 'by-rtmp');
    const peerUs = sendLoopUs();
    const row = (name: string, ages: readonly number[]): string[] => [
      name,
      String(ages.length),
      ...[0.5, 0.95].map((share) => percentile(ages, share).toFixed(0)),
    ];
    return {
      table: [
        ['path', 'frames read', 'p50 ms', 'p95 ms'],
        row('WHIP → WHEP', byWhip),
        row('RTMP → WHEP', byRtmp),
        [
          `${PEERS} viewers by WHEP`,
          `${perS.toFixed(0)} packets/s`,
          `${us.toFixed(1)} µs CPU each`,
        ],
        ['C loop of sendto()', '', `${peerUs.toFixed(1)} µs CPU each`],
      ],
      figures: [
        latencyFigure('whip-to-whep-p50', byWhip, 35),
        latencyFigure('rtmp-to-whep-p50', byRtmp, 125),
        { id: 'cpu-per-whep-packet', value: us, goal: 10, sense: 'at-most', unit: 'µs' },
        {
          id: 'cpu-per-whep-packet-to-c-sendto-loop',
          value: us / peerUs,
          goal: 2.2,
          sense: 'at-most',
          unit: '',
        },
      ],
    };
  } finally {
    await Promise.all([rtmp.stop(), whip.stop()]);
    await browser.close().catch(() => {});
    pages.close();
    await media.stop();
  }
}

export const bench: Bench = {
  about:
    'from the encoder to the screen by WebRTC, and what a viewer’s packet costs beside a bare C loop of sendto()',
  run,
};
