import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import { sealGrant } from '@sangwian/node-kit/playback-grant';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSampleSeason, type SampleSeason } from '../../../sample-season/load.ts';

const SECRET = 'the internal secret of a test';
const GRANT_SECRET = 'the grant secret of a test';
const JOIN = 'POST /memberWatchStream/joinWatchStream';

interface Pushed {
  readonly revocations: { watch_session_id: string; expires_at: string }[];
  readonly cursor: number;
}

/** A media process that receives revocations and can be switched off. */
const media = {
  down: false,
  pushes: [] as Pushed[],
  paths: [] as string[],
  credentials: [] as unknown[],
};
let mediaServer: Server;
let test: TestApi;
let season: SampleSeason;

beforeAll(async () => {
  mediaServer = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      media.paths.push(request.url ?? '');
      media.credentials.push(request.headers.authorization);
      if (!media.down) media.pushes.push(JSON.parse(body));
      response.writeHead(media.down ? 503 : 200).end();
    });
  });
  await new Promise<void>((done) => mediaServer.listen(0, '127.0.0.1', done));
  const { port } = mediaServer.address() as AddressInfo;
  test = await startTestApi({
    config: {
      upstream: {
        mediaInternalUrl: `http://127.0.0.1:${port}`,
        revocationUrls: [`http://127.0.0.1:${port}/gate`],
      },
      secrets: { internalSecret: 'secret' },
    },
  });
  season = await loadSampleSeason(test.db, { now: new Date() });
});
afterAll(async () => {
  await test.close();
  mediaServer.closeAllConnections();
  mediaServer.close();
});

