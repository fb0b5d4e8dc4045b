import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { findListener } from '../e2e/support/find-listener.ts';
import { type Bench, percentile, type Report } from './figure.ts';
import { type EdgeChain, startEdgeChain } from './support/edge-chain.ts';
import { Follower } from './support/follower.ts';
import type { HlsCrowdOrder, HlsCrowdReport } from './support/hls-crowd.ts';
import { type MediaAlone, startMediaAlone } from './support/media-alone.ts';
import { startNginxPeer } from './support/nginx-peer.ts';
import { cpuSeconds } from './support/processes.ts';
import { requirePrograms } from './support/require-programs.ts';
import { startSmallBroadcast } from './support/small-broadcast.ts';

const CHANNEL = 'edge';
const CROWDS = [100, 1_000, 5_000] as const;
/**
 * After each part, a follower skips two segments. Two cores cannot serve 5 000 followers of every part, with TLS and
 * both edges. The followers join one after another, so every part is still fetched by some of them.
 */
const SKIPPED_SEGMENTS = 2;
const SETTLE_MS = 6_000;
const MEASURE_S = 20;
const LATENCY_S = 40;
const ENCODER_CORE = 1;
const ROUNDS = 3;
const ROUND_S = 5;
const CONNECTIONS = 64;

const playlistOf = (media: MediaAlone): string =>
  media.hlsUrl(CHANNEL).replace('index.m3u8', 'stream.m3u8');

/** Returns how many requests for playlists, parts and segments the origin has served. */
async function originAnswers(media: MediaAlone): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${media.httpPort}/metrics`)).text();
  const lines = [...text.matchAll(/^sangwian_media_answers_total\{[^}]*\} (\d+)/gm)];
  if (lines.length === 0) throw new Error('the origin has no metric of its responses');
  return lines.reduce((sum, [, count]) => sum + Number(count), 0);
}

interface Crowd {
  report(): Promise<HlsCrowdReport>;
  stop(): void;
}

async function startCrowd(order: HlsCrowdOrder): Promise<Crowd> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'support/hls-crowd.ts'));
  child.send(order);
  await once(child, 'message');
  return {
    report: async () => {
      child.send('report');
      const [report] = (await once(child, 'message')) as [HlsCrowdReport];
      return report;
    },
    stop: () => child.kill('SIGKILL'),
  };
}

interface Load {
  readonly followers: number;
  readonly originPerS: number;
  /** CPU seconds of the origin per second. */
  readonly originCpu: number;
  readonly partsPerS: number;
  readonly lost: number;
}

/** Measures the load on the origin while each edge serves an equal share of the followers. */
async function measureCrowd(
  media: MediaAlone,
  chains: readonly EdgeChain[],
  followers: number,
): Promise<Load> {
  const share = followers / chains.length;
  const crowds = await Promise.all(
    chains.map(({ edge, through }) =>
      startCrowd({
        addresses: Array.from({ length: share }, () => through(playlistOf(media))),
        ca: edge.ca,
        skippedSegments: SKIPPED_SEGMENTS,
      }),
    ),
  );
  try {
    await delay(SETTLE_MS);
    await Promise.all(crowds.map((crowd) => crowd.report()));
    const [answers, cpu] = [await originAnswers(media), cpuSeconds(media.pid)];
    await delay(MEASURE_S * 1_000);
    const originPerS = ((await originAnswers(media)) - answers) / MEASURE_S;
    const originCpu = (cpuSeconds(media.pid) - cpu) / MEASURE_S;
    const reports = await Promise.all(crowds.map((crowd) => crowd.report()));
    const sum = (pick: (report: HlsCrowdReport) => number): number =>
      reports.reduce((total, report) => total + pick(report), 0);
    return {
      followers,
      originPerS,
      originCpu,
      partsPerS: sum(({ parts }) => parts) / MEASURE_S,
      lost: sum(({ lost }) => lost),
    };
  } finally {
    for (const crowd of crowds) crowd.stop();
  }
}

/** Records when a follower has completely received each part. */
function timeParts(address: string, ca?: string): { at: Map<string, number>; stop(): void } {
  const at = new Map<string, number>();
  const follower = new Follower({
    address,
    ...(ca === undefined ? {} : { ca }),
    onPart: (name) => at.set(name, performance.now()),
    onLost: () => {
      throw new Error('a follower was disconnected');
    },
  });
  return { at, stop: () => follower.stop() };
}

/** Returns by how many milliseconds the edge delays each part, compared with the origin. */
async function measureLatency(media: MediaAlone, { edge, through }: EdgeChain): Promise<number[]> {
  const direct = timeParts(playlistOf(media));
  const edged = timeParts(through(playlistOf(media)), edge.ca);
  await delay(LATENCY_S * 1_000);
  direct.stop();
  edged.stop();
  return [...edged.at].flatMap(([name, at]) => {
    const directAt = direct.at.get(name);
    return directAt === undefined ? [] : [at - directAt];
  });
}

/** Returns the number of requests and the CPU seconds of servers under full load. */
function load(wrk: string, url: string, pids: readonly number[]): [number, number] {
  const cpu = (): number => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const before = cpu();
  const output = execFileSync(
    wrk,
    ['-t1', `-c${CONNECTIONS}`, `-d${ROUND_S}s`, '-H', 'Accept-Encoding: gzip', url],
    { encoding: 'utf8' },
  );
  if (/Non-2xx/.test(output)) throw new Error(`some responses were not 2xx:\n${output}`);
  return [Number(/(\d+) requests in/.exec(output)?.[1]), cpu() - before];
}

async function get(url: string): Promise<Buffer> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  if (!response.ok) throw new Error(`${response.status} for a media URL`);
  return Buffer.from(await response.arrayBuffer());
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Returns playlist and part requests per CPU second, for all processes of an edge together and for nginx. */
async function measureRequests(
  media: MediaAlone,
  chain: EdgeChain,
): Promise<{ ours: number; theirs: number }> {
  const { nginx, wrk } = requirePrograms('nginx', 'wrk');
  const { certificate } = chain.edge;
  const peer = await startNginxPeer({ nginx, names: ['playlist', 'part'], certificate });
  const peerPid = findListener(peer.port);
  const ours: number[] = [];
  const theirs: number[] = [];
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const playlist = playlistOf(media);
      const text = (await get(playlist)).toString();
      const listed = [...text.matchAll(/PART:[^\n]*URI="(p(\d+)-(\d+)\.m4s)/g)].at(-2);
      const [, file = '', segment, part] = listed ?? [];
      const named = `${playlist}?_HLS_msn=${segment}&_HLS_part=${part}`;
      const partUrl = new URL(file, playlist).href;
      peer.put('playlist', gzipSync(await get(named)));
      peer.put('part', await get(partUrl));
      const pair = (urls: readonly string[], pids: readonly number[]): number => {
        const loads = urls.map((url) => load(wrk, url, pids));
        const total = (index: 0 | 1): number => loads.reduce((sum, one) => sum + one[index], 0);
        return total(0) / total(1);
      };
      const edge = pair([named, partUrl].map(chain.through), chain.pids);
      const root = `https://127.0.0.1:${peer.port}`;
      const files = pair([`${root}/playlist`, `${root}/part`], [peerPid]);
      // The first round warms up.
      if (round === 0) continue;
      ours.push(edge);
      theirs.push(files);
    }
  } finally {
    await peer.stop();
  }
  return { ours: median(ours), theirs: median(theirs) };
}

