import { spawn } from 'node:child_process';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../services/api/src/schema/database.ts';
import { percentile } from '../figure.ts';

/** Comes with an installed PostgreSQL. */
const PGBENCH = 'pgbench';
/** Number of turns. Peer and Sangwian alternate, because the speed of machine and disk changes within a minute. */
const TURNS = 5;
const TURN_MS = 3_000;
/** Concurrent clients of the peer. */
export const FEW = 16;

export interface Load {
  readonly perSecond: number;
  readonly p99Ms: number;
}

export interface Peer {
  readonly name: string;
  /** Runs a turn of `FEW` clients. Reports the mean where the 99th percentile is unknown. */
  run(): Promise<Load>;
}

/** Prepares pgbench if it is installed: one small update and one insert per transaction, with fsync. */
async function preparePgbench(url: string): Promise<Peer | null> {
  const run = (args: readonly string[]): Promise<string> =>
    new Promise((done, failed) => {
      const child = spawn(PGBENCH, [...args, url], { stdio: ['ignore', 'pipe', 'ignore'] });
      let text = '';
      child.stdout.on('data', (chunk) => {
        text += String(chunk);
      });
      child.on('error', failed);
      child.on('exit', (code) => (code === 0 ? done(text) : failed(new Error(`pgbench: ${code}`))));
    });
  try {
    await run(['-i', '-q', '-s', '10']);
  } catch {
    return null;
  }
  const turn = ['-N', '-c', String(FEW), '-j', '2', '-T', String(TURN_MS / 1_000)];
  return {
    name: `pgbench -N, ${FEW} clients`,
    run: async () => {
      const text = await run(turn);
      const perSecond = Number(/tps = ([\d.]+)/.exec(text)?.[1]);
      return { perSecond, p99Ms: Number(/latency average = ([\d.]+)/.exec(text)?.[1]) };
    },
  };
}

/** Runs concurrent callers for one turn. Each sends continuously, one call at a time. */
export async function drive(
  callers: number,
  send: (caller: number) => Promise<unknown>,
): Promise<Load> {
  const took: number[] = [];
  const began = performance.now();
  const untilMs = began + TURN_MS;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (performance.now() < untilMs) {
        const sentMs = performance.now();
        await send(caller);
        took.push(performance.now() - sentMs);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  return { perSecond: took.length / seconds, p99Ms: percentile(took, 0.99) };
}

/** The peer if pgbench is missing: runs the same statements from this process. */
async function prepareSimple(db: Kysely<Database>): Promise<Peer> {
  await sql`create table if not exists bench_account (aid int primary key, abalance int not null default 0)`.execute(
    db,
  );
  await sql`create table if not exists bench_history (aid int, delta int, mtime timestamptz)`.execute(
    db,
  );
  await sql`
    insert into bench_account (aid) select generate_series(1, 1000000) on conflict do nothing`.execute(
    db,
  );
  const name = `its statements without pgbench -N, ${FEW} clients`;
  const send = () =>
    db.transaction().execute(async (trx) => {
      const aid = 1 + Math.floor(Math.random() * 1_000_000);
      await sql`update bench_account set abalance = abalance + 1 where aid = ${aid}`.execute(trx);
      await sql`select abalance from bench_account where aid = ${aid}`.execute(trx);
      await sql`insert into bench_history values (${aid}, 1, now())`.execute(trx);
    });
  return { name, run: () => drive(FEW, send) };
}

export const preparePeer = async (url: string, db: Kysely<Database>): Promise<Peer> =>
  (await preparePgbench(url)) ?? (await prepareSimple(db));

const middle = (loads: readonly Load[], figure: (load: Load) => number): number =>
  percentile(loads.map(figure), 0.5);

export interface Compared {
  /** The median turn. */
  readonly load: Load;
  /** Median ratio to the peer's preceding turn. */
  readonly ratio: number;
}

/** Runs several loads alternately with the peer's. The first result is the peer's. */
export async function takeTurns(
  peer: Peer,
  loads: readonly (() => Promise<Load>)[],
): Promise<{ readonly peer: Load; readonly ours: readonly Compared[] }> {
  const theirs: Load[] = [];
  const ours = loads.map((): Load[] => []);
  for (let turn = 0; turn < TURNS; turn += 1) {
    theirs.push(await peer.run());
    for (const [index, load] of loads.entries()) ours[index]?.push(await load());
  }
  const loadOf = (of: readonly Load[]): Load => ({
    perSecond: middle(of, ({ perSecond }) => perSecond),
    p99Ms: middle(of, ({ p99Ms }) => p99Ms),
  });
  return {
    peer: loadOf(theirs),
    ours: ours.map((of) => ({
      load: loadOf(of),
      ratio: percentile(
        of.map(({ perSecond }, turn) => perSecond / (theirs[turn]?.perSecond ?? Number.NaN)),
        0.5,
      ),
    })),
  };
}
