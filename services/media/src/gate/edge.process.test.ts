import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import { createLogger } from '@sangwian/node-kit/logger';
import { type Edge, startEdge } from '@sangwian/testkit/start-edge';
import { takePort } from '@sangwian/testkit/take-port';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMediaProcess } from '../media-process.ts';
import { nextPart } from '../playlist/media-playlist.ts';
import { parseMediaPlaylist, parseMultivariant, playlistFaults } from '../testing/conformance.ts';
import { sendConfigs, sendSeconds } from '../testing/drawn-stream.ts';
import { type EdgeAnswer, type EdgeClient, openEdgeClient } from '../testing/edge-client.ts';
import {
  CHANNEL,
  eventually,
  GRANT_SECRET,
  INTERNAL_SECRET,
  type MediaStack,
  startMediaStack,
} from '../testing/media-stack.ts';
import { EMPTY_STORYBOARD } from '../thumbnails/storyboard.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
/** Number of viewers per connection: below HAProxy's limit of streams, so that all requests are sent at once. */
const CROWD = 60;

let stack: MediaStack;
let gate: ChildProcess;
let gatePort: number;
let controlPort: number;
let edge: Edge;
let client: EdgeClient;
let sink: ReturnType<MediaStack['publish']>['sink'];
let sentMs = 0;

/** Starts the gate on its port, as an operator does: by configuration. */
async function startGateProcess(): Promise<void> {
  gate = fork(MAIN, {
    silent: true,
    env: {
      PATH: process.env.PATH,
      MEDIA_ROLE: 'gate',
      MEDIA_PORT: String(gatePort),
      MEDIA_BAN_URL: `http://127.0.0.1:${controlPort}`,
      API_INTERNAL_URL: stack.api.url,
      INTERNAL_SECRET,
      GRANT_SECRET,
      LOG_LEVEL: 'silent',
    },
  });
  const [ready] = await once(gate, 'message');
  expect(ready).toEqual({ type: 'ready', ports: { http: gatePort } });
}

async function killGate(): Promise<void> {
  const exited = once(gate, 'exit');
  gate.kill('SIGKILL');
  await exited;
}

beforeAll(async () => {
  [gatePort, controlPort] = await Promise.all([takePort(), takePort()]);
  stack = await startMediaStack();
  sink = stack.publish().sink;
  sendConfigs(sink, true);
  send(5);
  await startGateProcess();
  edge = await startEdge({
    origin: stack.media.ports.http,
    gate: gatePort,
    control: controlPort,
  });
  client = openEdgeClient(edge);
});
afterAll(async () => {
  client?.close();
  await edge?.stop();
  gate?.kill('SIGKILL');
  await stack?.stop();
});

/** Publishes more of the stream. */
function send(seconds: number): void {
  sendSeconds(sink, sentMs, seconds);
  sentMs += seconds * 1_000;
}

const viewer = (watchSessionId: string): string =>
  `/media/g/${stack.grant({ watchSessionId })}/${CHANNEL}/`;

const text = ({ body, headers }: EdgeAnswer): string =>
  (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();

const statusOf = async (path: string): Promise<number> => (await client.get(path)).status;

/** Returns the value of a metric of a process. */
async function metric(port: number, name: string): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const line = metrics.split('\n').find((one) => one.startsWith(`sangwian_${name}`));
  return Number(line?.split(' ').at(-1));
}
const originMetric = (name: string) => metric(stack.media.ports.http, `media_${name}`);
const playlistsSent = () => originMetric('answers_total{kind="playlists"}');
const admitted = () => metric(gatePort, 'gate_verdicts_total{verdict="admitted"}');

/** Returns the URLs of the next part, which does not exist yet, and of the playlist that will list it. */
function nextAddresses(): { part: string; reload: string } {
  const [channel] = stack.media.channels.values();
  const { mediaSequence, part } = nextPart(channel!.track('')!.window);
  return {
    part: `p${mediaSequence}-${part}.m4s`,
    reload: `stream.m3u8?_HLS_msn=${mediaSequence}&_HLS_part=${part}`,
  };
}

