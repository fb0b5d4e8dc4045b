import { type ChildProcess, execFile, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { API_ENVIRONMENT, forkApi } from '@sangwian/api/testing/fork-api';
import {
  type RunningTestCluster,
  runAsAdmin,
  startTestCluster,
} from '@sangwian/testkit/database-cluster';
import { takePort } from '@sangwian/testkit/take-port';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encoderArguments, type FfmpegRun, runFfmpeg } from '../rtmp/testing/ffmpeg.ts';

const run = promisify(execFile);
const MAIN = join(import.meta.dirname, '../main.ts');
const PREPARE = join(import.meta.dirname, '../../../api/src/prepare.ts');
const { INTERNAL_SECRET, GRANT_SECRET, APP_KEY } = API_ENVIRONMENT;
const FRAME_RATE = 30;
/** Time limit from the end of a live until its replay can be watched. */
const REPLAY_MS_MAX = 10_000;
const SOON = { timeout: 30_000, interval: 100 };

let cluster: RunningTestCluster;
let databaseUrl: string;
let site: string;
let dataDir: string;
let mediaEnv: NodeJS.ProcessEnv;
let media: ChildProcess;
let rtmp: number;
let streamKey: string;
let encoder: FfmpegRun | null = null;
const children: ChildProcess[] = [];

async function startMedia(): Promise<void> {
  media = fork(MAIN, { silent: true, env: mediaEnv });
  children.push(media);
  const [ready] = (await once(media, 'message')) as [{ ports: { rtmp: number } }];
  rtmp = ready.ports.rtmp;
}

