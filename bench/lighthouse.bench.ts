import { type Fan, signIn } from '../e2e/support/fan.ts';
import { readRunFile, startStack } from '../e2e/support/start-stack.ts';
import type { Bench, Figure, Report } from './figure.ts';
import { auditPage, CATEGORIES } from './support/audit-page.ts';

const FIGHTER = /\/history\/boxer_detail\?id=[0-9a-f-]{36}/;
/** Minimum scores; performance is measured on a phone. */
const GOALS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;

/** Returns the audited pages, each with its visitor. */
async function subjectsOf(url: string, fan: Fan) {
  const [fighter] = FIGHTER.exec(await (await fetch(`${url}/history`)).text()) ?? [];
  if (fighter === undefined) throw new Error('the list of fighters is empty');
  return [
    { name: 'home', url: `${url}/`, fan: null },
    { name: 'live', url: `${url}/live`, fan },
    { name: 'programme', url: `${url}/program`, fan: null },
    { name: 'fighter', url: url + fighter, fan: null },
    { name: 'wallet', url: `${url}/wallet`, fan },
  ];
}

async function run(): Promise<Report> {
  const stack = await startStack({ DEMO_CROWD: '0' });
  try {
    const fan = await signIn(readRunFile(stack.dataDir));
    const table = [['page', ...CATEGORIES, 'LCP s', 'CLS', 'machine', 'failed audits']];
    const figures: Figure[] = [];
    for (const { name, ...page } of await subjectsOf(stack.url, fan)) {
      const { scores, lcpS, cls, machine, failed } = await auditPage(page, 'phone');
      const facts = [lcpS.toFixed(2), cls.toFixed(3), machine.toFixed(0), failed.join(', ')];
      table.push([name, ...scores.map(String), ...facts]);
      CATEGORIES.forEach((category, index) => {
        const value = scores[index] ?? 0;
        const goal = GOALS[category];
        figures.push({ id: `${name}-${category}`, value, goal, sense: 'at-least', unit: '' });
      });
      figures.push(
        { id: `${name}-lcp`, value: lcpS, goal: 1.5, sense: 'at-most', unit: 's' },
        { id: `${name}-cls`, value: cls, goal: 0.02, sense: 'at-most', unit: '' },
      );
    }
    return { table, figures };
  } finally {
    await stack.stop();
  }
}

export const bench: Bench = {
  about: 'home, live, programme, a fighter and the wallet on a phone by Lighthouse, median of five',
  run,
};
