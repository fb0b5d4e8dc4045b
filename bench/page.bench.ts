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
  /** Who opens it: the first page is a visitor's, the live one needs a member. */
  readonly fan: Fan | null;
  /** Resolves when the page has fetched all that it begins with. */
  readonly untilWhole: (page: Page) => Promise<void>;
  readonly scriptsKbMax: number;
}

/** Gzipped size of every script that the page fetches until it is whole. */
async function scriptKilobytes({ url, fan, untilWhole }: Subject): Promise<number> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    if (fan !== null) await signPageIn(page, fan);
    const scripts: PageResponse[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response);
    });
    await page.goto(url, { waitUntil: 'load' });
    await untilWhole(page);
    const bodies = await Promise.all(scripts.map((script) => script.body()));
    return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1000;
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
        scriptsKbMax: 130,
      },
      {
        name: 'live',
        url: `${stack.url}/live`,
        fan,
        untilWhole: untilFirstFrame,
        scriptsKbMax: 265,
      },
    ];
    const table = [['page', 'form', 'JS kB gz', 'LCP s', 'CLS', ...CATEGORIES]];
    const figures: Figure[] = [];
    for (const subject of subjects) {
      const { name, scriptsKbMax } = subject;
      const kilobytes = await scriptKilobytes(subject);
      figures.push({
        id: `${name}-javascript`,
        value: kilobytes,
        goal: scriptsKbMax,
        sense: 'at-most',
        unit: 'kB',
      });
      for (const form of ['phone', 'desktop'] as const) {
        const { lcpS, cls, scores } = await auditPage(subject, form);
        table.push([
          name,
          form,
          kilobytes.toFixed(1),
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