beforeAll(async () => {
  cluster = await startTestCluster(async () => {});
  await runAsAdmin(cluster.adminUrl, 'CREATE DATABASE fresh OWNER sangwian');
  databaseUrl = cluster.templateUrl.replace(/\/sangwian(\?|$)/, '/fresh$1');
  dataDir = await mkdtemp(join(tmpdir(), 'sangwian-recording-'));
  const mediaPort = await takePort();
  const MEDIA_INTERNAL_URL = `http://127.0.0.1:${mediaPort}`;
  const env = {
    ...{ ...process.env, ...API_ENVIRONMENT },
    ...{ DATABASE_URL: databaseUrl, MEDIA_INTERNAL_URL, DATA_DIR: dataDir },
  };
  const { stdout } = await run(process.execPath, [PREPARE], {
    env: { ...env, SAMPLE_SEASON: '1' },
  });
  streamKey = (JSON.parse(stdout) as { stream_key: string }).stream_key;
  const { ports } = await forkApi(env, (child) => children.push(child));
  site = `http://127.0.0.1:${ports.http}`;
  mediaEnv = {
    ...{ PATH: process.env.PATH, DATA_DIR: dataDir, INTERNAL_SECRET, GRANT_SECRET },
    ...{ API_INTERNAL_URL: `http://127.0.0.1:${ports.internal}`, MEDIA_PORT: String(mediaPort) },
    ...{ RTMP_PORT: '0', MEDIA_WEBRTC_PEERS: '0', MEDIA_FFMPEG: '', LOG_LEVEL: 'silent' },
  };
  await startMedia();
});
afterAll(async () => {
  encoder?.process.kill('SIGKILL');
  for (const child of children) child.kill('SIGKILL');
  await cluster?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Publishes in real time for some seconds. */
function encode(seconds: number): FfmpegRun {
  encoder = runFfmpeg([
    ...encoderArguments({ seconds, size: '160x90', live: true }),
    `rtmp://127.0.0.1:${rtmp}/live/${streamKey}`,
  ]);
  return encoder;
}

const degraded = async (): Promise<string[]> => {
  const response = await fetch(`${site}/health/ready`);
  return ((await response.json()) as { degraded?: string[] }).degraded ?? [];
};

async function readMetric(name: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${mediaEnv.MEDIA_PORT}/metrics`);
  const line = new RegExp(`^sangwian_media_${name} (\\S+)`, 'm').exec(await response.text());
  return Number(line?.[1]);
}

async function call(address: string, body?: object, token = '') {
  const [method = '', path = ''] = address.split(' ');
  const response = await fetch(`${site}/api/v1${path}`, {
    method,
    headers: {
      ...{ 'x-app-key': APP_KEY, 'content-type': 'application/json' },
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the assertions of the test check the type.
  return { status: response.status, body: (await response.json()) as any };
}

/** Signs in as a fan of the sample season. */
async function signIn(): Promise<{ memberId: string; token: string }> {
  const sign = { phone: '0812345001', password: 'ringside1' };
  const { body } = await call('POST /auth/member/login-v2', sign);
  return { memberId: body.data.member.member_id, token: body.data.access_token };
}

/**
 * Ends the live, and waits until its replay can be watched. Returns the URL of the replay, and the time that this took.
 */
async function endLive(): Promise<{ url: string; tookMs: number }> {
  const { memberId, token } = await signIn();
  const [live] = (await call('GET /live?status=in_progress')).body.data;
  const { program_live_id } = live;
  await runAsAdmin(
    databaseUrl,
    `update program_live set status = 'ended', ended_at = now()
     where program_live_id = '${program_live_id}'`,
  );
  const endedMs = performance.now();
  const body = { member_id: memberId, watch_token: randomUUID(), program_live_id };
  let url = '';
  await expect
    .poll(async () => {
      const joined = await call('POST /memberWatchStream/joinWatchStream', body, token);
      url = joined.status === 200 ? joined.body.data.playback.hls_url : '';
      return url;
    }, SOON)
    .toContain('/replay-');
  return { url: site + url, tookMs: performance.now() - endedMs };
}

it('records a live across an outage of the storage and a kill of the process, and serves its replay', async () => {
  // A file in place of the folder makes the storage fail. The segments wait, and the health check reports it.
  await rm(join(dataDir, 'recordings'), { recursive: true, force: true });
  await writeFile(join(dataDir, 'recordings'), '');
  await encode(5).ended;
  await expect.poll(degraded, SOON).toContain('recording');
  expect(await readMetric('recording_failing')).toBe(1);
  expect(await readMetric('recording_unsent_segments')).toBeGreaterThan(3);
  await rm(join(dataDir, 'recordings'));
  await expect.poll(degraded, SOON).not.toContain('recording');
  expect(await readMetric('recording_lost_segments_total')).toBe(0);

  // The process is killed with unsent segments, which the next process finds on disk.
  const second = encode(30);
  await expect.poll(() => readMetric('recording_unsent_segments'), SOON).toBeGreaterThanOrEqual(8);
  media.kill('SIGKILL');
  await second.ended;
  await startMedia();
  const third = encode(60);
  await expect.poll(() => readMetric('recording_unsent_segments'), SOON).toBeGreaterThanOrEqual(6);

  const { url, tookMs } = await endLive();
  expect(tookMs).toBeLessThan(REPLAY_MS_MAX);
  third.process.kill('SIGKILL');

  const playlist = await (await fetch(url.replace('index.m3u8', 'stream.m3u8'))).text();
  const listedS = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].reduce(
    (sum, [, text]) => sum + Number(text),
    0,
  );
  const periods = (playlist.match(/#EXT-X-MAP/g) ?? []).length;
  expect(periods).toBe(3);
  expect(listedS).toBeGreaterThan(8);
  const { stdout, stderr } = await run(
    'ffprobe',
    [
      ...['-v', 'error', '-count_packets', '-select_streams', 'v'],
      ...['-show_entries', 'stream=nb_read_packets', '-of', 'csv=p=0', url],
    ],
    { timeout: 30_000 },
  );
  expect(stderr).toBe('');
  const recordedS = Number.parseInt(stdout, 10) / FRAME_RATE;
  expect(Math.abs(listedS - recordedS)).toBeLessThanOrEqual(periods / FRAME_RATE);
  const decoded = await run('ffmpeg', ['-v', 'error', '-i', url, '-f', 'null', '-']);
  expect(decoded.stderr).toBe('');
  expect(await readMetric('recording_lost_segments_total')).toBe(0);
});
