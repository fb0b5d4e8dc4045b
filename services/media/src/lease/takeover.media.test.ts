import { type ChildProcess, execFile, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { API_ENVIRONMENT, forkApi } from '@sangwian/api/testing/fork-api';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import { sealGrant } from '@sangwian/node-kit/playback-grant';
import {
  type RunningTestCluster,
  runAsAdmin,
  startTestCluster,
} from '@sangwian/testkit/database-cluster';
import { startEdge } from '@sangwian/testkit/start-edge';
import { takePort } from '@sangwian/testkit/take-port';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { encoderArguments, type FfmpegRun, runFfmpeg } from '../rtmp/testing/ffmpeg.ts';
import {
  type ParsedPlaylist,
  parseMediaPlaylist,
  playlistFaults,
  updateFaults,
} from '../testing/conformance.ts';
import { openEdgeClient } from '../testing/edge-client.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
const PREPARE = join(import.meta.dirname, '../../../api/src/prepare.ts');
const CHANNEL = 'ring-1';
const { INTERNAL_SECRET, GRANT_SECRET } = API_ENVIRONMENT;
/**
 * Time limit from the start of the encoder's reconnect to a segment of the new stream, including the start of ffmpeg.
 */
const PICTURE_AGAIN_MS_MAX = 5_000;
const SOON = { timeout: 20_000, interval: 50 };

interface Origin {
  readonly child: ChildProcess;
  readonly url: string;
  readonly rtmp: number;
  readonly dataDir: string;
}

let cluster: RunningTestCluster;
let site: string;
let internal: string;
let streamKey: string;
let first: Origin;
let second: Origin;
const children: ChildProcess[] = [];
const folders: string[] = [];
const encoders: FfmpegRun[] = [];

async function startOrigin(port: number, dataDir?: string): Promise<Origin> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'sangwian-media-')));
  folders.push(folder);
  const url = `http://127.0.0.1:${port}`;
  const child = fork(MAIN, {
    silent: true,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: folder,
      API_INTERNAL_URL: internal,
      MEDIA_ORIGIN_URL: url,
      MEDIA_PORT: String(port),
      RTMP_PORT: '0',
      MEDIA_WEBRTC_PEERS: '0',
      MEDIA_FFMPEG: '',
      INTERNAL_SECRET,
      GRANT_SECRET,
      LOG_LEVEL: 'silent',
    },
  });
  children.push(child);
  const [ready] = (await once(child, 'message')) as [{ ports: { rtmp: number } }];
  return { child, url, rtmp: ready.ports.rtmp, dataDir: folder };
}

/** Starts a process that an earlier test ended, on its port and folder. */
const restarted = async (origin: Origin): Promise<Origin> =>
  origin.child.exitCode === null && origin.child.signalCode === null
    ? origin
    : startOrigin(Number(new URL(origin.url).port), origin.dataDir);

