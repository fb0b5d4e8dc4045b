import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { MemberId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { startEmbeddedPostgres } from '@sangwian/embedded-postgres/embedded-postgres';
import { createLogger } from '@sangwian/node-kit/logger';
import { startNodeProxy, startRedis } from '@sangwian/testkit/start-server';
import { sql } from 'kysely';
import { createSessions } from '../services/api/src/domains/identity/sessions/sessions.module.ts';
import { createInProcessBus } from '../services/api/src/platform/bus/bus.ts';
import { connectPostgres } from '../services/api/src/platform/bus/connect-postgres.ts';
import { connectRedis } from '../services/api/src/platform/bus/connect-redis.ts';
import { createDatabase } from '../services/api/src/platform/database/create-database.ts';
import { loadSampleSeason } from '../services/api/src/sample-season/load.ts';
import { migrate } from '../services/api/src/schema/migrate.ts';
import { FollowingFan } from '../services/api/src/testing/following-fan.ts';
import { API_ENVIRONMENT, forkApi } from '../services/api/src/testing/fork-api.ts';
import { type Bench, percentile, type Report } from './figure.ts';
import { measureBareBus } from './support/bare-bus.ts';
import {
  type EventDelays,
  type EventMember,
  measureMemberEvents,
} from './support/member-events.ts';
import { cpuSeconds } from './support/processes.ts';
import { requirePrograms } from './support/require-programs.ts';

const EVENTS_PER_SECOND = 1_000;
/** Enough members that each stays below the rate limit of a member. */
const MEMBERS = 1_250;
const WARM_UP_MS = 5_000;
const MEASURE_MS = 20_000;
/** Enough for one unblocking request per member every 1.25 s. */
const BLOCKED_EACH = 22;
const PEER_MS = 10_000;
/** Sockets on both nodes, about half of which lose their node. */
const SOCKETS = 400;
/** Fewer than the lines of a tick, because a full tick leaves older lines to the history. */
const CHATTERS = 16;
/** Slightly longer than the slow mode interval, so that every line is accepted. */
const LINE_EVERY_MS = LIMITS.chatSlowModeMs + 200;
const BACK_MS_MAX = 60_000;
const STEP_MS = 10;
const { APP_KEY: appKey } = API_ENVIRONMENT;

interface Stage {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly programLiveId: string;
  readonly members: readonly EventMember[];
}

interface Node {
  readonly child: ChildProcess;
  readonly port: number;
  readonly url: string;
}

async function startNode({ databaseUrl, dataDir }: Stage, busUrl: string): Promise<Node> {
  const env = {
    ...{ ...process.env, ...API_ENVIRONMENT, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
    ...{ BUS_URL: busUrl, TRUST_PROXY: 'loopback' },
    // All fans share the IP address of this machine.
    ...{ RATE_LIMIT_PER_ADDRESS: '0', SOCKETS_PER_ADDRESS: '0', CONNECTIONS_PER_ADDRESS: '0' },
  };
  const { child, ports } = await forkApi(env, () => {});
  return { child, port: ports.http, url: `http://127.0.0.1:${ports.http}` };
}

async function stopNodes(nodes: readonly Node[]): Promise<void> {
  await Promise.all(
    nodes.map(async ({ child }) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    }),
  );
}

/** Inserts signed-in members directly into the database, because sign-ins are not measured here. */
async function prepareStage(databaseUrl: string, dataDir: string): Promise<Stage> {
  const db = createDatabase(databaseUrl, createLogger('bench', 'silent'));
  const { program_live_id: programLiveId } = await loadSampleSeason(db, { now: new Date() });
  const { rows } = await sql<{ member_id: MemberId }>`
    insert into member (first_name, last_name)
    select 'แฟน', 'มวย' from generate_series(1, ${MEMBERS}) returning member_id
  `.execute(db);
  const sessions = createSessions(db, createInProcessBus(), () => new Date());
  const members: EventMember[] = [];
  for (const { member_id: memberId } of rows) {
    const { token } = await sessions.start({ memberId, userAgent: 'bench', ip: '127.0.0.1' });
    members.push({ memberId, token });
  }
  await db.destroy();
  return { databaseUrl, dataDir, programLiveId, members };
}

/** Lets each member block the members that follow in the list. */
async function blockMembers({ databaseUrl, members }: Stage): Promise<void> {
  const db = createDatabase(databaseUrl, createLogger('bench', 'silent'));
  const ids = members.map(({ memberId }) => memberId);
  await sql`
    with one as (select id, at from unnest(${ids}::uuid[]) with ordinality as list (id, at))
    insert into chat_block (member_id, blocked_member_id, created_at)
    select blocker.id, blocked.id, now()
    from one as blocker
    cross join generate_series(0, ${BLOCKED_EACH - 1}) as step
    join one as blocked on blocked.at = 1 + (blocker.at + step) % ${ids.length}
    on conflict do nothing
  `.execute(db);
  await sql`analyze chat_block`.execute(db).catch(() => {});
  await db.destroy();
}

interface Measured extends EventDelays {
  /** CPU seconds per second of the called node, the other node and the caller. */
  readonly cpu: readonly number[];
}

/** Measures events from one node to sockets of another node. */
async function measureBus(stage: Stage, busUrl: string): Promise<Measured> {
  await blockMembers(stage);
  const nodes = [await startNode(stage, busUrl), await startNode(stage, busUrl)] as const;
  const [called, heard] = nodes;
  try {
    const pids = [called.child.pid ?? 0, heard.child.pid ?? 0, process.pid];
    const before = pids.map(cpuSeconds);
    const beganMs = performance.now();
    const delays = await measureMemberEvents({
      ...{ calledUrl: called.url, heardUrl: heard.url, appKey },
      ...{ members: stage.members, blockedEach: BLOCKED_EACH },
      ...{ perSecond: EVENTS_PER_SECOND, warmUpMs: WARM_UP_MS, measureMs: MEASURE_MS },
    });
    const seconds = (performance.now() - beganMs) / 1_000;
    const cpu = pids.map((pid, at) => (cpuSeconds(pid) - (before[at] ?? 0)) / seconds);
    return { ...delays, cpu };
  } finally {
    await stopNodes(nodes);
  }
}

async function waitUntil(isTrue: () => boolean, what: string): Promise<void> {
  const endMs = performance.now() + BACK_MS_MAX;
  while (!isTrue()) {
    if (performance.now() > endMs) throw new Error(`waited in vain until ${what}`);
    await wait(STEP_MS);
  }
}

/** Members who chat on one node, with five lines per second in total. */
class Chatters {
  readonly #pages: readonly FollowingFan[];
  readonly #ended = new AbortController();
  #talking: Promise<unknown> = Promise.resolve();
  lastSeq = 0;

  constructor(stage: Stage, node: Node) {
    const { programLiveId, members } = stage;
    this.#pages = members
      .slice(0, CHATTERS)
      .map(({ token }) => new FollowingFan({ url: node.url, appKey, programLiveId, token }));
    this.#talking = Promise.all(
      this.#pages.map((page, index) => this.#talk(page, index, programLiveId)),
    );
  }

  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#talking;
    for (const page of this.#pages) page.close();
  }

  async #talk({ socket }: FollowingFan, index: number, programLiveId: string): Promise<void> {
    await wait((index * LINE_EVERY_MS) / CHATTERS);
    while (!this.#ended.signal.aborted) {
      const line = { program_live_id: programLiveId, text: 'สู้ ๆ', chat_message_id: randomUUID() };
      const answer = await socket
        .timeout(LINE_EVERY_MS)
        .emitWithAck('chat:send', line)
        .catch(() => null);
      if (answer?.ok === true) this.lastSeq = Math.max(this.lastSeq, answer.message.seq);
      await wait(LINE_EVERY_MS);
    }
  }
}

