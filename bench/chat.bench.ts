import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LIMITS } from '@sangwian/contract/limits';
import { createLogger } from '@sangwian/node-kit/logger';
import { startEmbeddedPostgres } from '@sangwian/node-kit/postgres/embedded-postgres';
import type { Socket } from 'socket.io-client';
import { callApi } from '../e2e/support/fan.ts';
import { ask, connectEventSocket } from '../e2e/support/socket.ts';
import { type RunFile, readRunFile, startStack } from '../e2e/support/start-stack.ts';
import { createInProcessBus } from '../services/api/src/bus.ts';
import { createDatabase } from '../services/api/src/database/create-database.ts';
import { createMembers } from '../services/api/src/modules/members/members.module.ts';
import { createSessions } from '../services/api/src/modules/sessions/sessions.module.ts';
import { createWallet } from '../services/api/src/modules/wallet/wallet.module.ts';
import { type Bench, percentile, type Report } from './figure.ts';
import { cpuSeconds, findListener } from './support/processes.ts';
import type { CrowdReport } from './support/socket-crowd.ts';

const SOCKETS = 5_000;
const SENDERS = 200;
const MEASURE_S = 20;
/** A little over slow mode, so that every line is taken. */
const SEND_EVERY_MS = LIMITS.chatSlowModeMs + 200;
/** What people really write. */
const LINES = [
  'ยกนี้แดงมาเต็ม',
  'เตะซ้ายสวยมาก',
  'What a knee!',
  'น้ำเงินยังไหวไหม',
  'สู้ ๆ ครับ',
  'Clinch work!',
];

/** Members with a session each, made through the API's own modules: the sample season has too few. */
async function signInMany(databaseUrl: string, count: number): Promise<string[]> {
  const db = createDatabase(databaseUrl, createLogger('bench', 'warn'));
  const members = createMembers(db, createWallet(db));
  const sessions = createSessions(db, createInProcessBus(), () => new Date());
  const tokens: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const memberId = await db.transaction().execute((trx) =>
      members.createMember(trx, {
        firstName: `แฟน${index}`,
        lastName: 'มวย',
        phone: null,
        password: null,
      }),
    );
    const { token } = await sessions.start({ memberId, userAgent: 'bench', ip: '127.0.0.1' });
    tokens.push(token);
  }
  await db.destroy();
  return tokens;
}

async function startCrowd(run: RunFile, programLiveId: string): Promise<ChildProcess> {
  const address = `${run.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const crowd = fork(join(import.meta.dirname, 'support/socket-crowd.ts'), [
    address,
    String(SOCKETS),
    run.app_key,
    programLiveId,
  ]);
  await once(crowd, 'message');
  return crowd;
}

async function reportOf(crowd: ChildProcess): Promise<CrowdReport> {
  crowd.send('report');
  const [report] = (await once(crowd, 'message')) as [CrowdReport];
  return report;
}

/** Every sender says a line again and again, spread over the interval. */
function talk(
  sockets: readonly Socket[],
  programLiveId: string,
): { refused(): number; stop(): Promise<void> } {
  let refused = 0;
  const underWay = new Set<Promise<void>>();
  const timers = sockets.map((socket, index) => {
    const say = (): void => {
      const line = ask(socket, 'chat:send', {
        program_live_id: programLiveId,
        text: LINES[index % LINES.length],
        chat_message_id: randomUUID(),
      }).then(
        ({ ok }) => {
          if (!ok) refused += 1;
        },
        // Not answered in time.
        () => {
          refused += 1;
        },
      );
      underWay.add(line);
      void line.finally(() => underWay.delete(line));
    };
    return setTimeout(
      () => {
        say();
        timers[index] = setInterval(say, SEND_EVERY_MS);
      },
      (index * SEND_EVERY_MS) / sockets.length,
    );
  });
  return {
    refused: () => refused,
    stop: async () => {
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(underWay);
    },
  };
}

/** Writes a second of CPU of a C program that does nothing but write the same frame to as many sockets. */
function machineLimit(folder: string, frameBytes: number): number {
  const program = join(folder, 'write-loop');
  execFileSync('cc', ['-O2', '-o', program, join(import.meta.dirname, 'peers/write-loop.c')]);
  const output = execFileSync(program, [String(SOCKETS), String(frameBytes), '5'], {
    encoding: 'utf8',
  });
  const [writes = 0, cpu = 1] = output.trim().split(' ').map(Number);
  return writes / cpu;
}

async function run(): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'sangwian-chat-'));
  const database = await startEmbeddedPostgres({ dataDir: folder });
  const stack = await startStack({ DEMO_CROWD: '0', DATABASE_URL: database.url });
  try {
    const run = readRunFile(stack.dataDir);
    const { data: lives } = await callApi(run, null, 'GET /live', {
      query: { status: 'in_progress' },
    });
    const programLiveId = lives[0]?.program_live_id;
    if (programLiveId === undefined) throw new Error('no live is on');
    const tokens = await signInMany(database.url, SENDERS);
    const sockets = await Promise.all(tokens.map((token) => connectEventSocket(run, token)));
    for (const socket of sockets)
      await ask(socket, 'live:join', { program_live_id: programLiveId });
    const crowd = await startCrowd(run, programLiveId);
    const api = findListener(Number(new URL(run.url).port));

    const talking = talk(sockets, programLiveId);
    await delay(SEND_EVERY_MS * 2);
    await reportOf(crowd);
    const cpuBefore = cpuSeconds(api);
    await delay(MEASURE_S * 1000);
    const report = await reportOf(crowd);
    const cpu = cpuSeconds(api) - cpuBefore;
    await talking.stop();
    for (const socket of sockets) socket.close();
    crowd.disconnect();

    const limit = machineLimit(folder, Math.round(report.frameBytesMean));
    const linesPerCpuSecond = report.lines / cpu;
    const p99 = percentile(report.delaysMs, 0.99);
    return {
      table: [
        [
          'sockets',
          'lines s⁻¹ sent',
          'lines s⁻¹ delivered',
          'frame bytes',
          'server CPU s/s',
          'p50 ms',
          'p99 ms',
          'refused',
        ],
        [
          String(SOCKETS),
          (report.lines / SOCKETS / MEASURE_S).toFixed(1),
          (report.lines / MEASURE_S).toFixed(0),
          report.frameBytesMean.toFixed(0),
          (cpu / MEASURE_S).toFixed(2),
          String(percentile(report.delaysMs, 0.5)),
          String(p99),
          String(talking.refused()),
        ],
        ['C write loop', '', limit.toFixed(0), '', '1.00', '', '', ''],
      ],
      figures: [
        {
          id: 'chat-lines-delivered-per-cpu-second-to-c-write-loop',
          value: linesPerCpuSecond / limit,
          goal: 2.4,
          sense: 'at-least',
          unit: '',
        },
        {
          id: 'chat-delay-p99-at-5000-sockets',
          value: p99,
          goal: 450,
          sense: 'at-most',
          unit: 'ms',
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
  about: `chat lines delivered to ${SOCKETS} sockets: a CPU second of the server beside a bare C loop of write()`,
  run,
};
