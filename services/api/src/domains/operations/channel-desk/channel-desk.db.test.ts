import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import { startTestApi, type TestApi, type TestStaff } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

const CHANNEL = 'two-signals';
/** The state of a server that stands in for the control endpoint of a media process. */
const media = { status: 200, calls: [] as string[] };
let server: Server;
let test: TestApi;
let caller: TestStaff;
let topics: { topic: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    media.calls.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.writeHead(media.status).end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  test = await startTestApi({
    config: {
      upstream: { mediaInternalUrl: `http://127.0.0.1:${port}` },
      secrets: { internalSecret: 'secret' },
    },
  });
  caller = await test.makeStaff('show_caller', 'Wichai');
  await test.db.insertInto('channel').values({ channel_id: CHANNEL }).execute();
  test.bus.subscribe('staff:changed', (event) => topics.push(event));
});
afterAll(async () => {
  await test.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  media.status = 200;
  media.calls = [];
  topics = [];
});

const SIGNALS = `GET /operator/channel/${CHANNEL}/signals`;
const RETURN = `POST /operator/channel/${CHANNEL}/return-to-primary`;
const call = (what: string, who = caller, body?: object) =>
  test.call(what, { headers: who.headers, ...(body === undefined ? {} : { body }) });
const report = async (at: string, shown: string, takeovers: number, rest: object = {}) => {
  const { statusCode } = await test.api.internal.inject({
    method: 'POST',
    url: '/internal/media/events',
    headers: internalHeaders('secret'),
    payload: {
      events: [
        { type: 'publish_started', at, channel_id: CHANNEL },
        {
          ...{ type: 'stream_stats', at, channel_id: CHANNEL },
          signals: {
            ...{ shown, shown_for_ms: 4_000, primary_returns_in_ms: 6_000, takeovers },
            primary: {
              ...{ protocol: 'rtmp', healthy: true, bitrate_bps: 6_000_000 },
              ...{ frame_rate: 30, picture_age_ms: 20 },
            },
            backup: {
              ...{ protocol: 'whip', healthy: false, bitrate_bps: 0 },
              ...{ frame_rate: null, picture_age_ms: 3_000 },
            },
          },
          ...rest,
        },
      ],
    },
  });
  expect(statusCode).toBe(200);
};

it('shows both signals, which signal viewers see and since when, and the renditions of the ladder', async () => {
  await report('2026-11-21T12:00:10.000Z', 'backup', 1, {
    ladder: {
      ...{ absence: null, rungs: ['720p', '480p'], dropped: ['240p'], restarts: 1 },
      ...{ cpu_cores: 0.62, behind_ms: 40 },
    },
  });
  expect((await call(SIGNALS)).body.data).toEqual({
    channel_id: CHANNEL,
    publishing: true,
    reported_at: '2026-11-21T12:00:10.000Z',
    shown: 'backup',
    shown_since: '2026-11-21T12:00:06.000Z',
    primary: {
      ...{ protocol: 'rtmp', healthy: true, bitrate_bps: 6_000_000, frame_rate: 30 },
      last_picture_at: '2026-11-21T12:00:09.980Z',
    },
    backup: {
      ...{ protocol: 'whip', healthy: false, bitrate_bps: 0, frame_rate: null },
      last_picture_at: '2026-11-21T12:00:07.000Z',
    },
    primary_returns_at: '2026-11-21T12:00:16.000Z',
    takeovers: 1,
    ladder: {
      ...{ absence: null, renditions: ['720p', '480p'], dropped: ['240p'], restarts: 1 },
      ...{ cpu_cores: 0.62, behind_ms: 40 },
    },
  });
});

it('notifies the consoles of a takeover, and not of a report without a takeover', async () => {
  await report('2026-11-21T12:00:20.000Z', 'primary', 2);
  expect(topics.filter(({ topic }) => topic === 'show')).toHaveLength(1);
  await report('2026-11-21T12:00:25.000Z', 'primary', 2);
  expect(topics.filter(({ topic }) => topic === 'show')).toHaveLength(1);
});

it('shows no signals of a channel without a publisher or with a report of another media engine', async () => {
  const answer = async () => (await call(SIGNALS)).body.data;
  await report('2026-11-21T12:00:30.000Z', 'primary', 2, { signals: 7, ladder: { absence: 'x' } });
  expect(await answer()).toMatchObject({ shown: null, primary: null, ladder: { absence: null } });
  await report('2026-11-21T12:00:35.000Z', 'primary', 2, { ladder: { absence: 'no_ffmpeg' } });
  expect(await answer()).toMatchObject({ shown: 'primary', ladder: { absence: 'no_ffmpeg' } });
  await test.db.updateTable('channel').set({ publishing: false }).execute();
  expect(await answer()).toMatchObject({ shown: null, shown_since: null, primary: null });
});

it('returns to the primary signal through the media process, with an entry in the audit', async () => {
  const done = await call(RETURN, caller, { reason: 'the camera is back' });
  expect(done.body.data).toEqual({ accepted: true });
  expect(media.calls).toEqual([
    `POST /control/channels/${CHANNEL}/return-to-primary Bearer secret`,
  ]);
  const entry = await test.db
    .selectFrom('audit_entry')
    .innerJoin('audit_outcome', 'audit_outcome.audit_entry_id', 'audit_entry.audit_entry_id')
    .select(['subject_id', 'reason'])
    .where('operation', '=', 'POST /operator/channel/{channel_id}/return-to-primary')
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({ subject_id: CHANNEL, reason: 'the camera is back' });
});

it('reports why it cannot return: an unhealthy primary signal or a failing media process', async () => {
  media.status = 409;
  expect((await call(RETURN, caller, {})).body.status).toBe('signal_unhealthy');
  media.status = 500;
  expect((await call(RETURN, caller, {})).body.status).toBe('media_unreachable');
});

it('refuses unknown channels, bad bodies, visitors and staff who do not direct the show', async () => {
  expect((await call('GET /operator/channel/nowhere/signals')).body.status).toBe(
    'channel_not_found',
  );
  const unknown = 'POST /operator/channel/nowhere/return-to-primary';
  expect((await call(unknown, caller, {})).body.status).toBe('channel_not_found');
  expect((await call(RETURN, caller, { reason: 7 })).status).toBe(400);
  expect((await test.call(SIGNALS)).status).toBe(401);
  const viewer = await test.makeStaff('viewer', 'Noi');
  expect((await call(SIGNALS, viewer)).status).toBe(200);
  expect((await call(RETURN, viewer, {})).status).toBe(403);
  expect(media.calls).toEqual([]);
});
