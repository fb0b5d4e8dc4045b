import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** What takes longer is a part of the page, and not on its way to something. */
const PASSING_MS_MAX = 1_000;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds wrong with the page as it stands, once it has come and nothing fades any more: a line for each rule and
 * place. No page of ours has a frame, so axe is put into the page alone, and once: its builder for Playwright does so
 * twice, with a file of more than a megabyte, which takes nearly as long as looking.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(async (passingMsMax) => {
    const passing = document.getAnimations().filter(({ effect, playState }) => {
      return playState === 'running' && Number(effect?.getComputedTiming().endTime) < passingMsMax;
    });
    await Promise.all(passing.map(({ finished }) => finished.catch(() => {})));
    const { axe: looker } = window as unknown as { axe: typeof axe };
    const results = await looker.run(document, {
      // Of WCAG 2.2, and not yet among what axe looks at by itself.
      rules: { 'target-size': { enabled: true } },
      // What is right is not written out: that takes longer than looking.
      resultTypes: ['violations'],
    });
    return results.violations;
  }, PASSING_MS_MAX);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target}: ${failureSummary}`),
  );
}
