/** A measured figure with its goal. */
export interface Figure {
  /** Id of the figure in `docs/benchmarks.md`, in kebab-case. */
  readonly id: string;
  readonly value: number;
  readonly goal: number;
  /** `at-most`: smaller is better. */
  readonly sense: 'at-most' | 'at-least';
  readonly unit: string;
}

export interface Report {
  /** Rows of the printed table. The first row is the heading. */
  readonly table: readonly (readonly string[])[];
  readonly figures: readonly Figure[];
}

export interface Bench {
  readonly about: string;
  run(): Promise<Report>;
}

export const meets = ({ value, goal, sense }: Figure): boolean =>
  sense === 'at-most' ? value <= goal : value >= goal;

const formatNumber = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toPrecision(3);

export const formatValue = ({ value, unit }: Figure): string => `${formatNumber(value)}${unit}`;

export const formatGoal = ({ goal, sense, unit }: Figure): string =>
  `${sense === 'at-most' ? '≤' : '≥'}${formatNumber(goal)}${unit}`;

/** Formats a figure for scripts: `<id> <figure> goal <goal> ok|short`. */
export const formatFigure = (figure: Figure): string =>
  `${figure.id} ${formatValue(figure)} goal ${formatGoal(figure)} ${meets(figure) ? 'ok' : 'short'}`;

/** Formats a table with aligned columns. */
export function formatTable(rows: Report['table']): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Returns a percentile of the samples (nearest rank). */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1));
  const value = sorted[index];
  if (value === undefined) throw new Error('no samples were taken');
  return value;
}
