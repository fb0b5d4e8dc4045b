import { randomUUID } from 'node:crypto';
import type { PlaybackWindow, TelemetryBatch } from '@sangwian/contract/endpoints/telemetry';
import { ApiError } from '@sangwian/node-kit/api-error';
import { every } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely } from 'kysely';
import { oneAtATime } from '../../../platform/cache/one-at-a-time.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { addressKey, createLimit, type Limit } from '../../../platform/http/rate-limits.ts';
import type { SharedCounters } from '../../../platform/limits/shared-counters.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { LiveDirectory } from './live-directory.ts';
import { createLoadShedder } from './load-shedder.ts';
import { readFaults, readPlayback } from './read-playback.ts';
import { RecentIds } from './recent-ids.ts';
import { TelemetryStore } from './telemetry.store.ts';
import { TelemetryAggregate, type TelemetrySums } from './telemetry-aggregate.ts';
import { createTelemetryMetrics, type TelemetryMetrics } from './telemetry-metrics.ts';
import { minuteOf, signalOf } from './telemetry-rules.ts';

export { findStopped, findStoppedNow } from './read-playback.ts';
export type { StoppedSpan } from './telemetry-rules.ts';

/** A node that is killed loses the reports of this time. */
const FLUSH_MS = 5_000;
const RETRY_AFTER_S = 30;
/** Thousands of fans may share one address of a mobile carrier. */
const REPORTS_PER_MINUTE_MAX = 1_200;
/** Longer than a report can be late. */
const SIGNAL_WINDOW_S = 15 * 60;
const REPEATS_MS = 10 * 60_000;
const REPEATS_MAX = 100_000;
const DAY_MS = 24 * 60 * 60_000;
/** As long as the measurements of the packager. */
const PLAYBACK_DAYS = 60;
const FAULT_DAYS = 30;

export interface TelemetryDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** `null` if this node counts alone. */
  readonly counters: SharedCounters | null;
  /** One of so many browsers reports what went well; 0: reports are off. */
  readonly sampleEvery: number;
  /** Share of the time in which the event loop is busy, beyond which reports are refused. */
  readonly busyShare: number;
  /** For tests. By default measures the event loop. */
  readonly isBusy?: () => boolean;
}

/** Receives the reports of pages and sums them until the next flush. */
class TelemetryIntake {
  readonly #deps: TelemetryDeps;
  readonly #metrics: TelemetryMetrics;
  readonly #aggregate: TelemetryAggregate;
  readonly #directory: LiveDirectory;
  readonly #repeats = new RecentIds(REPEATS_MS, REPEATS_MAX);
  readonly #isBusy: () => boolean;
  readonly #reports: Limit;
  readonly #signals: Limit;

  constructor(deps: TelemetryDeps, aggregate: TelemetryAggregate, metrics: TelemetryMetrics) {
    const { db, logger, counters } = deps;
    this.#deps = deps;
    this.#metrics = metrics;
    this.#aggregate = aggregate;
    this.#directory = new LiveDirectory(db, logger);
    this.#isBusy = deps.isBusy ?? createLoadShedder(deps.busyShare);
    this.#reports = createLimit(REPORTS_PER_MINUTE_MAX, 60, { name: 'telemetry', counters });
    this.#signals = createLimit(1, SIGNAL_WINDOW_S, { name: 'playback-signal', counters });
  }

  /** @throws {ApiError} `unavailable` under load, `rate_limited` */
  async receive(batch: TelemetryBatch, ip: string): Promise<void> {
    if (this.#deps.sampleEvery === 0) return;
    if (this.#isBusy()) {
      this.#metrics.reported('shed');
      throw new ApiError('unavailable', { retryAfterS: RETRY_AFTER_S });
    }
    const address = addressKey(ip);
    try {
      await this.#reports.take(address);
    } catch (error) {
      this.#metrics.reported('limited');
      throw error;
    }
    const nowMs = this.#deps.clock().getTime();
    if (!this.#repeats.add(batch.batch_id, nowMs)) {
      this.#metrics.reported('repeated');
      return;
    }
    if (batch.playback.length > 0) await this.#directory.refresh();
    for (const window of batch.playback) await this.#addWindow(window, nowMs, address);
    for (const fault of batch.faults) {
      this.#aggregate.addFault(nowMs, batch.page, batch.build, fault);
      this.#metrics.faulted(fault.class, fault.count);
    }
    this.#metrics.reported('accepted');
  }

  async #addWindow(window: PlaybackWindow, nowMs: number, address: string): Promise<void> {
    const live = this.#directory.find(window.live_id);
    if (live === undefined) {
      this.#metrics.dropped();
      return;
    }
    const minuteMs = minuteOf(nowMs, window.age_ms);
    this.#aggregate.addWindow(live, minuteMs, window);
    this.#metrics.observed(window);
    const signal = signalOf(window);
    if (signal === null) return;
    // One address counts once in a minute, because one client could send many reports.
    const isFirst = await this.#signals
      .take(`${live} ${minuteMs} ${signal} ${address}`)
      .then(() => true)
      .catch((error: unknown) => {
        if (error instanceof ApiError) return false;
        throw error;
      });
    if (isFirst) this.#aggregate.addSignal(live, minuteMs, signal);
  }
}

/** Returns a function that writes the sums. A failed flush is repeated with the same id and the same sums. */
function createFlush(db: Kysely<Database>, aggregate: TelemetryAggregate) {
  const store = new TelemetryStore(db);
  let pending: { readonly id: string; readonly sums: TelemetrySums } | null = null;
  return async (): Promise<void> => {
    if (pending === null && aggregate.isEmpty) return;
    pending ??= { id: randomUUID(), sums: aggregate.take() };
    await store.flush(pending.id, pending.sums);
    pending = null;
  };
}

export interface TelemetryModule extends ApiModule {
  /** Writes what was reported to the database. */
  flush(): Promise<void>;
}

/** Creates the module that receives reports of playback quality and script errors, and shows them to staff. */
export function createTelemetryModule(deps: TelemetryDeps): TelemetryModule {
  const { db, clock, logger, sampleEvery } = deps;
  const aggregate = new TelemetryAggregate(sampleEvery);
  const metrics = createTelemetryMetrics(sampleEvery);
  const intake = new TelemetryIntake(deps, aggregate, metrics);
  const flush = createFlush(db, aggregate);
  // Consoles that read at the same moment share one read.
  const read = oneAtATime(async () => {
    const now = clock();
    const [lives, faults] = await Promise.all([readPlayback(db, now), readFaults(db, now)]);
    return { sample_every: sampleEvery, lives, faults };
  });
  const flushes = every(FLUSH_MS, flush, { name: 'telemetry_flush', logger });
  return {
    flush: () => flushes.runSoon(),
    handlers: {
      'POST /telemetry': async ({ body, ip }) => {
        await intake.receive(body, ip);
        return { data: {} };
      },
      'GET /operator/playback': async () => ({ data: await read() }),
    },
    tasks: [
      {
        name: 'telemetry_prune',
        crontab: '41 3 * * *',
        run: () => {
          const nowMs = clock().getTime();
          const ago = (days: number) => new Date(nowMs - days * DAY_MS);
          return new TelemetryStore(db).prune({
            ...{ playback: ago(PLAYBACK_DAYS), faults: ago(FAULT_DAYS), flushes: ago(1) },
          });
        },
      },
    ],
    observe: (registry) => metrics.observe(registry),
    start: () => flushes.start(),
    stop: async () => {
      await flushes.stop();
      await flush().catch((err: unknown) => logger.warn({ err }, 'telemetry flush failed'));
    },
  };
}
