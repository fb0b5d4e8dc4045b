import { type DoctoredSite, doctorSite } from './support/doctored-site.ts';
import { expect, test } from './support/journey.ts';
import { prepare, stored, untilAlive } from './support/visit.ts';

/** Requests of the site time out after this long (specification, section 7). */
const TIMEOUT_MS = 30_000;
const ALMOST_MS = 29_000;
const A_MINUTE_MS = 60_000;

let site: DoctoredSite;
test.beforeEach(async ({ run, context }) => {
  site = await doctorSite(run.url);
  await prepare(context, { ...run, url: site.url }, { language: 'EN' });
});
test.afterEach(async () => {
  await site.close();
});

test('the loading bar follows a slow page and shows a failure; a page with a missing chunk reloads at most once a minute', async ({
  page,
  complaints,
}) => {
  // The journey provokes missing chunks.
  complaints.forgive(/dynamically imported module|preload/);
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
  });
  const bar = page.locator('[data-state]').first();
  const link = (name: string) => page.getByRole('contentinfo').getByRole('link', { name });
  const failure = page.getByRole('heading', { name: 'An error occurred.' });
  await page.clock.install();
  await page.goto(site.url);
  await untilAlive(page);

  site.hold(/\/assets\/terms-page/);
  await link('Terms of service').click();
  await expect(bar).toHaveAttribute('data-state', 'loading');
  await expect(page).toHaveURL(`${site.url}/`);
  site.release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of service');
  await expect(bar).toHaveAttribute('data-state', /done|idle/);
  expect(loads).toEqual(['/']);

  // A deployment removed the chunk. The page reloads once; the chunk is still missing, so the page does not reload
  // again.
  site.lose(/\/assets\/privacy-policy-page/);
  await link('Privacy policy').click();
  await expect.poll(() => loads).toEqual(['/', '/privacy-policy']);
  await expect(failure).toBeVisible();
  await expect(page.getByText('500', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Back to home' }).click();
  await expect(page).toHaveURL(`${site.url}/`);
  await link('Privacy policy').click();
  await expect(failure).toBeVisible();
  await expect(bar).toHaveAttribute('data-state', 'failed');
  expect(loads).toEqual(['/', '/privacy-policy']);

  await page.getByRole('link', { name: 'Back to home' }).click();
  await page.clock.fastForward(A_MINUTE_MS);
  await link('Privacy policy').click();
  await expect.poll(() => loads).toEqual(['/', '/privacy-policy', '/privacy-policy']);
  await expect(failure).toBeVisible();
  site.mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy policy');
});

test('a call that is not answered for 30 seconds times out and can be retried', async ({
  page,
}) => {
  await page.goto(`${site.url}/sign-in`);
  await untilAlive(page);
  const form = page.getByRole('main');
  const logIn = form.getByRole('button', { name: 'Log in', exact: true });
  await form.getByRole('textbox', { name: 'Phone number' }).fill('0812345678');
  await form.getByRole('textbox', { name: 'Password', exact: true }).fill('not-mine-1');
  // The page's clock is mocked, so that the journey does not wait for half a minute.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + A_MINUTE_MS);
  site.hold(/\/login-v2$/);
  await logIn.click();
  await expect.poll(() => site.held()).toBe(1);
  await page.clock.runFor(ALMOST_MS);
  expect(site.held()).toBe(1);
  await page.clock.runFor(TIMEOUT_MS - ALMOST_MS);
  await expect.poll(() => site.held(), 'the browser has hung up').toBe(0);
  await expect(page.locator('[data-state]').first()).toHaveAttribute('data-state', 'failed');
  await expect(form.getByRole('alert')).toHaveText('System error. Please try again.');
  expect(await stored(page, 'access_token')).toBeNull();

  site.release();
  await logIn.click();
  await expect(
    page.getByRole('alert').filter({ hasText: '| password_invalid : 401 | URL : login-v2' }),
  ).toBeVisible();
});

test('a loader’s error response without a code is stored and shown unchanged, and a ban text in it signs out', async ({
  page,
  run,
  context,
  enter,
}) => {
  const refuse = (path: string, status: number, message: string) =>
    page.route(path, (route) => route.fulfill({ status, json: { message } }));
  const toast = (text: string) => page.getByRole('alert').filter({ hasText: text });
  await refuse('**/auth/member/providers', 503, 'The gate takes a rest.');
  await page.goto(`${site.url}/app`);
  await untilAlive(page);
  await page.getByRole('banner').getByRole('link', { name: 'Log in', exact: true }).click();
  await expect(toast('The gate takes a rest. | : 503 | URL : providers')).toBeVisible();
  expect(JSON.parse((await stored(page, 'axios-error')) ?? '{}')).toEqual({
    segment: 'providers',
    message: 'The gate takes a rest.',
    status: '',
    code: 503,
  });

  // The sign-in page also loads the list of providers. If this request still failed, its message would replace the next
  // one.
  await page.unroute('**/auth/member/providers');
  const barred = 'Sorry, this account has been suspended at the gate.';
  await refuse('**/auth/member/profile?*', 403, barred);
  await prepare(context, { ...run, url: site.url }, { language: 'EN', fan: await enter(1) });
  await page.goto(`${site.url}/app`);
  await expect(page).toHaveURL(`${site.url}/sign-in?status=ban`);
  await expect(toast(`${barred} | : 403 | URL : profile`)).toBeVisible();
  expect(JSON.parse((await stored(page, 'axios-error')) ?? '{}')).toMatchObject({
    segment: 'profile',
    message: barred,
  });
  expect(await stored(page, 'access_token')).toBeNull();
});
