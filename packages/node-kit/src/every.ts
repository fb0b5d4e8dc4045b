import { Counter, Histogram, type Registry } from 'prom-client';
import type { Logger } from './logger.ts';

/** Maximum random fraction by which intervals are shortened, so that nodes that start together do not poll together. */
const JITTER = 0.1;
/**
 * After consecutive failures the pause doubles up to this limit, so that a recovered database is noticed within ten
 * seconds.
 */
const BACKOFF_MS_MAX = 10_000;
/** Histogram buckets in seconds: from a sweep in memory to a check of the whole ledger. */
const SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 300];

export interface EveryOptions {
  /** The label `task` of metrics and logs. */
  readonly name: string;
  readonly logger: Logger;
  /** Milliseconds from the start to the first run; default: the interval. */
  readonly firstAfterMs?: number;
  /** The pause after the first failure; default: twice the interval. */
  readonly retryMs?: number;
  /** The longest pause after failures; default: ten seconds or the interval, whichever is longer. */
  readonly backoffMsMax?: number;
}

export interface RepeatedTask {
  /** Schedules the first run. Does nothing if the task has started or stopped. */
  start(): void;
  /** Runs now, or once more after the current run. Resolves when that run has ended, even if it failed. */
  runSoon(): Promise<void>;
  /** Aborts the signal of the current run, and waits for the run. Nothing runs afterwards. */
  stop(): Promise<void>;
}

const durations = new Histogram({
  name: 'background_task_duration_seconds',
  help: 'Time of one run of a repeated background task',
  labelNames: ['task'],
  buckets: SECONDS,
  registers: [],
});
const failures = new Counter({
  name: 'background_task_failures_total',
  help: 'Runs of repeated background tasks that failed',
  labelNames: ['task'],
  registers: [],
});

/** The last runs of one task of this process. */
export interface TaskState {
  readonly task: string;
  /** A loop runs on every node; a job runs on one node of the cluster. */
  readonly kind: 'loop' | 'job';
  readonly lastSuccessMs: number | null;
  readonly lastFailureMs: number | null;
  /** Failures since the last success. */
  readonly failures: number;
  /** Message of the last failure. */
  readonly error: string | null;
}

/** The last runs by task name. The names are fixed in the code, so the number of entries is bounded. */
const states = new Map<string, TaskState>();

/** Returns the last runs of every task that has run in this process, by name. */
export const readTaskStates = (): TaskState[] =>
  [...states.values()].sort((a, b) => (a.task < b.task ? -1 : 1));

/** Records the end of a run. */
function noteRun(task: string, kind: TaskState['kind'], error: unknown): void {
  const known = states.get(task);
  const nowMs = Date.now();
  if (error === undefined) {
    const { lastFailureMs = null, error: message = null } = known ?? {};
    states.set(task, {
      ...{ task, kind, lastFailureMs },
      ...{ lastSuccessMs: nowMs, failures: 0, error: message },
    });
    return;
  }
  states.set(task, {
    ...{ task, kind },
    lastSuccessMs: known?.lastSuccessMs ?? null,
    lastFailureMs: nowMs,
    failures: (known?.failures ?? 0) + 1,
    error: error instanceof Error ? error.message : String(error),
  });
}

/** Adds the metrics of all repeated tasks of this process to a registry. */
export function observeTasks(registry: Registry): void {
  registry.registerMetric(durations);
  registry.registerMetric(failures);
}

/** Starts to measure one run of a task. Returns a function that ends the run; it takes the error of a failed run. */
export function measureRun(
  task: string,
  kind: TaskState['kind'] = 'loop',
): (error?: unknown) => void {
  const end = durations.startTimer({ task });
  return (error) => {
    end();
    noteRun(task, kind, error);
    if (error !== undefined) failures.inc({ task });
  };
}

const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise;

class Task implements RepeatedTask {
  readonly #intervalMs: number;
  readonly #task: (signal: AbortSignal) => unknown;
  readonly #options: EveryOptions;
  readonly #stopping = new AbortController();
  #isStarted = false;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(intervalMs: number, task: (signal: AbortSignal) => unknown, options: EveryOptions) {
    this.#intervalMs = intervalMs;
    this.#task = task;
    this.#options = options;
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#schedule(this.#options.firstAfterMs ?? this.#intervalMs);
  }

  runSoon(): Promise<void> {
    if (this.#stopping.signal.aborted) return Promise.resolve();
    if (this.#running === null) return this.#run();
    this.#next ??= this.#running.then(() => {
      this.#next = null;
      return this.runSoon();
    });
    return this.#next;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  #schedule(pauseMs: number): void {
    clearTimeout(this.#timer);
    if (!this.#isStarted || this.#stopping.signal.aborted) return;
    // Background work does not keep an otherwise idle process alive.
    this.#timer = setTimeout(() => void this.runSoon(), pauseMs).unref();
  }

  /** A synchronous task has ended and is scheduled again before this function returns. */
  #run(): Promise<void> {
    const end = measureRun(this.#options.name);
    const settle = (error?: unknown): void => {
      // A run that fails because it was stopped does not count as a failure.
      end(this.#stopping.signal.aborted ? undefined : error);
      this.#running = null;
      this.#count(error);
      this.#schedule(this.#pauseMs());
    };
    let result: unknown;
    try {
      result = this.#task(this.#stopping.signal);
    } catch (error) {
      settle(error);
      return Promise.resolve();
    }
    if (!isPromise(result)) {
      settle();
      return Promise.resolve();
    }
    this.#running = result.then(() => settle(), settle);
    return this.#running;
  }

  #count(error: unknown): void {
    if (error === undefined) {
      this.#failures = 0;
      return;
    }
    if (this.#stopping.signal.aborted) return;
    this.#failures += 1;
    const { name, logger } = this.#options;
    logger.warn({ err: error, task: name, failures: this.#failures }, 'background task failed');
  }

  #pauseMs(): number {
    const intervalMs = this.#intervalMs;
    const { retryMs = intervalMs * 2, backoffMsMax = Math.max(intervalMs, BACKOFF_MS_MAX) } =
      this.#options;
    const pauseMs =
      this.#failures === 0
        ? intervalMs
        : Math.min(backoffMsMax, retryMs * 2 ** (this.#failures - 1));
    return pauseMs * (1 - JITTER * Math.random());
  }
}

/**
 * Runs a task repeatedly on this node, never twice at a time. The interval counts from the end of a run to the
 * start of the next one. A run that throws is logged, counted, and followed by a longer pause.
 *
 * @param task receives a signal that aborts when the task is stopped
 */
export const every = (
  intervalMs: number,
  task: (signal: AbortSignal) => unknown,
  options: EveryOptions,
): RepeatedTask => new Task(intervalMs, task, options);
