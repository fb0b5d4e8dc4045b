import { type DoctoredSite, doctorSite } from './support/doctored-site.ts';
import { expect, test } from './support/journey.ts';
import { prepare } from './support/visit.ts';
import { untilControlled } from './support/worker.ts';

/** Navigations with single-use parameters, and navigations that leave the site’s pages. */
const ONCE = [
  '/redirect?data=a.b..c.d',
  '/sync-member?target=%2Fprogram',
  '/sign-in?code=one-time&state=one-time',
  '/sign-in?provider=apple&state=one-time',
  '/wallet/payment-options/payment-result?order=01a0c0de-0000-7000-8000-000000000001',
  '/wallet/mobile-payment/result?order=01a0c0de-0000-7000-8000-000000000001',
  '/sandbox/',
  '/sandbox/partner?lang=en&link=one-time',
  '/sandbox/line/interaction/one-time',
  '/sandbox/omise/payments/one-time/authorize',
  '/api/docs',
] as const;

/** A service worker of an earlier build, which preloads navigations and does not know its build. */
const EARLIER_WORKER = `
  addEventListener('message', () => {});
  addEventListener('activate', (event) => event.waitUntil(
    registration.navigationPreload.enable().then(() => clients.claim())
  ));
`;

let site: DoctoredSite;
test.beforeEach(async ({ run, context, complaints }) => {
  // The proxy does not forward sockets.
  complaints.forgive(/websocket/i);
  site = await doctorSite(run.url);
  await prepare(context, { ...run, url: site.url }, { language: 'EN' });
});
test.afterEach(async () => {
  await site.close();
});

test('the service worker sends every navigation to the server exactly once', async ({ page }) => {
  await page.goto(`${site.url}/terms`);
  await untilControlled(page);
  for (const address of ONCE) {
    await page.goto(site.url + address);
    await page.goto(`${site.url}/terms`);
    expect(site.requests.filter((request) => request === `GET ${address}`)).toHaveLength(1);
  }
});

test('the service worker disables the navigation preload of an earlier version', async ({
  page,
}) => {
  const preloads = () =>
    page.evaluate(async () => {
      const { navigationPreload } = await navigator.serviceWorker.ready;
      return (await navigationPreload.getState()).enabled;
    });
  site.answer('/sw.js', { type: 'text/javascript', body: EARLIER_WORKER });
  await page.goto(`${site.url}/terms`);
  await untilControlled(page);
  await expect.poll(preloads).toBe(true);
  site.answer('/sw.js', null);
  await page.goto(`${site.url}/privacy-policy`);
  await expect.poll(preloads).toBe(false);
});
