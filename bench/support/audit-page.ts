import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { desktopConfig, type RunnerResult } from 'lighthouse';
import type { Fan } from '../../e2e/support/fan.ts';
import { freePort } from '../../e2e/support/start-stack.ts';
import { percentile } from '../figure.ts';
import { launchProfile, signPageIn } from './browser.ts';

const RUNS = 5;
const LOAD_MS_MAX = 20_000;
export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** A page, and who opens it; `null`: a visitor. */
interface AuditedPage {
  readonly url: string;
  readonly fan: Fan | null;
}

interface Audit {
  /** 0 to 100, in the order of `CATEGORIES`. */
  readonly scores: readonly number[];
  readonly lcpS: number;
  readonly cls: number;
  /** How fast the machine was by Lighthouse's own measure, to tell a slow page from a slow hour. */
  readonly machine: number;
  /** Names of the audits that cost a point outside of performance, which has none that just fails. */
  readonly failed: readonly string[];
}

function auditOf(result: RunnerResult | undefined, url: string): Audit {
  if (result === undefined) throw new Error('Lighthouse gave no result');
  const { audits, categories, finalDisplayedUrl } = result.lhr;
  // A page that sent its visitor elsewhere would be another page's figure.
  if (!finalDisplayedUrl.startsWith(url)) throw new Error(`${url} led to ${finalDisplayedUrl}`);
  const weighed = CATEGORIES.slice(1).flatMap((name) => categories[name]?.auditRefs ?? []);
  const failed = weighed.flatMap(({ id, weight }) => {
    const score = audits[id]?.score ?? null;
    return weight > 0 && score !== null && score < 1 ? [id] : [];
  });
  return {
    scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
    lcpS: (audits['largest-contentful-paint']?.numericValue ?? Number.NaN) / 1000,
    cls: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    machine: result.lhr.environment.benchmarkIndex,
    failed: [...new Set(failed)],
  };
}

/**
 * Lighthouse with observed throttling (the browser is really slowed), `RUNS` times. Each figure is the middle one of its
 * own: a run in the middle by one of them may be any by another.
 */
export async function auditPage(
  { url, fan }: AuditedPage,
  form: 'phone' | 'desktop',
  runs = RUNS,
): Promise<Audit> {
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
    for (let index = 0; index < runs; index += 1) {
      const result = await lighthouse(
        url,
        {
          port,
          logLevel: 'error',
          onlyCategories: [...CATEGORIES],
          throttlingMethod: 'devtools',
          // A page that plays a stream never falls silent: it is not waited for.
          maxWaitForLoad: LOAD_MS_MAX,
          // What the fan stored stays: otherwise each run would be a visitor's.
          disableStorageReset: fan !== null,
        },
        form === 'desktop' ? desktopConfig : undefined,
      );
      audits.push(auditOf(result, url));
    }
    const middle = (figure: (audit: Audit) => number): number =>
      percentile(audits.map(figure), 0.5);
    return {
      scores: CATEGORIES.map((_, index) => middle(({ scores }) => scores[index] ?? 0)),
      lcpS: middle(({ lcpS }) => lcpS),
      cls: middle(({ cls }) => cls),
      machine: middle(({ machine }) => machine),
      failed: [...new Set(audits.flatMap(({ failed }) => failed))],
    };
  } finally {
    await profile.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
