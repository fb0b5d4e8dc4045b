import { randomInt } from 'node:crypto';
import { type ChaosReport, runChaos } from '../packages/testkit/src/money-chaos/run-chaos.ts';
import type { Bench, Report } from './figure.ts';

/** Number of runs, each with a new database and seed. */
const STORMS = 3;
const PLAN = { fans: 12, walkers: 12, actions: 3_000, kills: 30 } as const;

function rowOf(seed: number, { counts, kills, faults }: ChaosReport): string[] {
  const paid = Object.entries(counts)
    .filter(([name]) => name.startsWith('pay '))
    .reduce((sum, [, times]) => sum + times, 0);
  return [seed, counts.actions, paid, counts.spend, kills.api, kills.database, faults.length].map(
    String,
  );
}

/**
 * A long run of the money chaos test. CI runs the same test for half a minute. `docs/benchmarks.md` lists its checks.
 */
export const bench: Bench = {
  about: 'everything that moves coins or baht, at once, while the API and the database are killed',
  run: async (): Promise<Report> => {
    const rows: string[][] = [];
    let faults = 0;
    for (let storm = 0; storm < STORMS; storm += 1) {
      const seed = randomInt(2 ** 31);
      const report = await runChaos({ seed, ...PLAN });
      for (const fault of report.faults) console.error(`seed ${seed}: ${fault}`);
      for (const bug of report.missedBugs) console.error(`seed ${seed}: not found: ${bug}`);
      faults += report.faults.length + report.missedBugs.length;
      rows.push(rowOf(seed, report));
    }
    return {
      table: [
        [
          'seed',
          'actions',
          'payments begun',
          'spendings',
          'API killed',
          'database killed',
          'faults',
        ],
        ...rows,
      ],
      figures: [{ id: 'storm-faults', value: faults, goal: 0, sense: 'at-most', unit: '' }],
    };
  },
};
