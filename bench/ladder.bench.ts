import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Bench, percentile, type Report } from './figure.ts';
import { type MediaAlone, startMediaAlone } from './support/media-alone.ts';
import { requirePrograms } from './support/require-programs.ts';
import { untilAnswers } from './support/until-answers.ts';

const CHANNEL = 'ladder';
const RUNGS = ['720p:2500k', '480p:1200k', '240p:400k'];
/** Time for the encoder to start, before the measurement. */
const SETTLE_S = 5;
const MEASURE_S = 20;
const RETRY_MS = 100;

/** Generates ten seconds of moving video as 1080p30 at 6 Mbit/s. Noise gives the encoders realistic work. */
function drawSource(folder: string): string {
  const file = join(folder, 'source.flv');
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=1920x1080:rate=30'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000', '-t', '10'],
    ...['-vf', 'noise=alls=8:allf=t', '-c:v', 'libx264', '-preset', 'superfast', '-bf', '0'],
    ...['-g', '30', '-sc_threshold', '0', '-pix_fmt', 'yuv420p'],
    ...['-b:v', '6M', '-maxrate', '6M', '-bufsize', '6M', '-c:a', 'aac', '-ac', '2', file],
  ]);
  return file;
}

function publish(file: string, media: MediaAlone): ChildProcess {
  const address = `rtmp://127.0.0.1:${media.rtmpPort}/live/${CHANNEL}`;
  return spawn(
    'ffmpeg',
    [
      ...['-v', 'error', '-nostdin', '-re', '-stream_loop', '-1', '-i', file],
      ...['-c', 'copy', '-f', 'flv', address],
    ],
    { stdio: 'ignore' },
  );
}

/**
 * Returns the number of the open segment of a playlist. Retries until `untilMs`, because an overloaded machine drops
 * renditions.
 */
async function openSegment(address: string, untilMs: number): Promise<number> {
  let response = await fetch(address);
  while (!response.ok && performance.now() < untilMs) {
    await delay(RETRY_MS);
    response = await fetch(address);
  }
  const text = await response.text();
  const first = Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1]);
  return first + (text.match(/^s\d+\.m4s$/gm)?.length ?? 0);
}

/** Follows a playlist by blocking reloads. Returns the time at which each part was first listed. */
async function followParts(address: string, untilMs: number): Promise<Map<string, number>> {
  const listed = new Map<string, number>();
  let sequence = await openSegment(address, untilMs);
  let part = 0;
  while (performance.now() < untilMs) {
    const response = await fetch(`${address}?_HLS_msn=${sequence}&_HLS_part=${part}`);
    const nowMs = performance.now();
    const text = await response.text();
    const name = `p${sequence}-${part}.m4s`;
    if (!response.ok) {
      // The rendition was interrupted.
      sequence = await openSegment(address, untilMs);
      part = 0;
    } else if (text.includes(`URI="${name}"`)) {
      if (!text.includes(`TYPE=PART,URI="${name}"`)) listed.set(name, nowMs);
      part += 1;
    } else {
      sequence += 1;
      part = 0;
    }
  }
  return listed;
}

/** Returns by how many milliseconds each part of a rendition was listed later than the same part of the source. */
async function addedLatency(media: MediaAlone, rung: string): Promise<number[]> {
  const base = media.hlsUrl(CHANNEL).replace(/index\.m3u8$/, '');
  const untilMs = performance.now() + MEASURE_S * 1000;
  const [source, made] = await Promise.all([
    followParts(`${base}stream.m3u8`, untilMs),
    followParts(`${base}${rung}/stream.m3u8`, untilMs),
  ]);
  return [...made].flatMap(([name, atMs]) => {
    const before = source.get(name);
    return before === undefined ? [] : [atMs - before];
  });
}

/** CPU seconds of the ladder's encoder and of the thumbnails. */
interface CpuSeconds {
  readonly ladder: number;
  readonly thumbnails: number;
}

async function readCpuSeconds(media: MediaAlone): Promise<CpuSeconds> {
  const text = await (await fetch(`http://127.0.0.1:${media.httpPort}/metrics`)).text();
  return {
    ladder: Number(/channel_ladder_cpu_seconds_total\{[^}]*\} (\S+)/.exec(text)?.[1]),
    thumbnails: Number(/_thumbnail_cpu_seconds_total (\d\S*)/.exec(text)?.[1]),
  };
}

interface Measured {
  readonly rungs: number;
  readonly cores: number;
  readonly thumbnailCores: number;
  readonly addedMs: readonly number[];
}

async function measure(file: string, count: number): Promise<Measured> {
  const media = await startMediaAlone({ MEDIA_LADDER: RUNGS.slice(0, count).join() });
  const encoder = publish(file, media);
  try {
    await untilAnswers(media.hlsUrl(CHANNEL));
    await delay(SETTLE_S * 1000);
    const [before, atMs] = [await readCpuSeconds(media), performance.now()];
    const smallest = RUNGS[count - 1]?.split(':')[0] ?? '';
    const addedMs = await addedLatency(media, smallest);
    if (addedMs.length === 0)
      throw new Error(`${smallest} listed no part of the source: the machine is too busy`);
    const seconds = (performance.now() - atMs) / 1000;
    const after = await readCpuSeconds(media);
    return {
      rungs: count,
      cores: (after.ladder - before.ladder) / seconds,
      thumbnailCores: (after.thumbnails - before.thumbnails) / seconds,
      addedMs,
    };
  } finally {
    const exit = once(encoder, 'exit');
    encoder.kill('SIGKILL');
    await exit;
    await media.stop();
  }
}

async function run(): Promise<Report> {
  requirePrograms('ffmpeg');
  const folder = mkdtempSync(join(tmpdir(), 'sangwian-ladder-'));
  try {
    const file = drawSource(folder);
    const measured: Measured[] = [];
    for (const [index] of RUNGS.entries()) measured.push(await measure(file, index + 1));
    const whole = measured.at(-1);
    if (whole === undefined || whole.addedMs.length === 0) throw new Error('no part was compared');
    const latency = (share: number): number => percentile(whole.addedMs, share) / 1000;
    return {
      table: [
        [
          'renditions of 1080p30',
          'cores',
          'cores for thumbnails',
          'parts',
          'added p50 ms',
          'added p95 ms',
        ],
        ...measured.map(({ rungs, cores, thumbnailCores, addedMs }) => [
          RUNGS.slice(0, rungs).join(', '),
          cores.toFixed(2),
          thumbnailCores.toFixed(4),
          String(addedMs.length),
          ...[0.5, 0.95].map((share) => percentile(addedMs, share).toFixed(0)),
        ]),
      ],
      figures: [
        {
          id: 'ladder-added-latency-p50',
          value: latency(0.5),
          goal: 0.6,
          sense: 'at-most',
          unit: ' s',
        },
        {
          id: 'ladder-added-latency-p95',
          value: latency(0.95),
          goal: 0.6,
          sense: 'at-most',
          unit: ' s',
        },
        {
          id: 'thumbnail-cores',
          value: Math.max(...measured.map(({ thumbnailCores }) => thumbnailCores)),
          goal: 0.02,
          sense: 'at-most',
          unit: '',
        },
        { id: 'ladder-cores', value: whole.cores, goal: 1, sense: 'at-most', unit: '' },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const bench: Bench = {
  about: `what a ladder of ${RUNGS.join(', ')} adds to a 1080p30 source: latency of each part, and processor time, also of its thumbnails`,
  run,
};
