import { createHistogram, monitorEventLoopDelay, type RecordableHistogram } from 'node:perf_hooks';
import type { NodeFigures } from './node-report.ts';

/** Resolution of the event loop's delay. The histogram includes this interval, so the interval is subtracted. */
const LOOP_RESOLUTION_MS = 20;
const MICROSECONDS_PER_MS = 1_000;
const NANOSECONDS_PER_MS = 1_000_000;
const P95 = 95;
const P99 = 99;

/** Rounds to a thousandth, because people read the figures. */
const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;

/** Measures the requests and the event loop of this process between two readings. */
export class CallMeter {
  readonly #calls: RecordableHistogram = createHistogram();
  readonly #loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  #errors = 0;
  #sinceMs: number;

  /** @param nowMs a monotonic time */
  constructor(nowMs: number) {
    this.#sinceMs = nowMs;
    this.#loop.enable();
  }

  /** Counts one request that got its response. */
  add(elapsedMs: number, status: number): void {
    this.#calls.record(Math.max(1, Math.round(elapsedMs * MICROSECONDS_PER_MS)));
    if (status >= 500) this.#errors += 1;
  }

  /** Returns the figures since the last reading, and begins the next period. */
  readAndReset(nowMs: number): NodeFigures {
    const seconds = Math.max(0.001, (nowMs - this.#sinceMs) / 1_000);
    const { count } = this.#calls;
    const loopMs = this.#loop.percentile(P99) / NANOSECONDS_PER_MS - LOOP_RESOLUTION_MS;
    const figures: NodeFigures = {
      calls_per_s: rounded(count / seconds),
      p95_ms: count === 0 ? null : rounded(this.#calls.percentile(P95) / MICROSECONDS_PER_MS),
      errors_per_s: rounded(this.#errors / seconds),
      event_loop_p99_ms: rounded(Math.max(0, loopMs)),
    };
    this.#calls.reset();
    this.#loop.reset();
    this.#errors = 0;
    this.#sinceMs = nowMs;
    return figures;
  }

  stop(): void {
    this.#loop.disable();
  }
}
