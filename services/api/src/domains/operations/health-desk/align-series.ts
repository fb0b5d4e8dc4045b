import {
  HEALTH_SPANS,
  type HealthSeries,
  type HealthSpan,
} from '@sangwian/contract/endpoints/operator/health';
import type { SeriesRow } from './series.store.ts';

const MINUTE_MS = 60_000;
/** Maximum number of lines in a chart. The nodes with the latest reports are shown. */
const NODES_MAX = 12;

const NODE_FIGURES = [
  'calls_per_s',
  'p95_ms',
  'errors_per_s',
  'sockets',
  'event_loop_p99_ms',
  'memory_bytes',
] as const;

/** Returns the start of the first step of a span that ends now. */
export function firstStepMs(span: HealthSpan, nowMs: number): number {
  const { minutes, stepS } = HEALTH_SPANS[span];
  const stepMs = stepS * 1_000;
  return Math.floor(nowMs / stepMs) * stepMs - minutes * MINUTE_MS;
}

const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 1_000) / 1_000;

/** Aligns the figures of all nodes to the same times, with gaps where a node reported nothing. */
export function alignSeries(
  rows: readonly SeriesRow[],
  span: HealthSpan,
  nowMs: number,
): Omit<HealthSeries, 'since'> {
  const { minutes, stepS } = HEALTH_SPANS[span];
  const stepMs = stepS * 1_000;
  const firstMs = firstStepMs(span, nowMs);
  const length = (minutes * MINUTE_MS) / stepMs + 1;
  const empty = (): (number | null)[] => Array.from({ length }, () => null);
  // Rows are ordered by time, so the last entries are the nodes with the latest reports.
  const lastSteps = new Map<string, string>();
  for (const { node_id: id, name } of rows) {
    lastSteps.delete(id);
    lastSteps.set(id, name);
  }
  const shown = [...lastSteps].slice(-NODES_MAX);
  const nodes = new Map(
    shown.map(([node_id, name]) => [
      node_id,
      {
        ...{ node_id, name, calls_per_s: empty(), p95_ms: empty(), errors_per_s: empty() },
        ...{ sockets: empty(), event_loop_p99_ms: empty(), memory_bytes: empty() },
      },
    ]),
  );
  const connections = empty();
  const viewers = empty();
  for (const row of rows) {
    const index = Math.round((row.step.getTime() - firstMs) / stepMs);
    if (index < 0 || index >= length) continue;
    const node = nodes.get(row.node_id);
    if (node !== undefined) {
      for (const figure of NODE_FIGURES) node[figure][index] = rounded(row[figure]);
    }
    connections[index] = Math.max(connections[index] ?? 0, row.database_connections);
    viewers[index] = Math.max(viewers[index] ?? 0, row.viewers);
  }
  return {
    step_s: stepS,
    times: Array.from({ length }, (_, step) => new Date(firstMs + step * stepMs).toISOString()),
    nodes: [...nodes.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    database_connections: connections,
    viewers,
  };
}