const hook = async (method: 'GET' | 'POST', path: string, payload?: object, secret = 'secret') => {
  const response = await test.api.internal.inject({
    method,
    url: `/internal/media/${path}`,
    headers: internalHeaders(secret),
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: response.statusCode, body: response.payload === '' ? null : response.json() };
};
const auth = (fields: object) =>
  hook('POST', 'auth', {
    action: 'publish',
    protocol: 'rtmp',
    ip: '127.0.0.1',
    path: 'live',
    id: null,
    ...fields,
  });
const channel = () =>
  test.db
    .selectFrom('channel')
    .selectAll()
    .where('channel_id', '=', 'ring-1')
    .executeTakeFirstOrThrow();

/** A watching fan: the grant, the watch session, and a function that joins again. */
async function watching() {
  const fan = await test.makeFan();
  const token = await test.signIn(fan);
  const join = async () => {
    const { body } = await test.call(JOIN, {
      token,
      body: { member_id: fan.memberId, watch_token: randomUUID() },
    });
    return body.data.playback.hls_url.split('/')[3] as string;
  };
  const grant = await join();
  const row = await test.db
    .selectFrom('watch_session')
    .select('watch_session_id')
    .where('member_id', '=', fan.memberId)
    .executeTakeFirstOrThrow();
  return { grant, join, watchSessionId: row.watch_session_id };
}

describe('the internal address', () => {
  it('responds with 404 without the secret, and does not exist on the public server', async () => {
    expect((await hook('POST', 'auth', {}, 'wrong')).status).toBe(404);
    expect((await hook('GET', 'revocations', undefined, SECRET)).status).toBe(404);
    const headers = internalHeaders('secret');
    for (const path of ['/api/v1/internal/media/auth', '//internal/media/auth'])
      expect((await test.call(`POST ${path}`, { headers })).status).toBe(404);
  });
});

describe('POST media/auth', () => {
  it('accepts a publisher by a stream key in any field that encoders use, and returns the channel', async () => {
    const key = season.stream_key;
    for (const fields of [
      { token: key },
      { user: 'obs', password: key },
      { query: `token=${key}` },
      { token: key, path: 'ring-1' },
    ]) {
      expect(await auth(fields)).toEqual({ status: 200, body: { path: 'ring-1' } });
    }
  });

  it('refuses a wrong key, a rotated key, another path, and no key', async () => {
    for (const fields of [
      {},
      { token: 'wrong' },
      { token: `${season.stream_key}x` },
      { token: season.stream_key, path: 'ring-2' },
    ]) {
      expect((await auth(fields)).status).toBe(401);
    }
    const rotated = test.db.updateTable('stream_key');
    await rotated.set({ revoked_at: new Date() }).execute();
    expect((await auth({ token: season.stream_key })).status).toBe(401);
    await rotated.set({ revoked_at: null }).execute();
  });

  it('accepts a viewer by a grant for the path, until the grant expires or is revoked', async () => {
    const { grant, join, watchSessionId } = await watching();
    const read = (fields: object) =>
      auth({ action: 'read', protocol: 'hls', path: 'ring-1', ...fields });
    expect((await read({ query: `token=${grant}` })).status).toBe(200);
    expect((await read({ action: 'playback', token: grant })).status).toBe(200);
    expect((await read({ token: grant, path: 'ring-2' })).status).toBe(401);
    expect((await read({ token: `${grant}x` })).status).toBe(401);
    expect((await read({ action: 'api', token: grant })).status).toBe(401);
    const forged = sealGrant(
      { path: 'ring-1', watchSessionId, expiresAtS: 2 ** 31 },
      'another secret',
    );
    const expired = sealGrant({ path: 'ring-1', watchSessionId, expiresAtS: 1 }, GRANT_SECRET);
    const unknown = sealGrant(
      { path: 'ring-1', watchSessionId: randomUUID(), expiresAtS: 2 ** 31 },
      GRANT_SECRET,
    );
    for (const token of [forged, expired, unknown])
      expect((await read({ token })).status).toBe(401);
    await join();
    expect((await read({ token: grant })).status).toBe(401);
  });

  it('returns request_invalid for an invalid body', async () => {
    for (const body of [{}, { action: 1 }, { action: 'publish', token: 'x'.repeat(5_000) }]) {
      const answer = await hook('POST', 'auth', body);
      expect([answer.status, answer.body.status]).toEqual([400, 'request_invalid']);
    }
  });
});

describe('POST media/events', () => {
  it('stores whether a channel is published, broadcasts the change, and ignores stale events', async () => {
    const changed: string[] = [];
    test.bus.subscribe('live:changed', ({ programLiveId }) => changed.push(programLiveId));
    const event = (type: string, at: string) => ({ type, at, channel_id: 'ring-1' });
    const send = (...events: object[]) => hook('POST', 'events', { events });
    expect((await send(event('publish_started', '2026-11-21T12:00:05Z'))).body).toEqual({
      taken: 1,
    });
    expect((await channel()).publishing).toBe(true);
    expect(changed).toContain(season.program_live_id);
    await send(event('publish_ended', '2026-11-21T12:00:04Z'));
    expect((await channel()).publishing).toBe(true);
    await send({ ...event('stream_stats', '2026-11-21T12:00:06Z'), fps: 30, codec: 'avc1.64001f' });
    expect((await channel()).stats).toEqual({ fps: 30, codec: 'avc1.64001f' });
    await send(event('publish_ended', '2026-11-21T12:00:07Z'));
    expect((await channel()).publishing).toBe(false);
  });

  it('renews the watch sessions of readers, and skips unknown events', async () => {
    const { watchSessionId } = await watching();
    const long_ago = new Date(Date.now() - 40_000);
    await test.db.updateTable('watch_session').set({ last_seen_at: long_ago }).execute();
    const { body } = await hook('POST', 'events', {
      events: [
        { type: 'fireworks' },
        null,
        {
          type: 'readers',
          at: new Date().toISOString(),
          watch_session_ids: [watchSessionId, randomUUID()],
        },
        { type: 'readers', at: new Date().toISOString(), watch_session_ids: ["' or 1=1"] },
      ],
    });
    expect(body).toEqual({ taken: 1 });
    const row = await test.db
      .selectFrom('watch_session')
      .select('last_seen_at')
      .where('watch_session_id', '=', watchSessionId)
      .executeTakeFirstOrThrow();
    expect(Date.now() - row.last_seen_at.getTime()).toBeLessThan(5_000);
    expect((await hook('POST', 'events', { events: 'x' })).status).toBe(400);
  });
});

describe('revocations', () => {
  const pushedIds = () =>
    media.pushes.flatMap((push) => push.revocations.map((row) => row.watch_session_id));

  it('reach the media process and the gate within two seconds of the revocation', async () => {
    const { join, watchSessionId } = await watching();
    const startedAt = performance.now();
    await join();
    await expect.poll(pushedIds, { interval: 10 }).toContain(watchSessionId);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    const paths = ['/control/revocations', '/gate/control/revocations'];
    await expect.poll(() => media.paths).toEqual(expect.arrayContaining(paths));
    expect(new Set(media.credentials)).toEqual(new Set(['Bearer secret']));
  });

  it('are all pushed again after the media process has been down', async () => {
    media.down = true;
    const [one, other] = [await watching(), await watching()];
    const tried = media.paths.length;
    await one.join();
    await other.join();
    await expect.poll(() => media.paths.length).toBeGreaterThan(tried);
    expect(pushedIds()).not.toContain(one.watchSessionId);
    media.down = false;
    await expect
      .poll(pushedIds, { timeout: 8_000 })
      .toEqual(expect.arrayContaining([one.watchSessionId, other.watchSessionId]));
  });

  it('can be read by cursor, or from the start', async () => {
    const { join, watchSessionId } = await watching();
    const before = (await hook('GET', 'revocations')).body as Pushed;
    await join();
    const after = (await hook('GET', `revocations?after=${before.cursor}`)).body as Pushed;
    expect(after.revocations.map((row) => row.watch_session_id)).toContain(watchSessionId);
    expect(after.cursor).toBeGreaterThanOrEqual(before.cursor);
    // Waits until older transactions, also of other tests, have ended. From then on no revocation is
    // repeated.
    const rest = async () => {
      const { cursor } = (await hook('GET', 'revocations')).body as Pushed;
      return ((await hook('GET', `revocations?after=${cursor}`)).body as Pushed).revocations;
    };
    await expect.poll(rest).toEqual([]);
    expect((await hook('GET', 'revocations?after=x')).status).toBe(400);
  });
});
