import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatGoal, formatValue, meets } from '../figure.ts';
import { drawChart } from './draw-chart.ts';
import { type BenchRecord, type BenchRecords, readRecords, writeRecords } from './records.ts';

const BEGIN = '<!-- The text from here on is written by `npm run bench -- <name> --report`. -->';

const cell = (text: string): string => text.replaceAll('|', '\\|');
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

function formatMarkdownTable([heading = [], ...rows]: BenchRecord['table']): string {
  return [row(heading), `|${heading.map(() => '---|').join('')}`, ...rows.map(row)].join('\n');
}

function formatRecord(name: string, record: BenchRecord) {
  const { about, measuredOn, machine, loadAverage, table, figures } = record;
  const load = loadAverage === undefined ? '' : `, load average ${loadAverage} before`;
  const goals = figures.map((figure) => [
    figure.id,
    formatValue(figure),
    formatGoal(figure),
    meets(figure) ? 'ok' : '**short**',
  ]);
  return [
    `### ${name}`,
    `\`npm run bench -- ${name}\`, ${measuredOn}, ${machine}${load}: ${about}.`,
    ...(table.length > 0 ? [formatMarkdownTable(table)] : []),
    formatMarkdownTable([['figure', 'measured', 'goal', ''], ...goals]),
    ...(figures.length > 0 ? [`![${name}](images/benchmarks/${name}.svg)`] : []),
  ].join('\n\n');
}

/** Returns the document with the records in place of everything after `BEGIN`. */
export function insertRecords(document: string, records: BenchRecords): string {
  const [written = ''] = document.split(BEGIN);
  const sections = Object.entries(records).map(([name, record]) => formatRecord(name, record));
  return [written.trimEnd(), BEGIN, '## Measured figures', ...sections].join('\n\n').concat('\n');
}

/**
 * Merges new records into `docs/benchmarks.json`. Then writes the tables of `docs/benchmarks.md` from all records, and
 * a chart of each new record.
 *
 * @param docs the folder `docs`
 */
export function writeReport(docs: string, measured: BenchRecords): void {
  const recordsFile = join(docs, 'benchmarks.json');
  const records = { ...readRecords(recordsFile), ...measured };
  writeRecords(recordsFile, records);
  const document = join(docs, 'benchmarks.md');
  writeFileSync(document, insertRecords(readFileSync(document, 'utf8'), records));
  const charts = join(docs, 'images/benchmarks');
  mkdirSync(charts, { recursive: true });
  for (const [name, { about, figures }] of Object.entries(measured)) {
    if (figures.length > 0) writeFileSync(join(charts, `${name}.svg`), drawChart(about, figures));
  }
}
