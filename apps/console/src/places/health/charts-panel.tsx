import { Trans, useLingui } from '@lingui/react/macro';
import type { HealthSeries, HealthSpan } from '@sangwian/contract/endpoints/operator/health';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffQuery } from '../../shared/api/staff-query.ts';
import type { ChartLine } from '../../shared/charts/line-chart.tsx';
import { SmallChart } from '../../shared/charts/small-chart.tsx';
import { SelectField } from '../../shared/ui/field.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { QueryView } from '../../shared/ui/states.tsx';
import { formatBytes } from './format-bytes.ts';
import styles from './health-place.module.css';

type Values = readonly (number | null)[];
type NodeFigure = Exclude<keyof HealthSeries['nodes'][number], 'node_id' | 'name'>;

const CHART_PX = 56;

const lastOf = (values: Values): number | null =>
  values.findLast((value) => value !== null) ?? null;

const show = (value: number | null, format: (value: number) => string): string =>
  value === null ? '–' : format(value);

const highest = (values: Values): number | null =>
  values.reduce<number | null>(
    (most, value) => (value === null || (most ?? -1) > value ? most : value),
    null,
  );

interface ChartsProps {
  readonly series: HealthSeries;
  /** The node with the emphasised line. The other lines are dashed. */
  readonly nodeId: string;
}

function Charts({ series, nodeId }: ChartsProps) {
  const { t } = useLingui();
  const times = series.times.map((at) => Date.parse(at) / 1_000);
  const node = series.nodes.find(({ node_id: id }) => id === nodeId);
  const linesOf = (figure: NodeFigure): ChartLine[] =>
    [...series.nodes]
      // The last line is drawn above the others.
      .sort((a, b) => Number(a === node) - Number(b === node))
      .map((one) => ({
        label: one.name,
        values: one[figure],
        look: one === node ? ('area' as const) : ('goal' as const),
      }));
  const whole = (value: number): string => String(Math.round(value));
  const tenth = (value: number): string => value.toFixed(1);
  const chartOf = (
    label: string,
    unit: string,
    figure: NodeFigure,
    format: (value: number) => string,
  ) => {
    const values = node?.[figure] ?? [];
    const most = show(highest(values), format);
    return (
      <SmallChart
        key={figure}
        label={label}
        value={show(lastOf(values), format)}
        note={unit === '' ? t`highest ${most}` : t`${unit} · highest ${most}`}
        times={times}
        lines={linesOf(figure)}
        height={CHART_PX}
      />
    );
  };
  const commonOf = (label: string, unit: string, values: Values) => {
    const most = show(highest(values), whole);
    return (
      <SmallChart
        label={label}
        value={show(lastOf(values), whole)}
        note={t`${unit} · highest ${most}`}
        times={times}
        lines={[{ label, values }]}
        height={CHART_PX}
      />
    );
  };
  return (
    <div className={styles.charts}>
      {chartOf(t`Calls`, t`a second`, 'calls_per_s', tenth)}
      {chartOf(t`95% answered within`, 'ms', 'p95_ms', whole)}
      {chartOf(t`Errors`, t`a second`, 'errors_per_s', tenth)}
      {chartOf(t`Event loop delay`, 'ms, p99', 'event_loop_p99_ms', whole)}
      {chartOf(t`Sockets`, '', 'sockets', whole)}
      {chartOf(t`Memory`, '', 'memory_bytes', formatBytes)}
      {commonOf(t`Database connections`, t`all nodes`, series.database_connections)}
      {commonOf(t`Viewers`, t`all nodes`, series.viewers)}
    </div>
  );
}

/** Charts of the last minutes or hours, with one line for each node. */
export function ChartsPanel() {
  const { t } = useLingui();
  const [span, setSpan] = useState<HealthSpan>('30m');
  const [chosen, setChosen] = useState('');
  const query = useQuery({
    ...staffQuery('GET /operator/health/series', { query: { span } }, 'health'),
    // While another time span loads, the charts keep the lines of the previous span.
    placeholderData: (previous) => previous,
  });
  const nodes = query.data?.nodes ?? [];
  const nodeId = nodes.some(({ node_id: id }) => id === chosen) ? chosen : latestNode(query.data);
  return (
    <Panel
      title={t`Charts`}
      note={
        query.data?.since == null ? null : (
          <Trans>
            kept since <Moment at={query.data.since} />
          </Trans>
        )
      }
    >
      <div className={styles.filters}>
        {nodes.length > 1 ? (
          <SelectField
            label={t`Node`}
            value={nodeId}
            options={nodes.map(({ node_id: value, name: label }) => ({ value, label }))}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        ) : null}
        <SelectField
          label={t`Span`}
          value={span}
          options={[
            { value: '30m', label: t`30 minutes` },
            { value: '2h', label: t`2 hours` },
            { value: '6h', label: t`6 hours` },
            { value: '24h', label: t`24 hours` },
          ]}
          onChange={(event) => setSpan(event.currentTarget.value as HealthSpan)}
        />
      </div>
      <QueryView query={query} rows={6}>
        {(series) =>
          series.since === null ? (
            <p className={styles.hint}>
              <Trans>The first point is drawn half a minute after the start.</Trans>
            </p>
          ) : (
            <Charts series={series} nodeId={nodeId} />
          )
        }
      </QueryView>
    </Panel>
  );
}

/** Returns the node with the newest figures, so that a stopped node is not chosen first. */
function latestNode(series: HealthSeries | undefined): string {
  const last = (values: Values): number => values.findLastIndex((value) => value !== null);
  const [newest] = [...(series?.nodes ?? [])].sort((a, b) => last(b.sockets) - last(a.sockets));
  return newest?.node_id ?? '';
}
