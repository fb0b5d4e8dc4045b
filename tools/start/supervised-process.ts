import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ReadyMessage } from '@sangwian/node-kit/lifecycle';
import { openRotatingFile } from '@sangwian/node-kit/rotating-file';
import { ROOT } from './settings.ts';

const BACKOFF_MS_MIN = 200;
const BACKOFF_MS_MAX = 5_000;
/** A process that ran this long before it crashed restarts with the shortest backoff. */
const STEADY_MS = 30_000;
const TAIL_CHARS_MAX = 2_000;
/** Time to stop, after which the process is killed. */
const STOP_MS_MAX = 6_000;

export interface ProcessPlan {
  readonly name: string;
  /** Relative to the checkout, or absolute. */
  readonly script: string;
  readonly logFile: string;
  readonly env: Readonly<Record<string, string>>;
  /** Called with the process id of each new process. */
  readonly onSpawn?: (pid: number) => void;
  /** Receives reports of crashes and restarts. */
  readonly onNote?: (text: string) => void;
}

export interface SupervisedProcess {
  readonly name: string;
  /** Resolves with the process's ports when it is ready for the first time; rejects if it exits before. */
  readonly ready: Promise<Readonly<Record<string, number>>>;
  /** Restarts it immediately, also during a backoff pause. */
  restart(): void;
  /** Stops it permanently. */
  stop(): Promise<void>;
}

const isReady = (message: unknown): message is ReadyMessage =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready';

const hasEnded = (child: ChildProcess): boolean =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null;

const spawnPlan = (plan: ProcessPlan) =>
  spawn(process.execPath, [resolve(ROOT, plan.script)], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...plan.env },
  });

/**
 * Runs one of our processes, and restarts it with backoff when it crashes after it was ready once. The process runs in
 * its own session, so Ctrl-C reaches only the launcher, which stops its processes in order. The process notices by the
 * closed IPC channel that the launcher was killed.
 */
export function superviseProcess(plan: ProcessPlan): SupervisedProcess {
  const log = openRotatingFile(plan.logFile);
  const stopped = new AbortController();
  let child: ChildProcess | null = null;
  let restart = new AbortController();
  let tail = '';
  let resolveReady: (ports: Readonly<Record<string, number>>) => void = () => undefined;
  let rejectReady: (reason: Error) => void = () => undefined;
  const ready = new Promise<Readonly<Record<string, number>>>((done, fail) => {
    resolveReady = done;
    rejectReady = fail;
  });

  /** Runs the process once. `exit` resolves with the exit code or the signal as text. */
  const runOnce = (): Promise<{ exit: string; wasReady: boolean }> =>
    new Promise((done) => {
      let wasReady = false;
      const started = spawnPlan(plan);
      child = started;
      if (started.pid !== undefined) plan.onSpawn?.(started.pid);
      for (const stream of [started.stdout, started.stderr]) {
        stream?.on('data', (chunk: Buffer) => {
          log.write(chunk);
          tail = (tail + chunk.toString()).slice(-TAIL_CHARS_MAX);
        });
      }
      started.on('message', (message) => {
        if (!isReady(message)) return;
        wasReady = true;
        resolveReady(message.ports);
      });
      started.once('error', (error) => done({ exit: String(error), wasReady }));
      started.once('close', (code, signal) => {
        done({ exit: signal === null ? `code ${code}` : signal, wasReady });
      });
    });

  const superviseLoop = async (): Promise<void> => {
    let everReady = false;
    let crashesInRow = 0;
    while (!stopped.signal.aborted) {
      restart = new AbortController();
      const since = performance.now();
      const { exit, wasReady } = await runOnce();
      if (stopped.signal.aborted) return;
      everReady ||= wasReady;
      if (everReady && restart.signal.aborted) continue;
      if (!everReady) {
        const message = `${plan.name} ended before it was ready (${exit}):\n${tail.trim()}`;
        rejectReady(new Error(`${message}\n(all of it: ${plan.logFile})`));
        return;
      }
      crashesInRow = performance.now() - since > STEADY_MS ? 1 : crashesInRow + 1;
      const pauseMs = Math.min(BACKOFF_MS_MAX, BACKOFF_MS_MIN * 2 ** (crashesInRow - 1));
      plan.onNote?.(
        `${plan.name} ended unexpectedly (${exit}); starting it again. See ${plan.logFile}`,
      );
      const signal = AbortSignal.any([stopped.signal, restart.signal]);
      await wait(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const loopEnded = superviseLoop().finally(() => log.close());
  // An unawaited rejection of `ready` must not crash the launcher.
  ready.catch(() => undefined);

  return {
    name: plan.name,
    ready,
    restart: () => {
      restart.abort();
      if (child !== null && !hasEnded(child)) child.kill('SIGTERM');
    },
    stop: async () => {
      stopped.abort();
      const last = child;
      if (last !== null && !hasEnded(last)) {
        last.kill('SIGTERM');
        const killTimer = setTimeout(() => last.kill('SIGKILL'), STOP_MS_MAX);
        await loopEnded;
        clearTimeout(killTimer);
      }
      await loopEnded;
    },
  };
}
