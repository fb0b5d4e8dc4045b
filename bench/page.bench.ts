import { gzipSync } from 'node:zlib';
import lighthouse, { desktopConfig, type RunnerResult } from 'lighthouse';
import { signIn } from '../e2e/support/fan.ts';
import { freePort, type RunFile, readRunFile, startStack } from '../e2e/support/start-stack.ts';
import type { Bench, Report } from './figure.ts';
import { launchBrowser, signPageIn } from './support/browser.ts';

const RUNS = 5;

/** Gzipped bytes of every script that the address loads before it is idle. */
async function scriptKilobytes(run: RunFile, path: string): Promise<number> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await signPageIn(page, await signIn(run));
    const sizes: Array<Promise<number>> = [];
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      sizes.push(response.body().then((body) => gzipSync(body).length));
    });
    await page.goto(`${run.url}${path}`, { waitUntil: 'load' });
    await page.waitForFunction(() => document.readyState === 'complete');
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000;
  } finally {
    await browser.close();
  }
}

interface Audit {
  readonly score: number;
  readonly lcpS: number;
  readonly cls: number;
}

const auditOf = (result: RunnerResult | undefined): Audit => {
  if (result === undefined) throw new Error('Lighthouse gave no result');
  const { audits, categories } = result.lhr;
  return {
    score: Math.round((categories.performance?.score ?? 0) * 100),
    lcpS: (audits['largest-contentful-paint']?.numericValue ?? Number.NaN) / 1000,
    cls: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
  };
};

/** Lighthouse with observed throttling (the browser is really slowed), `RUNS` times; the run with the median paint. */
async function measure(run: RunFile, path: string, form: 'phone' | 'desktop'): Promise<Audit> {
  const port = await freePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  try {
    const audits: Audit[] = [];
    for (let index = 0; index < RUNS; index += 1) {
      const result = await lighthouse(
        `${run.url}${path}`,
        {
          port,
          logLevel: 'error',
          onlyCategories: ['performance'],
          throttlingMethod: 'devtools',
        },
        form === 'desktop' ? desktopConfig : undefined,
      );
      audits.push(auditOf(result));
    }
    audits.sort((a, b) => a.lcpS - b.lcpS);
    const middle = audits[RUNS >> 1];
    if (middle === undefined) throw new Error('no run');
    return middle;
  } finally {
    await browser.close();
  }
}

async function run(): Promise<Report> {
  const stack = await startStack({ DEMO_CROWD: '0' });
  try {
    const run = readRunFile(stack.dataDir);
    const table = [['page', 'form', 'JS kB gz', 'LCP s', 'CLS', 'Lighthouse']];
    const figures: Array<Report['figures'][number]> = [];
    for (const [name, path, goalKb] of [
      ['home', '/', 130],
      ['live', '/live', 265],
    ] as const) {
      const kilobytes = await scriptKilobytes(run, path);
      figures.push({
        id: `${name}-javascript`,
        value: kilobytes,
        goal: goalKb,
        sense: 'at-most',
        unit: 'kB',
      });
      for (const form of ['phone', 'desktop'] as const) {
        const audit = await measure(run, path, form);
        table.push([
          name,
          form,
          kilobytes.toFixed(1),
          audit.lcpS.toFixed(2),
          audit.cls.toFixed(3),
          String(audit.score),
        ]);
        if (form === 'phone') {
          figures.push({
            id: `${name}-phone-lcp`,
            value: audit.lcpS,
            goal: 1.5,
            sense: 'at-most',
            unit: 's',
          });
        }
      }
    }
    return { table, figures };
  } finally {
    await stack.stop();
  }
}

export const bench: Bench = {
  about: 'the first page: scripts (gzip) and Lighthouse with observed throttling, median of five',
  run,
};
