import type { Page } from '@playwright/test';

/** Resolves once the service worker is active and answers for this page, as in any browser that was here before. */
export const untilControlled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { serviceWorker } = navigator;
    await serviceWorker.ready;
    if (serviceWorker.controller !== null) return;
    await new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  });
