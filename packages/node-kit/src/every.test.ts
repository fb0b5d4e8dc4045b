import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { every, observeTasks, type RepeatedTask, readTaskStates } from './every.ts';

const logger = pino({ level: 'silent' });
const registry = new Registry();
observeTasks(registry);

const tasks: RepeatedTask[] = [];
const make: typeof every = (...args) => {
  const task = every(...args);
  tasks.push(task);
  return task;
};
/** The value of a metric's line, by the start of the line. */
const metricOf = async (line: string): Promise<number> =>
  Number(new RegExp(`^${line} (\\S+)$`, 'm').exec(await registry.metrics())?.[1] ?? 0);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(async () => {
  await Promise.all(tasks.splice(0).map((task) => task.stop()));
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('runs an interval after the start, and an interval after each run', async () => {
  const run = vi.fn(async () => {});
  const task = make(100, run, { name: 'plain', logger });
  task.start();
  task.start();
  await vi.advanceTimersByTimeAsync(99);
  expect(run).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(300);
  expect(run).toHaveBeenCalledTimes(4);
});

it('schedules a synchronous task again before the timer returns', () => {
  const run = vi.fn();
  make(100, run, { name: 'synchronous', logger }).start();
  vi.advanceTimersByTime(500);
  expect(run).toHaveBeenCalledTimes(5);
});

it('shortens intervals randomly by up to a tenth', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const run = vi.fn(async () => {});
  make(100, run, { name: 'jitter', logger, firstAfterMs: 0 }).start();
  await vi.advanceTimersByTimeAsync(0);
  await vi.advanceTimersByTimeAsync(89);
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(run).toHaveBeenCalledTimes(2);
});

it('doubles the pause after each failure up to a limit, and returns to the interval after a success', async () => {
  const starts: number[] = [];
  let fails = true;
  const began = Date.now();
  const run = async (): Promise<void> => {
    starts.push(Date.now() - began);
    if (fails) throw new Error('broken');
  };
  make(1_000, run, { name: 'failing', logger, firstAfterMs: 0 }).start();
  await vi.advanceTimersByTimeAsync(34_000);
  expect(starts).toEqual([0, 2_000, 6_000, 14_000, 24_000, 34_000]);
  fails = false;
  await vi.advanceTimersByTimeAsync(11_000);
  expect(starts.slice(6)).toEqual([44_000, 45_000]);
});

it('keeps the interval after a failure if the interval is longer than the limit of the pause', async () => {
  const run = vi.fn(() => {
    throw new Error('broken');
  });
  make(60_000, run, { name: 'rare', logger }).start();
  await vi.advanceTimersByTimeAsync(180_000);
  expect(run).toHaveBeenCalledTimes(3);
});

it('retries after the given pause, and no later than the given limit', async () => {
  const run = vi.fn(async () => {
    throw new Error('broken');
  });
  make(60_000, run, {
    name: 'retried',
    logger,
    firstAfterMs: 0,
    retryMs: 1_000,
    backoffMsMax: 2_000,
  }).start();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(run).toHaveBeenCalledTimes(4);
});

it('never runs twice at a time, and merges all requests during a run into one further run', async () => {
  const ends: (() => void)[] = [];
  const run = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        ends.push(resolve);
      }),
  );
  const task = make(100, run, { name: 'overlap', logger });
  task.start();
  const first = task.runSoon();
  const second = task.runSoon();
  expect(task.runSoon()).toBe(second);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(run).toHaveBeenCalledTimes(1);
  ends[0]?.();
  await first;
  await vi.advanceTimersByTimeAsync(0);
  expect(run).toHaveBeenCalledTimes(2);
  ends[1]?.();
  await second;
  expect(run).toHaveBeenCalledTimes(2);
});

it('aborts the signal at once when stopped, waits for the run, and runs nothing afterwards', async () => {
  let end: () => void = () => {};
  let given: AbortSignal | undefined;
  const run = vi.fn((signal: AbortSignal) => {
    given = signal;
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  const task = make(100, run, { name: 'stopped', logger });
  task.start();
  void task.runSoon();
  void task.runSoon();
  let hasStopped = false;
  const stopping = task.stop().then(() => {
    hasStopped = true;
  });
  expect(given?.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(hasStopped).toBe(false);
  end();
  await stopping;
  await task.runSoon();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(run).toHaveBeenCalledTimes(1);
});

it('measures every run, and counts those that fail', async () => {
  let fails = false;
  const run = async (): Promise<void> => {
    if (fails) throw new Error('broken');
  };
  const task = make(100, run, { name: 'measured', logger });
  await task.runSoon();
  fails = true;
  await task.runSoon();
  const label = '\\{task="measured"\\}';
  expect(await metricOf(`background_task_duration_seconds_count${label}`)).toBe(2);
  expect(await metricOf(`background_task_failures_total${label}`)).toBe(1);
});

it('does not count a run that fails because the task was stopped', async () => {
  const run = (signal: AbortSignal): Promise<void> =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const task = make(100, run, { name: 'aborted', logger });
  void task.runSoon();
  await task.stop();
  expect(await metricOf('background_task_failures_total\\{task="aborted"\\}')).toBe(0);
});

it('keeps the last success, the last failure and the failures in a row of a task', async () => {
  let fails = true;
  const run = async () => {
    if (fails) throw new Error('the carrier is away');
  };
  const task = make(100, run, { name: 'remembered', logger, firstAfterMs: 0 });
  task.start();
  const state = () => readTaskStates().find((one) => one.task === 'remembered');
  await vi.advanceTimersByTimeAsync(200);
  expect(state()).toMatchObject({
    lastSuccessMs: null,
    failures: 2,
    error: 'the carrier is away',
  });
  const failedMs = state()?.lastFailureMs ?? null;
  fails = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(state()).toMatchObject({ failures: 0, lastFailureMs: failedMs });
  expect(state()?.lastSuccessMs).toBeGreaterThan(failedMs ?? 0);
});