const revoke = (watchSessionId: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${gatePort}/control/revocations`, {
    headers: internalHeaders(INTERNAL_SECRET),
    method: 'POST',
    body: JSON.stringify({
      revocations: [
        {
          watch_session_id: watchSessionId,
          expires_at: new Date(Date.now() + 3_600_000).toISOString(),
        },
      ],
      cursor: 1,
    }),
  });

it('plays a stream by TLS and HTTP/2, beginning with a URL that has the grant in its query', async () => {
  const base = viewer('player');
  const token = base.split('/')[3];
  const first = await client.get(`/media/${CHANNEL}/index.m3u8?x=1&token=${token}`);
  expect(first.status).toBe(302);
  const index = new URL(first.headers.location ?? '', `https://a/media/${CHANNEL}/index.m3u8`);
  expect(index.pathname).toBe(`${base}index.m3u8`);
  const [variant] = parseMultivariant(text(await client.get(index.pathname)));
  expect(variant?.uri).toBe('stream.m3u8');
  const storyboard = await client.get(`${base}storyboard.json`);
  expect([storyboard.status, text(storyboard)]).toEqual([200, EMPTY_STORYBOARD.toString()]);
  expect(await statusOf(`/media/${CHANNEL}/storyboard.json`)).toBe(401);
  const zipped = await client.get(`${base}stream.m3u8`, { 'accept-encoding': 'gzip' });
  expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-store' });
  const playlist = parseMediaPlaylist(text(zipped));
  expect(playlistFaults(playlist)).toEqual([]);
  const { map, uri, parts } = playlist.segments.findLast((one) => one.uri && one.parts.length > 0)!;
  for (const name of [map!, uri!, ...parts.map((part) => part.uri)]) {
    const answer = await client.get(base + name);
    const own = await fetch(stack.granted() + name);
    expect(answer.body).toEqual(Buffer.from(await own.arrayBuffer()));
    expect(answer.headers['cache-control']).toBe('public, max-age=600, immutable');
    expect(
      Object.keys(answer.headers).filter((header) => /edge|watch|varnish/.test(header)),
    ).toEqual([]);
  }
  const ranged = await client.get(base + uri, { range: 'bytes=2-9' });
  expect([ranged.status, ranged.body.length]).toEqual([206, 8]);
  expect(edge.log()).toContain(`/media/g/-/${CHANNEL}/stream.m3u8 200`);
  expect(edge.log()).not.toContain(token);
});

it('sends one request to the origin for the blocking reloads of many viewers, whatever their queries', async () => {
  const { reload } = nextAddresses();
  const [name, query] = reload.split('?') as [string, string];
  const before = { playlists: await playlistsSent(), admitted: await admitted() };
  const held = Array.from({ length: CROWD }, (_, index) => {
    const turned = index % 2 === 0 ? query : query.split('&').reverse().join('&');
    return client.get(`${viewer(`crowd-${index}`)}${name}?own=${index}&${turned}`);
  });
  await eventually(async () => ((await admitted()) === before.admitted + CROWD ? true : undefined));
  expect(await originMetric('waiting_requests')).toBe(1);
  send(1);
  const answers = await Promise.all(held);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(text)).size).toBe(1);
  expect(await playlistsSent()).toBe(before.playlists + 1);
});

it('refuses missing, forged and expired grants, and grants of other channels', async () => {
  const address = (grant: string) => `/media/g/${grant}/${CHANNEL}/stream.m3u8`;
  for (const grant of [
    stack.grant({ secret: 'guess' }),
    stack.grant({ livesS: -1 }),
    stack.grant({ path: 'another' }),
    'garbage',
  ]) {
    expect(JSON.parse(text(await client.get(address(grant))))).toMatchObject({
      status: 'grant_invalid',
    });
    expect(await statusOf(`/media/${CHANNEL}/stream.m3u8?token=${grant}`)).toBe(403);
  }
  expect(await statusOf(`/media/${CHANNEL}/stream.m3u8`)).toBe(401);
  expect(await statusOf(`${viewer('player')}stream.m3u8?_HLS_msn=x`)).toBe(400);
  expect(await statusOf('/control/channels')).toBe(404);
  expect(await statusOf(`/gate/${CHANNEL}/${stack.grant()}`)).toBe(404);
});

