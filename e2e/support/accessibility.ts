import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds wrong with the page as it stands: a line for each rule and place. */
export async function findBarriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({
      // Of WCAG 2.2, and not yet among what axe looks at by itself.
      rules: { 'target-size': { enabled: true } },
      // What is right is not written out: that takes longer than looking.
      resultTypes: ['violations'],
    })
    // In the page alone, without a second one that sums up: no page of ours has a frame.
    .setLegacyMode()
    .analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target}: ${failureSummary}`),
  );
}
