/**
 * `npm run bench -- <name>`: runs a benchmark and prints a table, then one line per figure, `<id> <figure> goal <goal>
 * ok|short`. `all` runs every benchmark. `--report` also writes the results to `docs/`. A missed goal is only reported:
 * the exit code is 1 only if a benchmark fails to measure.
 */
import { join } from 'node:path';
import { type Bench, formatFigure, formatTable } from './figure.ts';
import { type BenchRecord, describeMachine, readLoadAverage } from './report/records.ts';
import { writeReport } from './report/write-report.ts';

const DOCS = join(import.meta.dirname, '../docs');

const BENCHES: Record<string, () => Promise<{ bench: Bench }>> = {
  latency: () => import('./latency.bench.ts'),
  ladder: () => import('./ladder.bench.ts'),
  'lossy-link': () => import('./lossy-link.bench.ts'),
  webrtc: () => import('./webrtc.bench.ts'),
  'thin-link': () => import('./thin-link.bench.ts'),
  join: () => import('./join.bench.ts'),
  interaction: () => import('./interaction.bench.ts'),
  followers: () => import('./followers.bench.ts'),
  edge: () => import('./edge.bench.ts'),
  soak: () => import('./soak.bench.ts'),
  requests: () => import('./requests.bench.ts'),
  events: () => import('./events.bench.ts'),
  lighthouse: () => import('./lighthouse.bench.ts'),
  page: () => import('./page.bench.ts'),
  pages: () => import('./pages.bench.ts'),
  start: () => import('./start.bench.ts'),
  scaling: () => import('./scaling.bench.ts'),
  'sign-in': () => import('./sign-in.bench.ts'),
  identity: () => import('./identity.bench.ts'),
  game: () => import('./game.bench.ts'),
  gifts: () => import('./gifts.bench.ts'),
  'own-rank': () => import('./own-rank.bench.ts'),
  growth: () => import('./growth.bench.ts'),
  search: () => import('./search.bench.ts'),
  members: () => import('./members.bench.ts'),
  fuzz: () => import('./fuzz.bench.ts'),
  hostile: () => import('./hostile.bench.ts'),
  storm: () => import('./storm.bench.ts'),
  presence: () => import('./presence.bench.ts'),
  nodes: () => import('./nodes.bench.ts'),
  recovery: () => import('./recovery.bench.ts'),
  console: () => import('./console.bench.ts'),
};

const writesReport = process.argv.includes('--report');
const wanted = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
const names = wanted === 'all' ? Object.keys(BENCHES) : wanted === undefined ? [] : [wanted];
if (names.length === 0 || names.some((name) => !(name in BENCHES))) {
  console.error(
    `Usage: npm run bench -- <name> [--report], where <name> is one of ${Object.keys(BENCHES).join(', ')}, all`,
  );
  process.exit(2);
}

const lines: string[] = [];
const records: Record<string, BenchRecord> = {};
let broken = false;
for (const name of names) {
  const load = BENCHES[name];
  if (load === undefined) continue;
  try {
    const { bench } = await load();
    console.log(`\n${name}: ${bench.about}`);
    const loadAverage = readLoadAverage();
    const report = await bench.run();
    const measuredOn = new Date().toISOString().slice(0, 10);
    const machine = describeMachine();
    records[name] = { ...report, about: bench.about, measuredOn, machine, loadAverage };
    console.log(`\n${formatTable(report.table)}\n`);
    for (const figure of report.figures) {
      lines.push(formatFigure(figure));
      console.log(formatFigure(figure));
    }
  } catch (error) {
    broken = true;
    console.error(`${name} could not be measured:`, error);
  }
}
if (names.length > 1) console.log(`\n${lines.join('\n')}`);
if (writesReport) writeReport(DOCS, records);
process.exit(broken ? 1 : 0);
