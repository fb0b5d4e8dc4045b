import { execFileSync } from 'node:child_process';
import { joinLive, signIn } from '../e2e/support/fan.ts';
import { findListener } from '../e2e/support/find-listener.ts';
import { freePort, readRunFile, startStack } from '../e2e/support/start-stack.ts';
import type { Bench, Report } from './figure.ts';
import { startNginxPeer } from './support/nginx-peer.ts';
import { cpuSeconds, pinToCore } from './support/processes.ts';
import { requirePrograms } from './support/require-programs.ts';

const ROUNDS = 3;
const ROUND_S = 5;
const CONNECTIONS = 64;
/** The server is pinned to one core, the load generator to the other. */
const SERVER_CORE = 0;
const LOAD_CORE = 1;

interface Sample {
  readonly name: 'playlist' | 'part';
  readonly url: string;
}

async function read(url: string): Promise<Buffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} for a media URL`);
  return Buffer.from(await response.arrayBuffer());
}

/**
 * Returns the URLs of a media playlist and one of its parts. The part comes first, because after a minute the server
 * would read it from disk, unlike at the live edge.
 */
async function takeSamples(masterUrl: string): Promise<Sample[]> {
  const master = (await read(masterUrl)).toString();
  const variant = master.split('\n').find((line) => line !== '' && !line.startsWith('#'));
  if (variant === undefined) throw new Error('the multivariant playlist names no playlist');
  const playlistUrl = new URL(variant, masterUrl).href;
  const playlist = await read(playlistUrl);
  const part = [...playlist.toString().matchAll(/#EXT-X-PART:.*URI="([^"]+)"/g)].at(-2)?.[1];
  if (part === undefined) throw new Error('the playlist lists no part');
  const partUrl = new URL(part, playlistUrl).href;
  return [
    { name: 'part', url: partUrl },
    { name: 'playlist', url: playlistUrl },
  ];
}

/**
 * Returns the requests per CPU second of a server under full load. @throws {Error} if a response is not 2xx. Rates per
 * wall-clock second would also measure the load generator and other load of the machine.
 */
function measure(wrk: string, url: string, server: number): number {
  const cpuBefore = cpuSeconds(server);
  const output = execFileSync(
    'taskset',
    ['-c', String(LOAD_CORE), wrk, '-t1', `-c${CONNECTIONS}`, `-d${ROUND_S}s`, url],
    { encoding: 'utf8' },
  );
  if (/Non-2xx/.test(output)) throw new Error(`some responses were not 2xx:\n${output}`);
  const requests = Number(/(\d+) requests in/.exec(output)?.[1]);
  return requests / (cpuSeconds(server) - cpuBefore);
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

async function run(): Promise<Report> {
  const { nginx, wrk } = requirePrograms('nginx', 'wrk');
  const mediaPort = await freePort();
  const stack = await startStack({ DEMO_CROWD: '0', MEDIA_PORT: String(mediaPort) });
  try {
    const fan = await signIn(readRunFile(stack.dataDir));
    const { hlsUrl } = await joinLive(fan);
    // Bypasses the site's proxy to measure one media process.
    const direct = new URL(hlsUrl, `http://127.0.0.1:${mediaPort}`).href;
    const samples = await takeSamples(direct);
    const media = findListener(mediaPort);
    pinToCore(media, SERVER_CORE);
    const peer = await startNginxPeer({
      nginx,
      names: samples.map(({ name }) => name),
      core: SERVER_CORE,
    });
    const peerProcess = findListener(peer.port);
    const table = [['address', 'bytes', 'sangwian req/CPU s', 'nginx req/CPU s', 'ratio']];
    const figures = [];
    for (const sample of samples) {
      const ours: number[] = [];
      const theirs: number[] = [];
      const peerUrl = `http://127.0.0.1:${peer.port}/${sample.name}`;
      // The first round warms up code and file caches.
      peer.put(sample.name, await read(sample.url));
      measure(wrk, sample.url, media);
      measure(wrk, peerUrl, peerProcess);
      let bytes = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        ours.push(measure(wrk, sample.url, media));
        // A playlist grows with its stream, so nginx serves a copy of the latest version.
        const body = await read(sample.url);
        bytes = body.length;
        peer.put(sample.name, body);
        theirs.push(measure(wrk, peerUrl, peerProcess));
      }
      const ratio = median(ours) / median(theirs);
      table.push([
        sample.name,
        String(bytes),
        median(ours).toFixed(0),
        median(theirs).toFixed(0),
        ratio.toFixed(2),
      ]);
      figures.push({
        id: `${sample.name}-requests-per-core-to-nginx`,
        value: ratio,
        goal: 0.6,
        sense: 'at-least' as const,
        unit: '',
      });
    }
    await peer.stop();
    return { table, figures };
  } finally {
    await stack.stop();
  }
}

export const bench: Bench = {
  about:
    'playlist and part requests per CPU second, beside nginx serving the same bytes from files',
  run,
};
