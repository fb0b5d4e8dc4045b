import { expect, test } from 'vitest';
import { alignSeries, firstStepMs } from './align-series.ts';

const NOW = Date.parse('2026-11-23T14:00:12Z');
const row = (node_id: string, step: string, changes: object = {}) => ({
  ...{ step: new Date(step), node_id, name: `api-${node_id}`, calls_per_s: 2, p95_ms: 12.34567 },
  ...{ errors_per_s: 0, sockets: 5, event_loop_p99_ms: 3, memory_bytes: 100 },
  ...{ database_connections: 20, viewers: 7, ...changes },
});

test('aligns all nodes to the same times with gaps, and takes the highest of figures that nodes share', () => {
  const series = alignSeries(
    [
      row('b', '2026-11-23T13:59:30Z', { database_connections: 31 }),
      row('a', '2026-11-23T13:59:30Z'),
      row('a', '2026-11-23T14:00:00Z', { p95_ms: null }),
    ],
    '30m',
    NOW,
  );
  expect(series.times).toHaveLength(61);
  expect(series.times.at(-1)).toBe('2026-11-23T14:00:00.000Z');
  expect(series.nodes.map(({ name }) => name)).toEqual(['api-a', 'api-b']);
  const [a, b] = series.nodes;
  expect(a?.p95_ms.slice(-3)).toEqual([null, 12.346, null]);
  expect(a?.calls_per_s.slice(-3)).toEqual([null, 2, 2]);
  expect(b?.sockets.slice(-3)).toEqual([null, 5, null]);
  expect(series.database_connections.slice(-3)).toEqual([null, 31, 20]);
});

test('shows the twelve nodes that reported last', () => {
  const ids = Array.from({ length: 20 }, (_, index) => String.fromCharCode(97 + index));
  const rows = ids.map((id, index) =>
    row(id, new Date(firstStepMs('30m', NOW) + index * 30_000).toISOString()),
  );
  const shown = alignSeries(rows, '30m', NOW).nodes.map(({ node_id }) => node_id);
  expect(shown).toEqual(ids.slice(-12));
});

test('a span of one day has one point for every ten minutes', () => {
  expect(alignSeries([], '24h', NOW).times).toHaveLength(145);
});
