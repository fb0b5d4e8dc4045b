import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useStore } from '../store.ts';
import { themeStore } from '../theme.ts';
import styles from './line-chart.module.css';

/** A line: one value for each time. `null` is a gap. */
export interface ChartLine {
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** `area`: filled below the line; `goal`: dashed; `bad`: orange, for values out of bounds. */
  readonly look?: 'area' | 'goal' | 'bad';
}

interface LineChartProps {
  /** Accessible name with the important figures, because screen readers cannot read the drawing. */
  readonly label: string;
  /** Unix times in seconds. */
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
  readonly height?: number;
  /** Hides the axes, for a small chart beside a figure. */
  readonly isSmall?: boolean;
  /** Minimum of the scale. Without a minimum the scale fits the values, so small changes look large. */
  readonly from?: number;
  /** Formats a value of the axis. */
  readonly format?: (value: number) => string;
}

/** Maximum of the scale, relative to the highest value. */
const TOP = 1.1;

const COLOURS = { area: '--fg-1', goal: '--fg-3', bad: '--danger' } as const;

/**
 * Returns the options of a chart in the colours of the theme. Lines use the text colour; orange marks values out of
 * bounds.
 */
function optionsOf(
  { lines, isSmall = false, format = String, from }: LineChartProps,
  width: number,
  height: number,
): UPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const axis = {
    stroke: colour('--fg-3'),
    font: `13px ${style.getPropertyValue('--font-text')}`,
    grid: { stroke: colour('--hair'), width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height,
    legend: { show: false },
    cursor: { show: !isSmall, y: false, drag: { setScale: false } },
    padding: isSmall ? [4, 0, 0, 0] : [8, 8, 0, 0],
    axes: isSmall
      ? [{ show: false }, { show: false }]
      : [axis, { ...axis, values: (_, values) => values.map(format) }],
    ...(from === undefined
      ? {}
      : {
          scales: { y: { range: (_, __, highest) => [from, Math.max(highest, from + 1) * TOP] } },
        }),
    series: [
      {},
      ...lines.map(({ label, look = 'area' }) => ({
        label,
        stroke: colour(COLOURS[look]),
        width: look === 'goal' ? 1 : 1.5,
        points: { show: false },
        ...(look === 'goal' ? { dash: [4, 3] } : {}),
        ...(look === 'area' ? { fill: `${colour('--fg-1')}12` } : {}),
      })),
    ],
  };
}

/** A line chart that adapts to the width of its container and to the theme. */
export function LineChart(props: LineChartProps) {
  const { label, times, lines, height = 160 } = props;
  const theme = useStore(themeStore);
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  const chart = useRef<UPlot | null>(null);
  const shape = JSON.stringify(lines.map(({ label: name, look }) => [name, look]));
  useEffect(() => {
    latest.current = props;
    chart.current?.setData([
      [...times],
      ...lines.map(({ values }) => [...values]),
    ] as UPlot.AlignedData);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read from the theme, and `shape` describes the lines.
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const { times: at, lines: drawn } = latest.current;
    const data = [[...at], ...drawn.map(({ values }) => [...values])] as UPlot.AlignedData;
    const made = new UPlot(optionsOf(latest.current, element.clientWidth, height), data, element);
    chart.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.current = null;
      made.destroy();
    };
  }, [theme, shape, height]);
  return (
    <div ref={box} role="img" aria-label={label} className={styles.chart} style={{ height }} />
  );
}
