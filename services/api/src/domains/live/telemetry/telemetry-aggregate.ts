import type { PageFault, PlaybackWindow } from '@sangwian/contract/endpoints/telemetry';
import type { PageKind, PlaybackFailure, Transport } from '@sangwian/contract/rules/telemetry';
import {
  bucketOf,
  hasTrouble,
  JOIN_BUCKETS_MS,
  LATENCY_BUCKETS_MS,
  reportedHeight,
} from './telemetry-rules.ts';

/** Rows of one kind between two flushes. Further rows are dropped. */
const ROWS_MAX = 5_000;
/** Places of errors that a node counts separately in one hour. Others count as `other`. */
const PLACES_PER_HOUR_MAX = 200;
const HOUR_MS = 3_600_000;

export interface MinuteRow {
  readonly program_live_id: string;
  readonly minute: Date;
  readonly transport: Transport;
  readonly height: number;
  joined: number;
  watched_ms: number;
  stalls: number;
  stall_ms: number;
  stalled: number;
  readonly join_counts: number[];
  readonly latency_counts: number[];
}

export interface FailureRow {
  readonly program_live_id: string;
  readonly minute: Date;
  readonly outcome: 'never_started' | 'failed';
  readonly code: PlaybackFailure;
  sessions: number;
}

export interface SignalRow {
  readonly program_live_id: string;
  readonly minute: Date;
  stopped: number;
  playing: number;
}

export interface FaultRow {
  readonly hour: Date;
  readonly page: PageKind;
  readonly class: PageFault['class'];
  readonly build: string;
  readonly place: string;
  faults: number;
}

/** The sums since the last flush. */
export interface TelemetrySums {
  readonly minutes: readonly MinuteRow[];
  readonly failures: readonly FailureRow[];
  readonly signals: readonly SignalRow[];
  readonly faults: readonly FaultRow[];
}

/** Rows by their key, up to a maximum number. */
class Rows<Row> {
  #rows = new Map<string, Row>();

  get size(): number {
    return this.#rows.size;
  }

  /** Returns the row of a key; `undefined` if there is no room for another row. */
  get(key: string, create: () => Row): Row | undefined {
    const known = this.#rows.get(key);
    if (known !== undefined || this.#rows.size >= ROWS_MAX) return known;
    const row = create();
    this.#rows.set(key, row);
    return row;
  }

  take(): Row[] {
    const rows = [...this.#rows.values()];
    this.#rows = new Map();
    return rows;
  }
}

const zeros = (limits: readonly number[]): number[] => Array(limits.length + 1).fill(0);

function count(counts: number[], value: number, limits: readonly number[], weight: number): void {
  const index = bucketOf(value, limits);
  counts[index] = (counts[index] ?? 0) + weight;
}

/** Sums the reports of one node between two flushes. Contains no address and no id of a person. */
export class TelemetryAggregate {
  readonly #sampleEvery: number;
  readonly #minutes = new Rows<MinuteRow>();
  readonly #failures = new Rows<FailureRow>();
  readonly #signals = new Rows<SignalRow>();
  readonly #faults = new Rows<FaultRow>();
  #places = new Set<string>();
  #placesHourMs = 0;

  /** @param sampleEvery one of so many browsers reports what went well */
  constructor(sampleEvery: number) {
    this.#sampleEvery = sampleEvery;
  }

  get isEmpty(): boolean {
    return [this.#minutes, this.#failures, this.#signals, this.#faults].every(
      ({ size }) => size === 0,
    );
  }

  /**
   * Adds the window of one session. Every browser reports trouble, so trouble counts once; a share of the browsers
   * reports the rest, so the rest counts `sampleEvery` times.
   */
  addWindow(live: string, minuteMs: number, window: PlaybackWindow): void {
    const height = reportedHeight(window.height);
    const minute = new Date(minuteMs);
    const row = this.#minutes.get(`${live} ${minuteMs} ${window.transport} ${height}`, () => ({
      ...{ program_live_id: live, minute, transport: window.transport, height },
      ...{ joined: 0, watched_ms: 0, stalls: 0, stall_ms: 0, stalled: 0 },
      join_counts: zeros(JOIN_BUCKETS_MS),
      latency_counts: zeros(LATENCY_BUCKETS_MS),
    }));
    if (row !== undefined) this.#addToRow(row, window);
    const { outcome, failure } = window;
    if (outcome === null || outcome === 'left' || failure === null) return;
    const failed = this.#failures.get(`${live} ${minuteMs} ${outcome} ${failure}`, () => ({
      ...{ program_live_id: live, minute, outcome, code: failure, sessions: 0 },
    }));
    if (failed !== undefined) failed.sessions += 1;
  }

  #addToRow(row: MinuteRow, window: PlaybackWindow): void {
    const weight = hasTrouble(window) ? 1 : this.#sampleEvery;
    row.watched_ms += weight * window.watched_ms;
    row.stalls += window.stalls;
    row.stall_ms += window.stall_ms;
    if (window.first_stall) row.stalled += 1;
    if (window.latency_ms !== null) {
      count(row.latency_counts, window.latency_ms, LATENCY_BUCKETS_MS, weight);
    }
    // Only sampled browsers report join times, also in a window with trouble.
    if (window.join_ms === null) return;
    row.joined += this.#sampleEvery;
    count(row.join_counts, window.join_ms, JOIN_BUCKETS_MS, this.#sampleEvery);
  }

  /** Adds a session whose address has not been counted in this minute. */
  addSignal(live: string, minuteMs: number, signal: 'stopped' | 'playing'): void {
    const row = this.#signals.get(`${live} ${minuteMs}`, () => ({
      ...{ program_live_id: live, minute: new Date(minuteMs), stopped: 0, playing: 0 },
    }));
    if (row === undefined) return;
    row[signal] += signal === 'stopped' ? 1 : this.#sampleEvery;
  }

  addFault(nowMs: number, page: PageKind, build: string, fault: PageFault): void {
    const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
    if (hourMs !== this.#placesHourMs) {
      this.#placesHourMs = hourMs;
      this.#places = new Set();
    }
    const known = `${build} ${fault.at}`;
    if (this.#places.size < PLACES_PER_HOUR_MAX) this.#places.add(known);
    const own = this.#places.has(known)
      ? { build, place: fault.at }
      : { build: 'other', place: 'other' };
    const row = this.#faults.get(
      `${hourMs} ${page} ${fault.class} ${own.build} ${own.place}`,
      () => ({ hour: new Date(hourMs), page, class: fault.class, ...own, faults: 0 }),
    );
    if (row !== undefined) row.faults += fault.count;
  }

  /** Returns the sums and begins new ones. */
  take(): TelemetrySums {
    return {
      minutes: this.#minutes.take(),
      failures: this.#failures.take(),
      signals: this.#signals.take(),
      faults: this.#faults.take(),
    };
  }
}
