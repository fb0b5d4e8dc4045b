import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LIMITS } from '@sangwian/contract/limits';
import { startEmbeddedPostgres } from '@sangwian/embedded-postgres/embedded-postgres';
import { createLogger } from '@sangwian/node-kit/logger';
import type { Socket } from 'socket.io-client';
import { callApi, findLiveOn } from '../e2e/support/fan.ts';
import { findListener } from '../e2e/support/find-listener.ts';
import { ask, connectEventSocket } from '../e2e/support/socket.ts';
import { type RunFile, readRunFile, startStack } from '../e2e/support/start-stack.ts';
import { createMembers } from '../services/api/src/domains/identity/members/members.module.ts';
import { createSessions } from '../services/api/src/domains/identity/sessions/sessions.module.ts';
import { createWallet } from '../services/api/src/domains/money/wallet/wallet.module.ts';
import { createInProcessBus } from '../services/api/src/platform/bus/bus.ts';
import { createDatabase } from '../services/api/src/platform/database/create-database.ts';
import { type Bench, percentile, type Report } from './figure.ts';
import { cpuSeconds } from './support/processes.ts';
import type { CrowdReport } from './support/socket-crowd.ts';

/** Numbers of listening sockets, chat senders and gift senders. Each sender sends at even intervals. */
interface Load {
  readonly name: string;
  readonly sockets: number;
  readonly chatters: number;
  readonly givers: number;
}

/**
 * The loads: single events, which need no tick; the crowd of P4; the crowd of P5, with 40 events per second in total.
 */
const ALONE: Load = { name: 'single events', sockets: 5_000, chatters: 8, givers: 4 };
const CROWDED: Load = { name: 'ticks', sockets: 5_000, chatters: 160, givers: 40 };
const WIDE: Load = { name: '10 000 sockets', sockets: 10_000, chatters: 104, givers: 26 };
const MEMBERS = 200;
/** Sockets per process of the crowd. */
const SOCKETS_PER_PROCESS = 5_000;
const COINS = 100_000;
const MEASURE_S = 20;
/** Slightly longer than the slow mode interval, so that every message is accepted. */
const SEND_EVERY_MS = LIMITS.chatSlowModeMs + 200;
/** Realistic messages. */
const LINES = [
  'ยกนี้แดงมาเต็ม',
  'เตะซ้ายสวยมาก',
  'What a knee!',
  'น้ำเงินยังไหวไหม',
  'สู้ ๆ ครับ',
  'Clinch work!',
];

/** Creates members with sessions through the API's modules, since the sample season has too few. */
async function signInMany(databaseUrl: string, count: number): Promise<string[]> {
  const db = createDatabase(databaseUrl, createLogger('bench', 'warn'));
  const wallet = createWallet(db);
  const members = createMembers(db, wallet);
  const sessions = createSessions(db, createInProcessBus(), () => new Date());
  const tokens: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const memberId = await db.transaction().execute(async (trx) => {
      const id = await members.createMember(trx, {
        firstName: `แฟน${index}`,
        lastName: 'มวย',
        phone: null,
        password: null,
      });
      await wallet.grantCoins(trx, {
        memberId: id,
        coins: COINS,
        kind: 'grant',
        idempotencyKey: `bench:${id}`,
      });
      return id;
    });
    const { token } = await sessions.start({ memberId, userAgent: 'bench', ip: '127.0.0.1' });
    tokens.push(token);
  }
  await db.destroy();
  return tokens;
}

/** The listening sockets, in separate processes. */
class Crowd {
  readonly #processes: readonly ChildProcess[];

  private constructor(processes: readonly ChildProcess[]) {
    this.#processes = processes;
  }

