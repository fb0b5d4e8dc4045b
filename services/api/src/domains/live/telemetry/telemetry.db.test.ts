import type { Operation } from '@sangwian/contract/contract';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Handler } from '../../../platform/http/handler.ts';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import type { Database } from '../../../schema/database.ts';
import { createTelemetryModule, type TelemetryModule } from './telemetry.module.ts';
import type { TelemetryTables } from './telemetry.tables.ts';
import { playbackWindow, telemetryBatch } from './testing/playback-window.ts';

const logger = createLogger('test', 'silent');
const TABLES = [
  ...['playback_minute', 'playback_failure', 'playback_signal'],
  ...['page_fault', 'telemetry_flush'],
] as (keyof TelemetryTables)[];
let test: TestApi;
let live: string;
let nowMs: number;

beforeAll(async () => {
  test = await startTestApi();
  live = (await loadSampleSeason(test.db, { now: new Date() })).program_live_id;
});
afterAll(() => test.close());
beforeEach(async () => {
  nowMs = Math.floor(Date.now() / 60_000) * 60_000 + 30_000;
  for (const table of TABLES) await test.db.deleteFrom(table).execute();
});

interface NodeOptions {
  readonly sampleEvery?: number;
  readonly isBusy?: () => boolean;
  readonly db?: Kysely<Database>;
}
/** A node of the API that shares nothing with another one except the database. */
const makeNode = ({ sampleEvery = 1, isBusy = () => false, db = test.db }: NodeOptions = {}) =>
  createTelemetryModule({
    ...{ db, logger, counters: null, sampleEvery, busyShare: 1, isBusy },
    clock: () => new Date(nowMs),
  });
const handlerOf = <Op extends Operation>(node: TelemetryModule, operation: Op): Handler<Op> => {
  const handler = node.handlers?.[operation];
  if (handler === undefined) throw new Error(`${operation} has no handler`);
  return handler as Handler<Op>;
};
const send = (node: TelemetryModule, batch = telemetryBatch(), ip = '203.0.113.7') =>
  handlerOf(node, 'POST /telemetry')({ body: batch, ip } as never);
const window = (fields: Parameters<typeof playbackWindow>[0] = {}) =>
  playbackWindow({ live_id: live, ...fields });
const report = async (node: TelemetryModule) => {
  const { data } = await handlerOf(node, 'GET /operator/playback')({} as never);
  // biome-ignore lint/suspicious/noExplicitAny: the assertions check the type.
  return data as any;
};

describe('reports of players', () => {
  it('are summed per live and shown with quantiles, shares and failures', async () => {
    const node = makeNode();
    const stream = await test.db
      .selectFrom('match_live_stream')
      .select('match_live_stream_id as id')
      .where('program_live_id', '=', live)
      .executeTakeFirstOrThrow();
    await send(node, telemetryBatch({ playback: [window({ join_ms: 900, live_id: stream.id })] }));
    await send(
      node,
      telemetryBatch({
        playback: [
          window({ join_ms: 2_500, transport: 'webrtc', height: 1_080, latency_ms: 400 }),
          window({ stalls: 1, stall_ms: 3_000, first_stall: true, watched_ms: 27_000 }),
          window({ watched_ms: 0, outcome: 'never_started', failure: 'loading', latency_ms: null }),
        ],
        faults: [{ class: 'TypeError', at: 'live-route-Bx7.js:1:2345', count: 2 }],
      }),
    );
    await node.flush();
    const { lives, faults, sample_every } = await report(node);
    expect(sample_every).toBe(1);
    expect(lives).toMatchObject([
      {
        ...{ program_live_id: live, sessions: 3, watched_ms: 87_000, stalled_share: 1 / 3 },
        ...{ join_p50_ms: 1_000, failures: [{ outcome: 'never_started', code: 'loading' }] },
        renditions: [
          { transport: 'hls', height: 720 },
          { transport: 'webrtc', height: 1_080 },
        ],
        stopped: [],
      },
    ]);
    expect(lives[0].stall_s_per_hour).toBeCloseTo(3 / (87 / 3_600), 3);
    expect(faults).toMatchObject([
      { class: 'TypeError', page: 'live', at: 'live-route-Bx7.js:1:2345', count: 2 },
    ]);
  });

  it('count for two nodes in one row, without loss when both flush at the same time', async () => {
    const nodes = [makeNode(), makeNode()];
    for (const node of nodes) {
      for (let index = 0; index < 5; index += 1) {
        await send(node, telemetryBatch({ playback: [window({ join_ms: 700 })] }));
      }
    }
    await Promise.all(nodes.map((node) => node.flush()));
    const rows = await test.db.selectFrom('playback_minute').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect((await report(makeNode())).lives).toMatchObject([{ sessions: 10, watched_ms: 300_000 }]);
  });

  it('of a node that is killed between two flushes are lost, and nothing counts twice', async () => {
    const killed = makeNode();
    await send(killed, telemetryBatch({ playback: [window()] }));
    await killed.flush();
    await send(killed, telemetryBatch({ playback: [window()] }));
    const successor = makeNode();
    await successor.flush();
    expect((await report(successor)).lives).toMatchObject([{ watched_ms: 30_000 }]);
  });

  it('count once when the answer to a commit is lost and the flush is repeated', async () => {
    let isLost = true;
    const losing = new Proxy(test.db, {
      get: (target, name) => {
        if (name !== 'transaction') {
          const value = Reflect.get(target, name, target);
          return typeof value === 'function' ? value.bind(target) : value;
        }
        return () => ({
          execute: async (work: never) => {
            const answer = await target.transaction().execute(work);
            if (!isLost) return answer;
            isLost = false;
            throw new Error('connection terminated after the commit');
          },
        });
      },
    });
    const node = makeNode({ db: losing });
    await send(node, telemetryBatch({ playback: [window()] }));
    await node.flush();
    await send(node, telemetryBatch({ playback: [window()] }));
    // Repeats the first sums, which are already written, and then writes the next ones.
    await node.flush();
    await node.flush();
    expect((await report(node)).lives).toMatchObject([{ watched_ms: 60_000 }]);
  });

  it('of unknown lives and repeated reports are ignored', async () => {
    const node = makeNode();
    const batch = telemetryBatch({ playback: [window()] });
    await send(node, batch);
    await send(node, batch);
    const unknown = window({ live_id: '019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c77' });
    await send(node, telemetryBatch({ playback: [unknown] }));
    await node.flush();
    expect((await report(node)).lives).toMatchObject([{ watched_ms: 30_000 }]);
  });

  it('are refused with a pause under load, and ignored while reports are off', async () => {
    const busy = makeNode({ isBusy: () => true });
    await expect(send(busy)).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 30 });
    const off = makeNode({ sampleEvery: 0 });
    await send(off, telemetryBatch({ playback: [window()] }));
    await off.flush();
    expect((await report(off)).lives).toEqual([]);
  });

  it('are deleted after their retention', async () => {
    const node = makeNode();
    await send(
      node,
      telemetryBatch({
        playback: [window({ stall_ms: 12_000 })],
        faults: [{ class: 'Error', at: 'home-page-B.js:1:2', count: 1 }],
      }),
    );
    await node.flush();
    const prune = node.tasks?.find(({ name }) => name === 'telemetry_prune');
    await prune?.run(new AbortController().signal, {});
    expect((await report(node)).lives).toHaveLength(1);
    nowMs += 61 * 24 * 60 * 60_000;
    await prune?.run(new AbortController().signal, {});
    for (const table of ['playback_minute', 'playback_signal', 'page_fault'] as const) {
      expect(await test.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
  });
});

