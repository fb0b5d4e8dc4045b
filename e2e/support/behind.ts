import type { BrowserContext, Page } from '@playwright/test';

/** Opens another tab that reports a delayed video of a programme until the tab is closed. */
export async function openBehind(
  context: BrowserContext,
  programId: string,
  behindMs: number,
): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto('/robots.txt');
  await tab.evaluate(
    ([id, ms]) => {
      const channel = new BroadcastChannel('sangwian-picture');
      const report = (reachedMs: number | null) =>
        channel.postMessage({ type: 'reached', programId: id, reachedMs });
      channel.addEventListener('message', () => report(Date.now() - ms));
      addEventListener('pagehide', () => report(null));
      report(Date.now() - ms);
    },
    [programId, behindMs] as const,
  );
  return tab;
}
