import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** Animations longer than this belong to the page. Shorter ones are transitions. */
const PASSING_MS_MAX = 1_000;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns the violations that axe finds once the page is loaded and its transitions have ended, one line per rule and
 * element. The site's pages have no frames, so axe is injected directly, which takes half the time of axe's Playwright
 * builder.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(async (passingMsMax) => {
    const passing = document.getAnimations().filter(({ effect, playState }) => {
      return playState === 'running' && Number(effect?.getComputedTiming().endTime) < passingMsMax;
    });
    await Promise.all(passing.map(({ finished }) => finished.catch(() => {})));
    const { axe: checker } = window as unknown as { axe: typeof axe };
    const results = await checker.run(document, {
      // A rule of WCAG 2.2 that axe does not enable by default.
      rules: { 'target-size': { enabled: true } },
      // Reporting passed rules would take longer than the check.
      resultTypes: ['violations'],
    });
    return results.violations;
  }, PASSING_MS_MAX);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target}: ${failureSummary}`),
  );
}
