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

/** A page and its signed-in fan; `null`: a visitor. */
interface AuditedPage {
  readonly url: string;
  readonly fan: Fan | null;
}

interface Audit {
  /** Scores from 0 to 100, in the order of `CATEGORIES`. */
  readonly scores: readonly number[];
  readonly lcpS: number;
  readonly cls: number;
  /** Lighthouse's machine benchmark, to distinguish a slow page from a slow machine. */
  readonly machine: number;
  /** Failed audits of all categories except performance. */
  readonly failed: readonly string[];
}

function auditOf(result: RunnerResult | undefined, url: string): Audit {
  if (result === undefined) throw new Error('Lighthouse gave no result');
  const { audits, categories, finalDisplayedUrl } = result.lhr;
  // After a redirect, Lighthouse would measure another page.
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
 * Runs Lighthouse `RUNS` times with applied throttling, which slows the real browser down. Returns the median of each
 * figure.
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
          // A page with a stream never becomes idle, so Lighthouse must not wait for that.
          maxWaitForLoad: LOAD_MS_MAX,
          // Keeps local storage, which contains the session.
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