describe('a stopped picture', () => {
  const stall = () => window({ stall_ms: 20_000, stalls: 1, watched_ms: 10_000 });

  it('is shown when five addresses report it, and one address counts once', async () => {
    const node = makeNode();
    for (let index = 0; index < 20; index += 1) {
      await send(node, telemetryBatch({ playback: [stall()] }), '203.0.113.9');
      // Addresses of one IPv6 network are one caller.
      await send(node, telemetryBatch({ playback: [stall()] }), `2001:db8::${index + 1}`);
    }
    await node.flush();
    expect((await report(node)).lives).toMatchObject([{ stopped: [] }]);
    for (const last of [1, 2, 3]) {
      await send(node, telemetryBatch({ playback: [stall()] }), `203.0.113.1${last}`);
    }
    await node.flush();
    expect((await report(node)).lives).toMatchObject([
      { stopped: [{ sessions: 5, ongoing: true }] },
    ]);
    const owner = await test.makeStaff('owner', 'Wichai');
    const health = await test.call('GET /operator/health', { headers: owner.headers });
    expect(health.body.data.findings[0]).toMatchObject({
      ...{ finding: 'players_stopped', level: 'problem', values: { sessions: 5 } },
    });
  });

  it('is not shown while most sessions play', async () => {
    const node = makeNode({ sampleEvery: 10 });
    for (let last = 1; last <= 6; last += 1) {
      await send(node, telemetryBatch({ playback: [stall()] }), `203.0.113.${last}`);
      await send(node, telemetryBatch({ playback: [window()] }), `198.51.100.${last}`);
    }
    await node.flush();
    expect((await report(node)).lives).toMatchObject([{ stopped: [] }]);
  });
});

describe('the endpoint', () => {
  const post = (body: unknown) => test.call('POST /telemetry', { body });

  it('accepts a report without an app key', async () => {
    const { statusCode } = await test.api.app.inject({
      method: 'POST',
      url: '/api/v1/telemetry',
      payload: telemetryBatch(),
    });
    expect(statusCode).toBe(200);
  });

  it('refuses unknown fields, texts, values beyond their bounds and long bodies', async () => {
    const bad = [
      { ...telemetryBatch(), member_id: 'M1' },
      telemetryBatch({ playback: [playbackWindow({ watched_ms: 120_001 })] }),
      telemetryBatch({ playback: [playbackWindow({ watched_ms: 90_000, stall_ms: 90_000 })] }),
      telemetryBatch({ playback: [playbackWindow({ latency_ms: -1 })] }),
      telemetryBatch({ playback: Array.from({ length: 21 }, () => playbackWindow()) }),
      telemetryBatch({ faults: [{ class: 'Error', at: '/live?token=1', count: 1 }] }),
      telemetryBatch({ faults: [{ class: 'my password' as never, at: 'a.js:1:1', count: 1 }] }),
    ];
    for (const body of bad) expect((await post(body)).body.status).toBe('request_invalid');
    expect((await post(`{"batch_id":"${'x'.repeat(9_000)}"}`)).status).toBe(413);
    expect((await post('{')).body.status).toBe('body_malformed');
  });

  it('shows the figures to staff only', async () => {
    expect((await test.call('GET /operator/playback')).status).toBe(401);
    const { headers } = await test.makeStaff('owner', 'Anan');
    expect((await test.call('GET /operator/playback', { headers })).body.data).toMatchObject({
      ...{ sample_every: 1, faults: [] },
    });
  });
});
