import { type ChildProcess, execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { API_ENVIRONMENT, forkApi } from '@sangwian/api/testing/fork-api';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import { createLogger } from '@sangwian/node-kit/logger';
import { sealGrant } from '@sangwian/node-kit/playback-grant';
import {
  type RunningTestCluster,
  runAsAdmin,
  startTestCluster,
} from '@sangwian/testkit/database-cluster';
import { takePort } from '@sangwian/testkit/take-port';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type MediaProcess, startMediaProcess } from '../media-process.ts';
import { encoderArguments, type FfmpegRun, runFfmpeg } from '../rtmp/testing/ffmpeg.ts';
import { eventually } from '../testing/media-stack.ts';
import { type TestWatcher, watchByWhep } from '../testing/whep-client.ts';
import { startWebRtcEdge, type WebRtcEdge } from './webrtc-edge.ts';

const PREPARE = join(import.meta.dirname, '../../../api/src/prepare.ts');
const CHANNEL = 'ring-1';
const { INTERNAL_SECRET, GRANT_SECRET } = API_ENVIRONMENT;
const SOON = { timeout: 20_000, interval: 50 };
const REVOKED_MS_MAX = 2_000;
const logger = createLogger('media', 'silent');

let cluster: RunningTestCluster;
let site: string;
let internal: string;
let streamKey: string;
let edgeUrl: string;
let edge: WebRtcEdge;
/** The media process on the machine of the API node, and another one. */
let origins: readonly MediaProcess[];
const children: ChildProcess[] = [];
const folders: string[] = [];
const encoders: FfmpegRun[] = [];
const watchers: TestWatcher[] = [];

const common = () => ({
  host: '127.0.0.1',
  trustProxy: ['loopback'],
  apiInternalUrl: internal,
  internalSecret: INTERNAL_SECRET,
  grantSecret: GRANT_SECRET,
  webrtcHost: '127.0.0.1',
  webrtcPort: 0,
  webrtcPeersMax: 8,
});

async function startOrigin(port: number): Promise<MediaProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sangwian-media-'));
  folders.push(dataDir);
  return startMediaProcess(
    {
      ...common(),
      ...{ port, dataDir, originUrl: `http://127.0.0.1:${port}` },
      ...{ rtmpHost: '127.0.0.1', rtmpPort: 0, srtHost: '127.0.0.1', srtPort: 0 },
      ...{ srt: { latencyMs: 120, passphrase: '' }, ffmpeg: 'ffmpeg', logLevel: 'silent' },
      ...{
        dvrMinutes: 1,
        dvrMegabytes: 100,
        ladder: [],
        ladderEncoder: 'libx264',
        thumbnails: false,
        restreamPrivateHosts: [],
      },
    },
    logger,
  );
}

/** Returns the number of edges that the site reports as unavailable. */
async function edgesAway(): Promise<number> {
  const response = await fetch(`${site}/health/ready`);
  const { degraded = [] } = (await response.json()) as { degraded?: string[] };
  return degraded.filter((name) => name === 'whep_edge').length;
}