beforeAll(async () => {
  cluster = await startTestCluster(async () => {});
  await runAsAdmin(cluster.adminUrl, 'CREATE DATABASE fresh OWNER sangwian');
  const DATABASE_URL = cluster.templateUrl.replace(/\/sangwian(\?|$)/, '/fresh$1');
  const [mediaPort, otherPort] = await Promise.all([takePort(), takePort()]);
  const MEDIA_INTERNAL_URL = `http://127.0.0.1:${mediaPort}`;
  const env = { ...process.env, ...API_ENVIRONMENT, DATABASE_URL, MEDIA_INTERNAL_URL };
  const { stdout } = await promisify(execFile)(process.execPath, [PREPARE], {
    env: { ...env, SAMPLE_SEASON: '1' },
  });
  streamKey = (JSON.parse(stdout) as { stream_key: string }).stream_key;
  const { ports } = await forkApi(env, (child) => children.push(child));
  site = `http://127.0.0.1:${ports.http}`;
  internal = `http://127.0.0.1:${ports.internal}`;
  [first, second] = await Promise.all([startOrigin(mediaPort), startOrigin(otherPort)]);
});
beforeEach(async () => {
  [first, second] = await Promise.all([restarted(first), restarted(second)]);
});
afterEach(async () => {
  for (const { process: encoder } of encoders) encoder.kill('SIGKILL');
  await Promise.all(encoders.splice(0).map(({ ended }) => ended));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await cluster?.stop();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

/** An encoder that publishes in real time, at this media process. */
function encodeTo({ rtmp }: Origin): FfmpegRun {
  const run = runFfmpeg([
    ...encoderArguments({ seconds: 120, size: '160x90', soundHz: 0, live: true }),
    `rtmp://127.0.0.1:${rtmp}/live/${streamKey}`,
  ]);
  encoders.push(run);
  return run;
}

/** Returns the path of the channel's playlist, with a new viewer's grant. */
function playlistPath(): string {
  const expiresAtS = Math.floor(Date.now() / 1000) + 600;
  const grant = { path: CHANNEL, watchSessionId: randomUUID(), expiresAtS };
  return `/media/g/${sealGrant(grant, GRANT_SECRET)}/${CHANNEL}/stream.m3u8`;
}

/** Reads a playlist of the channel; `null` while there is none. */
async function readPlaylist(base: string): Promise<ParsedPlaylist | null> {
  const response = await fetch(base + playlistPath());
  const text = await response.text();
  return response.ok ? parseMediaPlaylist(text) : null;
}

/** The playlists that a player gets from the site; each is checked against the previous one. */
class Player {
  readonly faults: string[] = [];
  readonly #read: () => Promise<ParsedPlaylist | null>;
  #latest: ParsedPlaylist | null = null;

  constructor(read = () => readPlaylist(site)) {
    this.#read = read;
  }

  async reload(): Promise<ParsedPlaylist | null> {
    const found = await this.#read();
    if (found === null) return null;
    this.faults.push(...playlistFaults(found));
    if (this.#latest !== null) this.faults.push(...updateFaults(this.#latest, found));
    this.#latest = found;
    return found;
  }

  get newest() {
    const segment = this.#latest?.segments.at(-1);
    return { sequence: segment?.mediaSequence ?? 0, number: segment?.discontinuitySequence ?? 0 };
  }

  /** Waits for a complete segment of another period, and returns its number. */
  async nextPeriod(after: number): Promise<number> {
    const inPeriod = async () =>
      (await this.reload())?.segments.find(
        ({ discontinuitySequence, uri }) => discontinuitySequence > after && uri !== null,
      )?.discontinuitySequence ?? null;
    let number: number | null = null;
    await expect
      .poll(async () => {
        number = await inPeriod();
        return number;
      }, SOON)
      .not.toBeNull();
    return number ?? 0;
  }
}

const liveAt = async ({ url }: Origin): Promise<readonly string[]> => {
  const response = await fetch(`${url}/control/channels`, {
    headers: internalHeaders(INTERNAL_SECRET),
  });
  const { channels } = (await response.json()) as {
    channels: { channel_id: string; live: boolean }[];
  };
  return channels.filter(({ live }) => live).map(({ channel_id }) => channel_id);
};
const readyOf = async () => {
  const response = await fetch(`${site}/health/ready`);
  const { missing, degraded = [] } = (await response.json()) as {
    missing: string[];
    degraded?: string[];
  };
  return { missing: missing.includes('media'), degraded: degraded.includes('media') };
};

/** Publishes at this process, and waits until the player has a segment of the new period. */
async function publishTo(origin: Origin, player: Player): Promise<FfmpegRun> {
  const known = (await player.reload()) === null ? -1 : player.newest.number;
  const encoder = encodeTo(origin);
  await player.nextPeriod(known);
  return encoder;
}

it('continues the stream at a second process within 5 s after the first was killed', async () => {
  const player = new Player();
  await publishTo(first, player);
  await expect.poll(async () => (await player.reload())?.segments.length, SOON).toBeGreaterThan(3);
  const before = player.newest;
  expect(await liveAt(second)).toEqual([]);

  first.child.kill('SIGKILL');
  const killedMs = performance.now();
  encodeTo(second);
  const number = await player.nextPeriod(before.number);
  expect(performance.now() - killedMs).toBeLessThan(PICTURE_AGAIN_MS_MAX);
  expect(number).toBe(before.number + 1);
  expect(player.newest.sequence).toBeGreaterThan(before.sequence);
  const later = player.newest.sequence + 2;
  await expect
    .poll(async () => {
      await player.reload();
      return player.newest.sequence;
    }, SOON)
    .toBeGreaterThan(later);
  expect(player.newest.number).toBe(number);
  expect(player.faults).toEqual([]);
  // The media process of this API node is down, and the other one serves its viewers.
  expect(await readyOf()).toEqual({ missing: false, degraded: true });
  first = await restarted(first);
  expect(await readyOf()).toEqual({ missing: false, degraded: false });
});

it('continues with higher numbers at a process that has an older window of the channel', async () => {
  const player = new Player();
  const earlier = await publishTo(first, player);
  earlier.process.kill('SIGKILL');
  await earlier.ended;
  const encoder = await publishTo(second, player);
  const before = player.newest;
  encoder.process.kill('SIGKILL');
  await encoder.ended;
  encodeTo(first);
  const number = await player.nextPeriod(before.number);
  expect(number).toBe(before.number + 1);
  expect(player.newest.sequence).toBeGreaterThan(before.sequence);
  expect(player.faults).toEqual([]);
});

it('refuses a second encoder at another process while the first one publishes', async () => {
  encodeTo(first);
  await expect.poll(() => liveAt(first), SOON).toEqual([CHANNEL]);
  const { code } = await encodeTo(second).ended;
  expect(code).not.toBe(0);
  expect(await liveAt(first)).toEqual([CHANNEL]);
  expect(await liveAt(second)).toEqual([]);
});

it('disconnects the encoder of a process from which another one took the channel', async () => {
  const player = new Player();
  const silent = await publishTo(first, player);
  silent.process.kill('SIGSTOP');
  await expect
    .poll(async () => {
      // The first encoder keeps the channel until it has been silent for 3 s; an encoder retries meanwhile.
      if (encoders.every(({ process }) => process === silent.process || process.exitCode !== null))
        encodeTo(second);
      return liveAt(second);
    }, SOON)
    .toEqual([CHANNEL]);
  silent.process.kill('SIGCONT');
  await silent.ended;
  expect(await liveAt(first)).toEqual([]);
  expect(await readPlaylist(first.url)).toBeNull();
  expect(await liveAt(second)).toEqual([CHANNEL]);
  expect(player.faults).toEqual([]);
});

it('accepts exactly one of two encoders that connect to two processes at once', async () => {
  encodeTo(first);
  encodeTo(second);
  const live = async () => (await Promise.all([first, second].map(liveAt))).flat();
  await expect.poll(live, SOON).toEqual([CHANNEL]);
  await Promise.race(encoders.map(({ ended }) => ended));
  expect(await live()).toEqual([CHANNEL]);
});

it('a stopped process releases its channels, and serves its viewers until another process has claimed them', async () => {
  const player = new Player();
  const encoder = await publishTo(first, player);
  const exited = once(first.child, 'exit');
  first.child.kill('SIGTERM');
  await encoder.ended;
  expect(await player.reload()).not.toBeNull();
  const before = player.newest;
  encodeTo(second);
  expect(await player.nextPeriod(before.number)).toBe(before.number + 1);
  expect(await exited).toEqual([0, null]);
  expect(player.faults).toEqual([]);
});

it('an edge that uses an API node as its origin follows the takeover', async () => {
  const [gate, control] = await Promise.all([takePort(), takePort()]);
  const gateProcess = fork(MAIN, {
    silent: true,
    env: {
      PATH: process.env.PATH,
      MEDIA_ROLE: 'gate',
      MEDIA_PORT: String(gate),
      MEDIA_BAN_URL: `http://127.0.0.1:${control}`,
      API_INTERNAL_URL: internal,
      INTERNAL_SECRET,
      GRANT_SECRET,
      LOG_LEVEL: 'silent',
    },
  });
  children.push(gateProcess);
  await once(gateProcess, 'message');
  const edge = await startEdge({ origin: Number(new URL(site).port), gate, control });
  const client = openEdgeClient(edge);
  try {
    const player = new Player(async () => {
      const { status, headers, body } = await client.get(playlistPath());
      if (status !== 200) return null;
      const text = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
      return parseMediaPlaylist(text.toString());
    });
    await publishTo(first, player);
    const before = player.newest;
    first.child.kill('SIGKILL');
    encodeTo(second);
    expect(await player.nextPeriod(before.number)).toBe(before.number + 1);
    expect(player.newest.sequence).toBeGreaterThan(before.sequence);
    expect(player.faults).toEqual([]);
  } finally {
    client.close();
    await edge.stop();
  }
});