const formatLoad = ({ followers, originPerS, originCpu, partsPerS, lost }: Load): string[] => [
  String(followers),
  originPerS.toFixed(1),
  originCpu.toFixed(3),
  partsPerS.toFixed(0),
  (partsPerS / followers).toFixed(2),
  String(lost),
];

async function measureAll(media: MediaAlone, chains: readonly EdgeChain[]): Promise<Report> {
  const [first] = chains;
  if (first === undefined) throw new Error('there is no edge');
  const late = await measureLatency(media, first);
  const { ours, theirs } = await measureRequests(media, first);
  const loads: Load[] = [];
  for (const followers of CROWDS) loads.push(await measureCrowd(media, chains, followers));
  const [few, many] = [loads[0], loads.at(-1)];
  if (few === undefined || many === undefined) throw new Error('no crowd was measured');
  return {
    table: [
      ['followers', 'origin requests/s', 'origin CPU s/s', 'parts/s', 'parts/s each', 'lost'],
      ...loads.map(formatLoad),
      [
        'through an edge',
        `p50 +${percentile(late, 0.5).toFixed(1)} ms`,
        `p99 +${percentile(late, 0.99).toFixed(1)} ms`,
      ],
      ['requests/CPU s', `edge ${ours.toFixed(0)}`, `nginx with TLS ${theirs.toFixed(0)}`],
    ],
    figures: [
      {
        id: 'origin-requests-5000-followers-to-100',
        value: many.originPerS / few.originPerS,
        goal: 1.1,
        sense: 'at-most',
        unit: '',
      },
      {
        // Below one, the two cores are the bottleneck.
        id: 'parts-each-5000-followers-to-100',
        value: many.partsPerS / many.followers / (few.partsPerS / few.followers),
        goal: 0.95,
        sense: 'at-least',
        unit: '',
      },
      {
        id: 'latency-added-by-edge-p50',
        value: percentile(late, 0.5),
        goal: 50,
        sense: 'at-most',
        unit: 'ms',
      },
      {
        id: 'edge-requests-per-cpu-second-to-nginx',
        value: ours / theirs,
        goal: 0.35,
        sense: 'at-least',
        unit: '',
      },
      {
        id: 'followers-lost',
        value: loads.reduce((sum, { lost }) => sum + lost, 0),
        goal: 0,
        sense: 'at-most',
        unit: '',
      },
    ],
  };
}

async function run(): Promise<Report> {
  requirePrograms('varnishd', 'haproxy', 'openssl');
  const media = await startMediaAlone();
  const chains: EdgeChain[] = [];
  try {
    const broadcast = await startSmallBroadcast(media, CHANNEL, ENCODER_CORE);
    try {
      chains.push(await startEdgeChain(media), await startEdgeChain(media));
      return await measureAll(media, chains);
    } finally {
      broadcast.stop();
    }
  } finally {
    for (const chain of chains) await chain.stop();
    await media.stop();
  }
}

export const bench: Bench = {
  about:
    'a stream through two edges: requests that reach the origin, added latency, and requests per CPU second',
  run,
};