interface Kill {
  readonly lost: number;
  readonly backS: readonly number[];
  /** Number of lines that pages did not show, summed over all pages. */
  readonly missing: number;
  readonly lines: number;
}

/** Kills one of two nodes behind HAProxy, and waits until its sockets have reconnected and have received all lines. */
async function measureKill(stage: Stage, busUrl: string): Promise<Kill> {
  const nodes = [await startNode(stage, busUrl), await startNode(stage, busUrl)] as const;
  const [killed, staying] = nodes;
  const proxy = await startNodeProxy(nodes.map(({ port }) => port));
  const { programLiveId } = stage;
  const pages: FollowingFan[] = [];
  try {
    const chatters = new Chatters(stage, staying);
    while (pages.length < SOCKETS) {
      pages.push(new FollowingFan({ url: proxy.url, appKey, programLiveId }));
    }
    await waitUntil(() => pages.every(({ isJoined }) => isJoined), 'all pages have joined');
    await waitUntil(() => chatters.lastSeq > 0, 'the chat has begun');
    const firstSeq = chatters.lastSeq;
    const killedAtMs = performance.now();
    killed.child.kill('SIGKILL');
    const lost = () => pages.filter(({ losses }) => losses > 0);
    await waitUntil(() => lost().length > 0, 'the sockets are lost');
    await waitUntil(() => pages.every(({ isJoined }) => isJoined), 'all pages are back');
    await wait(LINE_EVERY_MS);
    await chatters.stop();
    const { lastSeq } = chatters;
    const missingOf = () => pages.reduce((sum, page) => sum + page.missing(lastSeq), 0);
    const settledMs = performance.now() + LINE_EVERY_MS;
    while (missingOf() > 0 && performance.now() < settledMs) await wait(STEP_MS);
    const backS = lost().map(
      ({ joinedAgainAtMs }) => ((joinedAgainAtMs ?? Number.POSITIVE_INFINITY) - killedAtMs) / 1_000,
    );
    return { lost: lost().length, backS, missing: missingOf(), lines: lastSeq - firstSeq };
  } finally {
    for (const page of pages) page.close();
    await stopNodes(nodes);
    await proxy.stop();
  }
}

