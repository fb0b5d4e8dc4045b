import type { PlaybackWindow } from '@sangwian/contract/endpoints/telemetry';
import { FAULT_CLASSES, type FaultClass, TRANSPORTS } from '@sangwian/contract/rules/telemetry';
import { Counter, Histogram, type Registry } from 'prom-client';
import { hasTrouble, JOIN_BUCKETS_MS } from './telemetry-rules.ts';

const MS_PER_S = 1_000;

/** What became of a report. */
export type ReportOutcome = 'accepted' | 'repeated' | 'limited' | 'shed';
const OUTCOMES: readonly ReportOutcome[] = ['accepted', 'repeated', 'limited', 'shed'];

/** Metrics of what players and pages report, estimated for all sessions. */
export interface TelemetryMetrics {
  reported(outcome: ReportOutcome): void;
  /** Counts a window of a live that is unknown. */
  dropped(): void;
  observed(window: PlaybackWindow): void;
  faulted(name: FaultClass, count: number): void;
  observe(registry: Registry): void;
}

const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
  new Counter<Label>({ name, help, labelNames, registers: [] });

export function createTelemetryMetrics(sampleEvery: number): TelemetryMetrics {
  const reports = counter('telemetry_reports_total', 'Reports of pages by what became of them', [
    'outcome',
  ]);
  const dropped = counter('telemetry_windows_dropped_total', 'Reported windows of unknown lives');
  const watched = counter(
    'player_watched_seconds_total',
    'Seconds watched, estimated from reports',
    ['transport'],
  );
  const stalls = counter('player_stalls_total', 'Stalls that players reported', ['transport']);
  const stallSeconds = counter('player_stall_seconds_total', 'Seconds of stalls', ['transport']);
  const failures = counter('player_failures_total', 'Sessions that failed, by their outcome', [
    'outcome',
  ]);
  const faults = counter('page_errors_total', 'Errors of the scripts of pages', ['class']);
  const joins = new Histogram({
    name: 'player_join_seconds',
    help: 'Time from the click to the first frame, of the sessions that report it',
    buckets: JOIN_BUCKETS_MS.map((ms) => ms / MS_PER_S),
    registers: [],
  });
  for (const outcome of OUTCOMES) reports.inc({ outcome }, 0);
  for (const name of FAULT_CLASSES) faults.inc({ class: name }, 0);
  for (const outcome of ['never_started', 'failed']) failures.inc({ outcome }, 0);
  for (const transport of TRANSPORTS) {
    for (const one of [watched, stalls, stallSeconds]) one.inc({ transport }, 0);
  }
  return {
    reported: (outcome) => reports.inc({ outcome }),
    dropped: () => dropped.inc(),
    observed: (window) => {
      const { transport, outcome } = window;
      const weight = hasTrouble(window) ? 1 : sampleEvery;
      watched.inc({ transport }, (weight * window.watched_ms) / MS_PER_S);
      stalls.inc({ transport }, window.stalls);
      stallSeconds.inc({ transport }, window.stall_ms / MS_PER_S);
      if (window.join_ms !== null) joins.observe(window.join_ms / MS_PER_S);
      if (outcome !== null && outcome !== 'left') failures.inc({ outcome });
    },
    faulted: (name, count) => faults.inc({ class: name }, count),
    observe: (registry) => {
      registry.registerMetric(reports);
      registry.registerMetric(dropped);
      registry.registerMetric(failures);
      registry.registerMetric(faults);
      for (const one of [watched, stalls, stallSeconds]) registry.registerMetric(one);
      registry.registerMetric(joins);
    },
  };
}