  static async start(run: RunFile, programLiveId: string, sockets: number): Promise<Crowd> {
    const address = `${run.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
    const processes: ChildProcess[] = [];
    for (let remaining = sockets; remaining > 0; remaining -= SOCKETS_PER_PROCESS) {
      const crowd = fork(join(import.meta.dirname, 'support/socket-crowd.ts'), [
        address,
        String(Math.min(remaining, SOCKETS_PER_PROCESS)),
        run.app_key,
        programLiveId,
      ]);
      await once(crowd, 'message');
      processes.push(crowd);
    }
    return new Crowd(processes);
  }

  async report(): Promise<CrowdReport> {
    const reports = await Promise.all(
      this.#processes.map(async (crowd) => {
        crowd.send('report');
        const [report] = (await once(crowd, 'message')) as [CrowdReport];
        return report;
      }),
    );
    const sum = (pick: (report: CrowdReport) => number): number =>
      reports.reduce((total, report) => total + pick(report), 0);
    const frames = sum((report) => report.frames);
    return {
      type: 'report',
      frames,
      events: sum((report) => report.events),
      frameBytesMean: sum((report) => report.frameBytesMean * report.frames) / Math.max(1, frames),
      delaysMs: reports.flatMap((report) => report.delaysMs),
    };
  }

  leave(): void {
    for (const crowd of this.#processes) crowd.disconnect();
  }
}

interface Senders {
  refused(): number;
  stop(): Promise<void>;
}

/** Calls each sender once per interval, with the senders spread evenly over the interval. */
function sendRegularly(senders: ReadonlyArray<() => Promise<boolean>>): Senders {
  let refused = 0;
  const pending = new Set<Promise<void>>();
  const timers = senders.map((send, index) => {
    const once = (): void => {
      const sent = send().then(
        (ok) => {
          if (!ok) refused += 1;
        },
        // The acknowledgement timed out.
        () => {
          refused += 1;
        },
      );
      pending.add(sent);
      void sent.finally(() => pending.delete(sent));
    };
    return setTimeout(
      () => {
        once();
        timers[index] = setInterval(once, SEND_EVERY_MS);
      },
      (index * SEND_EVERY_MS) / senders.length,
    );
  });
  return {
    refused: () => refused,
    stop: async () => {
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(pending);
    },
  };
}

const LIMIT_S = 5;
const NEVER_RESTING = 0;

/**
 * Returns the writes per CPU second of a C program that only writes the same frame to as many sockets, at a fixed rate or
 * continuously.
 */
function machineLimit(
  folder: string,
  frame: { readonly sockets: number; readonly bytes: number; readonly perSecond: number },
): number {
  const program = join(folder, 'write-loop');
  execFileSync('cc', ['-O2', '-o', program, join(import.meta.dirname, 'peers/write-loop.c')]);
  const args = [frame.sockets, frame.bytes, LIMIT_S, frame.perSecond].map(String);
  const output = execFileSync(program, args, { encoding: 'utf8' });
  const [writes = 0, cpu = 1] = output.trim().split(' ').map(Number);
  return writes / cpu;
}

/** A running site with members who can chat and send gifts. */
interface Stage {
  readonly run: RunFile;
  readonly folder: string;
  readonly api: number;
  readonly programLiveId: string;
  readonly chatters: ReadonlyArray<() => Promise<boolean>>;
  readonly givers: ReadonlyArray<() => Promise<boolean>>;
}

interface Measured {
  readonly load: Load;
  readonly report: CrowdReport;
  readonly cpu: number;
  readonly refused: number;
  /** Writes per CPU second of the C program with frames of the same size, at the server's rate. */
  readonly limit: number;
  /** Writes per CPU second of the C program when it writes continuously. */
  readonly limitAtOnce: number;
}

const chat =
  (socket: Socket, programLiveId: string, index: number) => async (): Promise<boolean> => {
    const { ok } = await ask(socket, 'chat:send', {
      program_live_id: programLiveId,
      text: LINES[index % LINES.length],
      chat_message_id: randomUUID(),
    });
    return ok;
  };

async function measure(stage: Stage, load: Load): Promise<Measured> {
  const { run, api, folder, programLiveId } = stage;
  const crowd = await Crowd.start(run, programLiveId, load.sockets);
  // Chat and gift senders share one schedule, so that their events are mixed.
  const senders = sendRegularly([
    ...stage.chatters.slice(0, load.chatters),
    ...stage.givers.slice(0, load.givers),
  ]);
  await delay(SEND_EVERY_MS * 2);
  await crowd.report();
  const cpuBefore = cpuSeconds(api);
  await delay(MEASURE_S * 1_000);
  const report = await crowd.report();
  const cpu = cpuSeconds(api) - cpuBefore;
  await senders.stop();
  crowd.leave();
  const frame = { sockets: load.sockets, bytes: Math.round(report.frameBytesMean) };
  const perSecond = report.frames / load.sockets / MEASURE_S;
  const limit = machineLimit(folder, { ...frame, perSecond });
  const limitAtOnce = machineLimit(folder, { ...frame, perSecond: NEVER_RESTING });
  return { load, report, cpu, refused: senders.refused(), limit, limitAtOnce };
}

const rowOf = ({ load, report, cpu, refused, limit, limitAtOnce }: Measured): string[] => [
  load.name,
  String(load.sockets),
  (report.events / load.sockets / MEASURE_S).toFixed(1),
  (report.events / MEASURE_S).toFixed(0),
  report.frameBytesMean.toFixed(0),
  (cpu / MEASURE_S).toFixed(2),
  (report.events / cpu).toFixed(0),
  limit.toFixed(0),
  limitAtOnce.toFixed(0),
  percentile(report.delaysMs, 0.5).toFixed(0),
  percentile(report.delaysMs, 0.99).toFixed(0),
  String(refused),
];

const ratioOf = ({ report, cpu, limit }: Measured): number => report.events / cpu / limit;

async function openStage(
  folder: string,
  databaseUrl: string,
  dataDir: string,
): Promise<Stage & { close(): void }> {
  const run = readRunFile(dataDir);
  const live = await findLiveOn(run);
  const { program_live_id: programLiveId, current_match_live_id: bout } = live;
  if (bout === null) throw new Error('no current bout');
  const { data: gifts } = await callApi(run, null, 'GET /gift', {});
  const [gift] = gifts;
  if (gift === undefined) throw new Error('no gifts in the catalogue');
  const tokens = await signInMany(databaseUrl, MEMBERS);
  const sockets = await Promise.all(tokens.map((token) => connectEventSocket(run, token)));
  for (const socket of sockets) await ask(socket, 'live:join', { program_live_id: programLiveId });
  return {
    run,
    folder,
    programLiveId,
    api: findListener(Number(new URL(run.url).port)),
    chatters: sockets.map((socket, index) => chat(socket, programLiveId, index)),
    givers: tokens.toReversed().map((token, index) => async () => {
      await callApi(run, token, 'POST /gift/send', {
        idempotencyKey: randomUUID(),
        body: {
          match_live_id: bout,
          corner: index % 2 === 0 ? 'red' : 'blue',
          gift_id: gift.gift_id,
          quantity: 1,
          expected_coins: gift.coins,
        },
      });
      return true;
    }),
    close: () => {
      for (const socket of sockets) socket.close();
    },
  };
}

async function run(): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'sangwian-events-'));
  const database = await startEmbeddedPostgres({ dataDir: folder });
  const stack = await startStack({
    DEMO_CROWD: '0',
    DATABASE_URL: database.url,
    // All fans share the IP address of this machine.
    SOCKETS_PER_ADDRESS: '0',
  });
  try {
    const stage = await openStage(folder, database.url, stack.dataDir);
    const alone = await measure(stage, ALONE);
    const crowded = await measure(stage, CROWDED);
    const wide = await measure(stage, WIDE);
    stage.close();
    const atLeast = { sense: 'at-least', unit: '' } as const;
    return {
      table: [
        [
          'load',
          'sockets',
          'events/s each',
          'events/s delivered',
          'frame bytes',
          'server CPU s/s',
          'events/CPU s',
          'C writes/CPU s',
          'without a rest',
          'p50 ms',
          'p99 ms',
          'refused',
        ],
        ...[alone, crowded, wide].map(rowOf),
      ],
      figures: [
        {
          id: 'single-events-per-cpu-second-to-c-write-loop',
          value: ratioOf(alone),
          goal: 0.7,
          ...atLeast,
        },
        {
          id: 'tick-events-per-cpu-second-to-c-write-loop',
          value: ratioOf(crowded),
          goal: 5,
          ...atLeast,
        },
        {
          id: 'send-to-receive-p99-at-10000-sockets',
          value: percentile(wide.report.delaysMs, 0.99),
          goal: 350,
          sense: 'at-most',
          unit: 'ms',
        },
        {
          id: 'events-per-second-at-each-of-10000-sockets',
          value: wide.report.events / WIDE.sockets / MEASURE_S,
          goal: 38,
          ...atLeast,
        },
      ],
    };
  } finally {
    await stack.stop();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const bench: Bench = {
  about:
    'chat and gifts for 5 000 and 10 000 sockets: events per CPU second beside a bare C loop of write(), and delays',
  run,
};
