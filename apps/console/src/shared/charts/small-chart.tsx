import { classNames } from '@sangwian/ui/class-names';
import { type ChartLine, LineChart } from './line-chart.tsx';
import styles from './small-chart.module.css';

const CHART_PX = 44;

interface SmallChartProps {
  readonly label: string;
  readonly value: string;
  /** The unit, or other text that the line does not show. */
  readonly note: string;
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
  readonly height?: number;
  readonly className?: string | undefined;
}

/** A figure with a chart of its recent values. */
export function SmallChart(props: SmallChartProps) {
  const { label, value, note, times, lines, height = CHART_PX, className } = props;
  return (
    <div className={classNames(styles.chart, className)}>
      <div className={styles.head}>
        <span>{label}</span>
        <span className={styles.value}>{value}</span>
      </div>
      <LineChart
        label={`${label}: ${value}. ${note}`}
        times={times}
        lines={lines}
        height={height}
        from={0}
        isSmall
      />
      <small>{note}</small>
    </div>
  );
}
