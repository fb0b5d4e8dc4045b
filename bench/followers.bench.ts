import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench, Report } from './figure.ts';
import { startDemoBroadcast } from './support/demo-broadcast.ts';
import type { HlsCrowdOrder, HlsCrowdReport } from './support/hls-crowd.ts';
import { type MediaAlone, startMediaAlone } from './support/media-alone.ts';
import { cpuSeconds, pinToCore } from './support/processes.ts';
import { startSmallBroadcast } from './support/small-broadcast.ts';

const FOLLOWERS = 1_000;
const MEASURE_S = 20;
/** The server is pinned to one core, the followers to the other. */
const SERVER_CORE = 0;
const LOAD_CORE = 1;
/**
 * Number of streams in the memory measurement, and their duration: longer than the minute that the server keeps in
 * memory.
 */
const STREAMS = 3;
const FILL_S = 70;
const MB = 1024 * 1024;

const residentBytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;

async function reportOf(crowd: ChildProcess): Promise<HlsCrowdReport> {
  crowd.send('report');
  const [report] = (await once(crowd, 'message')) as [HlsCrowdReport];
  return report;
}

interface Following {
  readonly report: HlsCrowdReport;
  /** CPU seconds per second. */
  readonly cpu: number;
  /** Parts per second of the stream. */
  readonly made: number;
  /** Followers that one core could serve if all fetch every part, computed from the cost of a part and its playlist. */
  readonly perCore: number;
}

/** Returns the parts per second of a media playlist. */
function partRate(playlist: string): number {
  const durations = [...playlist.matchAll(/#EXT-X-PART:DURATION=([\d.]+)/g)].map(([, text]) =>
    Number(text),
  );
  return durations.length / durations.reduce((sum, duration) => sum + duration, 0);
}

async function measureFollowers(media: MediaAlone): Promise<Following> {
  const broadcast = await startSmallBroadcast(media, 'small', LOAD_CORE);
  try {
    const aloneBefore = cpuSeconds(media.pid);
    await delay(5_000);
    const alone = (cpuSeconds(media.pid) - aloneBefore) / 5;
    const playlist = (): string => media.hlsUrl('small').replace('index.m3u8', 'stream.m3u8');
    const crowd = fork(join(import.meta.dirname, 'support/hls-crowd.ts'));
    pinToCore(crowd.pid ?? 0, LOAD_CORE);
    const order: HlsCrowdOrder = { addresses: Array.from({ length: FOLLOWERS }, playlist) };
    crowd.send(order);
    try {
      await once(crowd, 'message');
      await delay(3_000);
      await reportOf(crowd);
      const before = cpuSeconds(media.pid);
      await delay(MEASURE_S * 1_000);
      const report = await reportOf(crowd);
      const cpu = (cpuSeconds(media.pid) - before) / MEASURE_S;
      const made = partRate(await (await fetch(playlist())).text());
      const partsPerCpuS = report.parts / MEASURE_S / (cpu - alone);
      return { report, cpu, made, perCore: partsPerCpuS / made };
    } finally {
      crowd.kill('SIGKILL');
    }
  } finally {
    broadcast.stop();
  }
}

/** Returns the memory of one additional demo stream once its window is full. */
async function measureMemory(media: MediaAlone): Promise<number> {
  const before = residentBytes(media.pid);
  const streams = Array.from({ length: STREAMS }, (_, index) =>
    startDemoBroadcast({ port: media.rtmpPort, streamKey: `stream-${index}` }),
  );
  await delay(FILL_S * 1_000);
  const after = residentBytes(media.pid);
  await Promise.all(streams.map((stream) => stream.stop()));
  return (after - before) / STREAMS;
}

async function run(): Promise<Report> {
  const media = await startMediaAlone();
  try {
    pinToCore(media.pid, SERVER_CORE);
    const { perCore, report, cpu, made } = await measureFollowers(media);
    if (report.lost > 0) throw new Error(`${report.lost} followers were lost`);
    const memory = await measureMemory(media);
    const perS = (count: number): string => (count / MEASURE_S).toFixed(0);
    return {
      table: [
        ['followers', 'playlists/s', 'parts/s', 'MB/s', 'server CPU s/s', 'followers a core'],
        [
          String(FOLLOWERS),
          perS(report.playlists),
          perS(report.parts),
          (report.bytes / MEASURE_S / MB).toFixed(1),
          cpu.toFixed(2),
          perCore.toFixed(0),
        ],
        [`${STREAMS} streams`, `${FILL_S} s`, `${(memory / MB).toFixed(1)} MB each`],
      ],
      figures: [
        {
          id: 'll-hls-followers-per-core',
          value: Math.round(perCore),
          goal: 3_000,
          sense: 'at-least',
          unit: '',
        },
        {
          // Below one, the followers' core is the bottleneck.
          id: 'parts-fetched-to-parts-made',
          value: report.parts / MEASURE_S / FOLLOWERS / made,
          goal: 0.95,
          sense: 'at-least',
          unit: '',
        },
        {
          id: 'memory-per-stream',
          value: memory / MB,
          goal: 40,
          sense: 'at-most',
          unit: 'MB',
        },
      ],
    };
  } finally {
    await media.stop();
  }
}

export const bench: Bench = {
  about: 'LL-HLS followers per core, and memory per stream',
  run,
};