const ms = (value: number): string => value.toFixed(1);
const delayRow = (name: string, delays: readonly number[], ...more: readonly string[]) => [
  name,
  ms(percentile(delays, 0.5)),
  ms(percentile(delays, 0.99)),
  ms(percentile(delays, 1)),
  ...more,
];
const busRows = (name: string, { otherMs, sameMs, betweenMs, ...of }: Measured): string[][] => [
  delayRow(
    `${name}: call to socket of the other node`,
    otherMs,
    of.callsPerSecond.toFixed(0),
    of.cpu.map((share) => share.toFixed(2)).join(', '),
    String(of.missing + of.refused),
  ),
  delayRow(`${name}: call to socket of the same node`, sameMs),
  delayRow(`${name}: between the two sockets`, betweenMs),
];

interface Results {
  readonly redis: Measured;
  readonly notify: Measured;
  readonly bareRedis: readonly number[];
  readonly bareNotify: readonly number[];
  readonly kill: Kill;
}

function reportOf({ redis, notify, bareRedis, bareNotify, kill }: Results): Report {
  const atMost = { sense: 'at-most' } as const;
  // NOTIFY has no goal: its delays are in the table.
  const lostEvents = [redis, notify].reduce((sum, one) => sum + one.missing + one.refused, 0);
  return {
    table: [
      ['delay in ms', 'p50', 'p99', 'longest', 'events/s', 'CPU of nodes and caller', 'lost'],
      ...busRows('Redis', redis),
      delayRow('bare Redis, publish to subscriber', bareRedis),
      ...busRows('NOTIFY', notify),
      delayRow('bare NOTIFY, one a transaction', bareNotify),
      [
        `kill -9 behind HAProxy: ${kill.lost} of ${SOCKETS} sockets lost, back after`,
        `${percentile(kill.backS, 0.5).toFixed(2)} s`,
        `${percentile(kill.backS, 0.99).toFixed(2)} s`,
        `${percentile(kill.backS, 1).toFixed(2)} s`,
        `${kill.lines} lines`,
        '',
        String(kill.missing),
      ],
    ],
    figures: [
      {
        ...{ id: 'event-to-other-node-p99-redis', value: percentile(redis.otherMs, 0.99) },
        ...{ goal: 50, unit: 'ms', ...atMost },
      },
      { id: 'events-lost-between-nodes', value: lostEvents, goal: 0, unit: '', ...atMost },
      {
        ...{ id: 'sockets-of-killed-node-back', value: percentile(kill.backS, 1) },
        ...{ goal: 5, unit: ' s', ...atMost },
      },
      { id: 'lines-missed-after-kill', value: kill.missing, goal: 0, unit: '', ...atMost },
    ],
  };
}

async function run(): Promise<Report> {
  requirePrograms('redis-server', 'haproxy');
  const dataDir = mkdtempSync(join(tmpdir(), 'sangwian-nodes-'));
  const database = await startEmbeddedPostgres({ dataDir });
  const redis = await startRedis();
  try {
    await migrate(database.url, new URL(database.serviceUrl).username);
    const stage = await prepareStage(database.serviceUrl, dataDir);
    const peer = { perSecond: EVENTS_PER_SECOND, measureMs: PEER_MS };
    return reportOf({
      redis: await measureBus(stage, redis.url),
      notify: await measureBus(stage, ''),
      bareRedis: await measureBareBus(connectRedis(redis.url), peer),
      bareNotify: await measureBareBus(connectPostgres(database.serviceUrl), peer),
      kill: await measureKill(stage, redis.url),
    });
  } finally {
    await redis.stop();
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const bench: Bench = {
  about: `${EVENTS_PER_SECOND} events a second from one node to sockets of another, and ${SOCKETS} sockets of which a killed node loses half`,
  run,
};
