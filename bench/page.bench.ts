import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import lighthouse, { desktopConfig, type RunnerResult } from 'lighthouse';
import type { Page, Response as PageResponse } from 'playwright-core';
import { type Fan, signIn } from '../e2e/support/fan.ts';
import { freePort, readRunFile, startStack } from '../e2e/support/start-stack.ts';
import type { Bench, Figure, Report } from './figure.ts';
import { launchBrowser, launchProfile, signPageIn, untilFirstFrame } from './support/browser.ts';

const RUNS = 5;
const LOAD_MS_MAX = 20_000;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

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

interface Audit {
  /** 0 to 100, in the order of `CATEGORIES`. */
  readonly scores: readonly number[];
  readonly lcpS: number;
  readonly cls: number;
}

function auditOf(result: RunnerResult | undefined, url: string): Audit {
  if (result === undefined) throw new Error('Lighthouse gave no result');
  const { audits, categories, finalDisplayedUrl } = result.lhr;
  // A page that sent its visitor elsewhere would be another page's figure.
  if (!finalDisplayedUrl.startsWith(url)) throw new Error(`${url} led to ${finalDisplayedUrl}`);
  return {
    scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
    lcpS: (audits['largest-contentful-paint']?.numericValue ?? Number.NaN) / 1000,
    cls: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
  };
}

/** Lighthouse with observed throttling (the browser is really slowed), `RUNS` times; the run with the median paint. */
async function measure({ url, fan }: Subject, form: 'phone' | 'desktop'): Promise<Audit> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'bench-profile-'));
  const profile = await launchProfile(folder, [`--remote-debugging-port=${port}`]);
  try {
    if (fan !== null) {
      const page = await profile.newPage();
      await signPageIn(page, fan);
      await page.goto(url);
      await page.close();
    }
    const audits: Audit[] = [];
    for (let index = 0; index < RUNS; index += 1) {
      const result = await lighthouse(
        url,
        {
          port,
          logLevel: 'error',
          onlyCategories: [...CATEGORIES],
          throttlingMethod: 'devtools',
          // A page that plays a stream never falls silent: it is not waited for.
          maxWaitForLoad: LOAD_MS_MAX,
        },
        form === 'desktop' ? desktopConfig : undefined,
      );
      audits.push(auditOf(result, url));
    }
    audits.sort((a, b) => a.lcpS - b.lcpS);
    const middle = audits[RUNS >> 1];
    if (middle === undefined) throw new Error('no run');
    return middle;
  } finally {
    await profile.close();
    rmSync(folder, { recursive: true, force: true });
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
        const { lcpS, cls, scores } = await measure(subject, form);
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