it('caches no error, and no blocking reload that ended without its part', async () => {
  const base = viewer('player');
  const { reload, part } = nextAddresses();
  const late = part.replace(/p(\d+)-\d+/, (_, sequence) => `p${Number(sequence) + 1}-0`);
  expect(await statusOf(base + late)).toBe(404);
  const older = await client.get(base + reload);
  expect([older.status, older.headers['cache-control']]).toEqual([200, 'no-store']);
  send(3);
  const cached = async () => (await client.get(base + reload)).headers['cache-control'];
  await expect.poll(cached).toBe('public, max-age=6');
  expect(text(await client.get(base + reload))).not.toBe(text(older));
  await expect.poll(() => statusOf(base + late)).toBe(200);
});

it('ends the requests of a revoked viewer, including a request that waits for a late part', async () => {
  const ejectedId = randomUUID();
  const [ejected, other] = [viewer(ejectedId), viewer('other')];
  const { part, reload } = nextAddresses();
  expect(await statusOf(`${ejected}stream.m3u8`)).toBe(200);
  const late = [client.get(ejected + part), client.get(other + part)];
  await eventually(async () => ((await originMetric('waiting_requests')) === 1 ? true : undefined));
  await revoke(ejectedId);
  await expect.poll(() => statusOf(`${ejected}stream.m3u8`)).toBe(403);
  // The origin blocks each reload for at most 1.2 s, so the part is late when the reload has ended.
  for (const name of [reload, `${reload}&_HLS_skip=YES`]) {
    expect(await statusOf(other + name)).toBe(200);
  }
  expect(await statusOf(ejected + reload)).toBe(403);
  send(1);
  expect((await Promise.all(late)).map(({ status }) => status)).toEqual([403, 200]);
});

it('continues for admitted viewers while the gate is down, and for all viewers when it is back', async () => {
  const goneId = randomUUID();
  const [known, unknown, ejected] = [viewer('known'), viewer('unknown'), viewer(goneId)];
  expect(await statusOf(`${known}stream.m3u8`)).toBe(200);
  expect(await statusOf(`${ejected}stream.m3u8`)).toBe(200);
  await killGate();
  expect(await statusOf(`${known}stream.m3u8`)).toBe(200);
  expect(await statusOf(`${unknown}stream.m3u8`)).toBe(503);
  expect(await statusOf('/health/ready')).toBe(503);
  stack.api.revocations = [
    { watch_session_id: goneId, expires_at: new Date(Date.now() + 3_600_000).toISOString() },
  ];
  await startGateProcess();
  await expect.poll(() => statusOf(`${unknown}stream.m3u8`)).toBe(200);
  // The gate fetched the revocation when it started.
  await expect.poll(() => statusOf(`${ejected}stream.m3u8`)).toBe(403);
  expect(await statusOf('/health/ready')).toBe(200);
});

it('responds from its cache while the origin is down, and from the origin when it is back', async () => {
  const base = viewer('player');
  const playlist = parseMediaPlaylist(text(await client.get(`${base}stream.m3u8`)));
  const [first, second] = playlist.segments
    .filter(({ uri }) => uri !== null)
    .map(({ uri }) => uri!);
  expect(await statusOf(base + first)).toBe(200);
  const { http: port } = stack.media.ports;
  await stack.media.stop();
  expect(await statusOf(base + first)).toBe(200);
  expect(await statusOf(base + second)).toBe(503);
  const again = await startMediaProcess({ ...stack.config, port }, createLogger('media', 'silent'));
  try {
    await expect.poll(() => statusOf(base + second)).toBe(200);
  } finally {
    await again.stop();
  }
});
