import { openAs } from './support/account.ts';
import { expect, test } from './support/journey.ts';
import { registerMember } from './support/new-member.ts';
import { orderIn } from './support/payments.ts';
import {
  answerAt,
  chooseMethod,
  expectTold,
  orderCoins,
  type Shopper,
  TOLD_MS,
} from './support/store.ts';
import { STORE_WORDS } from './support/store-words.ts';
import { LONG, prepare, SCREENS } from './support/visit.ts';

test.use(SCREENS['a desktop']);

test('two tabs and the back button pay one order once', async ({
  page,
  context,
  run,
  complaints,
}) => {
  const { shopper, words, member, orderId } = await orderCoins({
    page,
    context,
    run,
    language: 'EN',
  });
  // Choosing the same package in the store again leads to the pending order.
  await page.goBack();
  await page.getByRole('button', { name: words.choosePay }).click();
  await page.waitForURL(/order=/);
  expect(orderIn(page.url())).toBe(orderId);

  await chooseMethod(shopper, 'truemoney');
  const tab = await context.newPage();
  await complaints.watch(tab);
  await tab.goto(page.url());
  await page.getByRole('button', { name: words.pay }).click();
  await page.waitForURL(/\/sandbox\/omise\//);
  // The other tab detects the started payment and continues it instead of starting another.
  await tab.goto(`/wallet/confirm-order?order=${orderId}`);
  await expect(tab.getByRole('main').getByRole('link', { name: 'TrueMoney Wallet' })).toBeVisible();
  await page.goBack();
  await expect(
    page.getByRole('main').getByRole('link', { name: 'TrueMoney Wallet' }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'TrueMoney Wallet' }).click();
  await answerAt(page, 'omise', 'approve');
  await expectTold(tab, words.received);
  await page.goBack();
  await expectTold(page, words.received);
  const { data: orders } = await member.call('GET /order', { query: {} });
  expect(orders.map(({ status }) => status)).toEqual(['paid']);
  const { data: wallet } = await member.call('GET /auth/member/wallet', {
    query: { member_id: member.memberId },
  });
  expect(wallet.balance).toBe(510);
});

test('a fan who leaves before the response is not taken to the payment afterwards', async ({
  page,
  context,
  run,
}) => {
  const words = STORE_WORDS.EN;
  const shopper: Shopper = { page, context, run, language: 'EN' };
  await openAs(page, context, run, { language: 'EN', path: '/wallet/6' });
  const visited: string[] = [];
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url());
    if (visited.at(-1) !== pathname) visited.push(pathname);
  });
  let release = () => {};
  const hold = (call: RegExp) =>
    page.route(call, async (route) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      await route.continue();
    });
  const answered = async (call: RegExp) => {
    const answer = page.waitForResponse(call);
    release();
    await (await answer).finished();
    await page.unroute(call);
  };
  const ORDER = /\/api\/v1\/order$/;
  await hold(ORDER);
  const ordering = page.waitForRequest(ORDER);
  await page.getByRole('button', { name: words.choosePay }).click();
  await ordering;
  await page.getByRole('banner').getByRole('link', { name: 'Sangwian', exact: true }).click();
  await expect(page).toHaveURL(`${run.url}/`);
  await answered(ORDER);
  await page.goBack();
  await page.getByRole('button', { name: words.choosePay }).click();
  await chooseMethod(shopper, 'truemoney');

  const PAY = /\/order\/[^/]+\/pay$/;
  await hold(PAY);
  const paying = page.waitForRequest(PAY);
  await page.getByRole('button', { name: words.pay }).click();
  await paying;
  await page.goBack();
  await expect(page).toHaveURL(/\/wallet\/payment-options\?order=/);
  await answered(PAY);
  // The payment was started nevertheless and can be continued.
  await page.getByRole('link', { name: words.goOnPaying }).click({ timeout: TOLD_MS });
  await expect(
    page.getByRole('main').getByRole('link', { name: 'TrueMoney Wallet' }),
  ).toBeVisible();
  const [options, confirm] = ['/wallet/payment-options', '/wallet/confirm-order'];
  expect(visited).toEqual(['/', '/wallet/6', options, confirm, options, confirm]);
});

test(
  'orders of other members, invalid URLs and an unknown package say what to do next',
  LONG,
  async ({ page, context, run }) => {
    const shopper: Shopper = { page, context, run, language: 'EN' };
    const { orderId } = await orderCoins(shopper);
    const stranger = await registerMember(run);
    await prepare(context, run, { language: 'EN', fan: stranger });
    const missing = page.getByRole('heading', { name: 'Order not found' });
    for (const path of [
      '/wallet/payment-options',
      '/wallet/confirm-order',
      '/wallet/payment-options/payment-result',
    ]) {
      await page.goto(`${path}?order=${orderId}`);
      await expect(missing, path).toBeVisible();
      await page.goto(`${path}?order=nonsense`);
      await expect(missing, path).toBeVisible();
    }
    await page.goto('/wallet/999');
    await expect(page.getByText('This coin package is no longer available.')).toBeVisible();
    await page.goto('/wallet/nonsense');
    await expect(page.getByRole('heading', { name: 'This page could not be found' })).toBeVisible();
  },
);
