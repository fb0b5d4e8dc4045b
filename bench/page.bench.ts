import { gzipSync } from 'node:zlib';
import type { Page, Response as PageResponse } from 'playwright-core';
import { type Fan, signIn } from '../e2e/support/fan.ts';
import { readRunFile, startStack } from '../e2e/support/start-stack.ts';
import type { Bench, Figure, Report } from './figure.ts';
import { auditPage, CATEGORIES } from './support/audit-page.ts';
import { launchBrowser, signPageIn, untilFirstFrame } from './support/browser.ts';

interface Subject {
  readonly name: 'home' | 'live';
  readonly url: string;
  /** The signed-in fan; `null`: a visitor. The live page needs a fan. */
  readonly fan: Fan | null;
  /** Resolves when the page has loaded all initial scripts, including those loaded while idle. */
  readonly untilWhole: (page: Page) => Promise<void>;
  /** The budget: for home, its initial scripts; for the live page, all scripts including the player. */
  readonly budget: { readonly of: keyof Scripts; readonly kbMax: number };
}

/** Kilobytes of a page's scripts, gzip. */
interface Scripts {
  /** Loaded until the `load` event. */
  readonly atFirst: number;
  readonly inAll: number;
}

const sizeOf = async (scripts: readonly PageResponse[]): Promise<number> => {
  const bodies = await Promise.all(scripts.map((script) => script.body()));
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1000;
};

async function weighScripts({ url, fan, untilWhole }: Subject): Promise<Scripts> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    if (fan !== null) await signPageIn(page, fan);
    const scripts: PageResponse[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response);
    });
    await page.goto(url, { waitUntil: 'load' });
    const first = [...scripts];
    await untilWhole(page);
    return { atFirst: await sizeOf(first), inAll: await sizeOf(scripts) };
  } finally {
    await browser.close();
  }
}

async function run(): Promise<Report> {
  const stack = await startStack({ DEMO_CROWD: '0' });
  try {
    const fan = await signIn(readRunFile(stack.dataDir));
    const subjects: readonly Subject[] = [
      {
        name: 'home',
        url: `${stack.url}/`,
        fan: null,
        untilWhole: (page) => page.waitForLoadState('networkidle'),
        budget: { of: 'atFirst', kbMax: 150 },
      },
      {
        name: 'live',
        url: `${stack.url}/live`,
        fan,
        untilWhole: untilFirstFrame,
        budget: { of: 'inAll', kbMax: 330 },
      },
    ];
    const table = [['page', 'form', 'JS kB gz at first', 'in all', 'LCP s', 'CLS', ...CATEGORIES]];
    const figures: Figure[] = [];
    for (const subject of subjects) {
      const { name, budget } = subject;
      const scripts = await weighScripts(subject);
      figures.push({
        id: `${name}-javascript`,
        value: scripts[budget.of],
        goal: budget.kbMax,
        sense: 'at-most',
        unit: 'kB',
      });
      for (const form of ['phone', 'desktop'] as const) {
        const { lcpS, cls, scores } = await auditPage(subject, form);
        table.push([
          name,
          form,
          scripts.atFirst.toFixed(1),
          scripts.inAll.toFixed(1),
          lcpS.toFixed(2),
          cls.toFixed(3),
          ...scores.map(String),
        ]);
        if (form !== 'phone') continue;
        figures.push(
          { id: `${name}-phone-lcp`, value: lcpS, goal: 1.5, sense: 'at-most', unit: 's' },
          {
            id: `${name}-phone-lighthouse`,
            value: scores[0] ?? 0,
            goal: 90,
            sense: 'at-least',
            unit: '',
          },
        );
      }
    }
    return { table, figures };
  } finally {
    await stack.stop();
  }
}

export const bench: Bench = {
  about:
    'the first page (as a visitor) and the live page (as a member): scripts, and Lighthouse with observed throttling, median of five',
  run,
};
