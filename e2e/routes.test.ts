import type { Page } from '@playwright/test';
import { findBarriers } from './support/accessibility.ts';
import { expect, test } from './support/journey.ts';
import { LONG, prepare } from './support/visit.ts';

/** Routes for visitors and members, as a new fan sees them. */
const ROUTES = {
  visitor:
    '/replays /program /program?past=1 /history /history?view=ranking /history?q=zzzz /liveExternal /banuser /app /sign-up /password/re-by-PHONE /password/re-by-OTP /password/re-by-PIN /predict /rules-guess-game /delete-account /redirect /nowhere /?status=ejected',
  member:
    '/profile /profile/edit /profile/change-password /profile/spending /profile/clips /profile/coin-history /wallet /wallet/5 /wallet/modal/custom-coin /wallet/payment-options /wallet/confirm-order /wallet/confirm-order/upload-slip /wallet/payment-options/payment-result /wallet/mobile-payment/coin /wallet/mobile-payment/result /predict/predict_history /predict/predict_rank',
} as const;

/** Returns the horizontal overflow of the page, in pixels. */
const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Counts running animations with a duration. Animations without a duration end at once. */
const moving = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const takesTime = ({ effect }: Animation) => Number(effect?.getComputedTiming().duration) > 0;
    const running = document.getAnimations().filter(({ playState }) => playState === 'running');
    return running.filter(takesTime).length;
  });

for (const role of ['visitor', 'member'] as const) {
  test(
    `every route of a ${role} passes axe, has one main heading, fits 320 px and respects reduced motion`,
    role === 'member' ? LONG : {},
    async ({ page, run, context, enter }) => {
      test.setTimeout(300_000);
      await prepare(context, run, {
        language: 'TH',
        ...(role === 'member' ? { fan: await enter(8) } : {}),
      });
      await page.setViewportSize({ width: 320, height: 640 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      for (const path of ROUTES[role].split(' ')) {
        await page.goto(path);
        await expect(page.locator('h1'), path).toHaveCount(1);
        expect(await overhang(page), path).toBeLessThanOrEqual(0);
        expect(await moving(page), path).toBe(0);
        expect(await findBarriers(page), path).toEqual([]);
      }
    },
  );
}