beforeAll(async () => {
  cluster = await startTestCluster(async () => {});
  await runAsAdmin(cluster.adminUrl, 'CREATE DATABASE fresh OWNER sangwian');
  const DATABASE_URL = cluster.templateUrl.replace(/\/sangwian(\?|$)/, '/fresh$1');
  const [first = 0, second = 0, edgePort = 0, unused = 0] = await Promise.all(
    [1, 2, 3, 4].map(() => takePort()),
  );
  edgeUrl = `http://127.0.0.1:${edgePort}`;
  const env = {
    ...process.env,
    ...API_ENVIRONMENT,
    DATABASE_URL,
    MEDIA_INTERNAL_URL: `http://127.0.0.1:${first}`,
    // The second edge does not run.
    MEDIA_WHEP_URLS: `${edgeUrl},http://127.0.0.1:${unused}`,
  };
  const { stdout } = await promisify(execFile)(process.execPath, [PREPARE], {
    env: { ...env, SAMPLE_SEASON: '1' },
  });
  streamKey = (JSON.parse(stdout) as { stream_key: string }).stream_key;
  const { ports } = await forkApi(env, (child) => children.push(child));
  site = `http://127.0.0.1:${ports.http}`;
  internal = `http://127.0.0.1:${ports.internal}`;
  origins = await Promise.all([first, second].map(startOrigin));
  edge = await startWebRtcEdge({ ...common(), port: edgePort, unwatchedMsMax: 500 }, logger);
  await eventually(async () => ((await edgesAway()) === 1 ? true : undefined));
});
afterEach(async () => {
  for (const watcher of watchers.splice(0)) watcher.close();
  for (const { process: encoder } of encoders) encoder.kill('SIGKILL');
  await Promise.all(encoders.splice(0).map(({ ended }) => ended));
});
afterAll(async () => {
  await edge?.stop();
  for (const child of children) child.kill('SIGKILL');
  await Promise.all((origins ?? []).map((origin) => origin.stop()));
  await cluster?.stop();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

/** An encoder that publishes in real time at this origin. */
function encodeTo(origin: MediaProcess | undefined): FfmpegRun {
  const run = runFfmpeg([
    ...encoderArguments({ seconds: 120, size: '160x90', live: true }),
    `rtmp://127.0.0.1:${origin?.ports.rtmp}/live/${streamKey}`,
  ]);
  encoders.push(run);
  return run;
}

/** Watches through the site, as a fan does. */
async function watch(watchSessionId: string = randomUUID()): Promise<TestWatcher> {
  const expiresAtS = Math.floor(Date.now() / 1000) + 600;
  const grant = sealGrant({ path: CHANNEL, watchSessionId, expiresAtS }, GRANT_SECRET);
  const watcher = await watchByWhep(`${site}/media/${CHANNEL}/whep?token=${grant}`);
  watchers.push(watcher);
  return watcher;
}

/** Waits for a viewer, and until it has received further frames. */
async function untilWatching(watchSessionId?: string): Promise<TestWatcher> {
  let watcher: TestWatcher | undefined;
  await expect
    .poll(async () => {
      watcher = await watch(watchSessionId);
      return watcher.status;
    }, SOON)
    .toBe(201);
  await untilMore(watcher as TestWatcher);
  return watcher as TestWatcher;
}

async function untilMore({ video }: TestWatcher): Promise<void> {
  const known = video.length;
  await expect.poll(() => video.length, SOON).toBeGreaterThan(known + 30);
}

/** Reads the value of a metric of the edge. */
async function metricOf(name: string): Promise<number> {
  const text = await (await fetch(`${edgeUrl}/metrics`)).text();
  return Number(new RegExp(`^sangwian_webrtc_edge_${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

const peersOf = (origin: MediaProcess | undefined): number =>
  [...(origin?.channels.get(CHANNEL)?.fanout?.watchSessionIds ?? [])].length;

it('sends video and audio to the viewers of a site, and pulls a channel once, while it has viewers', async () => {
  encodeTo(origins[0]);
  const [one, two] = [await untilWatching(), await untilWatching()];
  expect(await metricOf('viewers')).toBe(2);
  expect(await metricOf('channels')).toBe(1);
  expect(peersOf(origins[0])).toBe(0);
  await expect.poll(() => one.audio.length, SOON).toBeGreaterThan(10);
  expect(two.location).toMatch(/\/whep\/[0-9a-f-]{36}\?edge=[0-9a-f]{8}$/);
  expect((await fetch(`${site}${two.location}`, { method: 'PATCH' })).status).toBe(204);
  for (const watcher of [one, two]) watcher.close();
  await expect.poll(() => metricOf('viewers'), SOON).toBe(0);
  await expect.poll(() => metricOf('channels'), SOON).toBe(0);
  expect(origins[0]?.channels.get(CHANNEL)?.fanout?.watched).toBe(false);
});

it('continues after another origin has taken the channel over', async () => {
  const before = encodeTo(origins[0]);
  const watcher = await untilWatching();
  before.process.kill('SIGKILL');
  await before.ended;
  encodeTo(origins[1]);
  await untilMore(watcher);
  expect(watcher.states).not.toContain('closed');
});

it('disconnects a revoked viewer within two seconds, and no other viewer', async () => {
  encodeTo(origins[0]);
  const revoked = randomUUID();
  const [gone, kept] = [await untilWatching(revoked), await untilWatching()];
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const began = performance.now();
  await fetch(`${edgeUrl}/control/revocations`, {
    headers: internalHeaders(INTERNAL_SECRET),
    method: 'POST',
    body: JSON.stringify({
      revocations: [{ watch_session_id: revoked, expires_at: expiresAt }],
      cursor: 5,
    }),
  });
  const isOpen = async (watcher: TestWatcher) =>
    (await fetch(`${site}${watcher.location}`, { method: 'PATCH' })).status === 204;
  await expect.poll(() => isOpen(gone), SOON).toBe(false);
  expect(performance.now() - began).toBeLessThan(REVOKED_MS_MAX);
  expect(await isOpen(kept)).toBe(true);
  expect((await watch(revoked)).code).toBe('grant_invalid');
});

it('reports an unavailable edge, and sends no viewer there', async () => {
  expect(await edgesAway()).toBe(1);
  // Without a stream, an edge responds as an origin does.
  expect((await watch()).code).toBe('stream_not_found');
});
