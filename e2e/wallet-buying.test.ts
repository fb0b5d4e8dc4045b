import { expect, test } from './support/journey.ts';
import { registerMember } from './support/new-member.ts';
import { operateOn } from './support/operator.ts';
import { PARTNER_MEMBERS, watchFromPartner } from './support/partner.ts';
import { orderIn } from './support/payments.ts';
import { untilPictureMoves } from './support/picture.ts';
import { chooseMethod, TOLD_MS } from './support/store.ts';
import { STORE_WORDS } from './support/store-words.ts';
import { LONG, prepare, SCREENS, stored, untilAlive, visit } from './support/visit.ts';

/** A package that no other journey buys, because an operator changes its price in this journey. */
const PACKAGE = '9';
/** Birth year of a teenager who may not buy. It is a leap year, because the birthday is 29 February. */
const YOUNG_YEAR = 2008;

test.use(SCREENS['a desktop']);

const setPrice = (baht: string): Promise<unknown> =>
  operateOn('coin', 'price', PACKAGE, baht, '--reason', 'a journey');

test('a price that changed meanwhile is shown and needs a new confirmation before the purchase', async ({
  page,
  run,
}) => {
  const words = STORE_WORDS.EN;
  const member = await registerMember(run);
  await visit(page, run, `/wallet/${PACKAGE}`, { language: 'EN', fan: member });
  const panel = page.getByRole('region', { name: 'Your choice' });
  await expect(panel).toContainText('฿3,000.00');
  await setPrice('3100');
  try {
    await page.getByRole('button', { name: words.choosePay }).click();
    await expect(panel.getByRole('alert')).toContainText('The price is now ฿3,100.00.');
    expect((await member.call('GET /order', { query: {} })).data).toEqual([]);
    await page.getByRole('button', { name: words.choosePay }).click();
    await page.waitForURL(/order=/);
    const { data: orders } = await member.call('GET /order', { query: {} });
    expect(orders.map(({ satang }) => satang)).toEqual([310_000]);
  } finally {
    await setPrice('3000');
  }
});

test('a member who is too young to buy is told so with a link to the admin, and nothing is ordered', async ({
  page,
  context,
  run,
}) => {
  const member = await registerMember(run, YOUNG_YEAR);
  await prepare(context, run, { language: 'TH', fan: member });
  await page.goto('/wallet/6');
  await page.getByRole('button', { name: STORE_WORDS.TH.choosePay }).click();
  const refusal = page.getByRole('main').getByRole('alert').filter({ hasText: '20 ปี' });
  await expect(refusal).toBeVisible();
  await expect(refusal.getByRole('link', { name: 'ติดต่อแอดมิน' })).toBeVisible();
  expect((await member.call('GET /order', { query: {} })).data).toEqual([]);
});

test(
  'a fan leaves a live for the coin store and returns to it',
  LONG,
  async ({ page, context, run }) => {
    const words = STORE_WORDS.EN;
    const member = await registerMember(run);
    await prepare(context, run, { language: 'EN', fan: member });
    await page.goto('/live');
    // The page does not ask a viewer who does not watch yet.
    await untilPictureMoves(page);
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Wallet/ })
      .click();
    await page
      .getByRole('dialog', { name: 'Leave the live?' })
      .getByRole('button', { name: 'Leave', exact: true })
      .click();
    await page.getByRole('radio', { name: /^510/ }).check();
    await page.getByRole('button', { name: words.choosePay }).click();
    await chooseMethod({ page, context, run, language: 'EN' }, 'truemoney');
    await page.getByRole('button', { name: words.pay }).click();
    await page.waitForURL(/\/sandbox\/omise\//);
    await page.locator('button[value="approve"]').click();
    await expect(page.getByRole('heading', { name: words.received })).toBeVisible({
      timeout: TOLD_MS,
    });
    await page.getByRole('link', { name: 'Back to the live' }).click();
    await expect(page).toHaveURL(new RegExp(`^${run.url}/live`));
  },
);

test('a partner’s member buys once on the partner’s account without a payment method', async ({
  page,
  context,
  run,
}) => {
  await prepare(context, run, { language: 'EN' });
  await watchFromPartner(page, 'EN', PARTNER_MEMBERS.nara);
  await page.waitForURL(/\/liveExternal/);
  await expect.poll(() => stored(page, 'PURCHASE_TOKEN')).toBeTruthy();
  await page.goto('/wallet/10');
  await untilAlive(page);
  await page.getByRole('button', { name: 'Buy on your partner’s account' }).dblclick();
  await expect(page.getByRole('heading', { name: STORE_WORDS.EN.received })).toBeVisible({
    timeout: TOLD_MS,
  });
  expect(orderIn(page.url())).not.toBe('');
  await expect(page.getByText('39 coins are in your wallet.')).toBeVisible();
  expect(await stored(page, 'PURCHASE_TOKEN')).toBeNull();
});

test.describe('on a phone', () => {
  test.use(SCREENS['a phone']);

  test('the store leads into the phone checkout with the same order', async ({
    page,
    context,
    run,
  }) => {
    const member = await registerMember(run);
    await prepare(context, run, { language: 'TH', fan: member });
    await page.goto('/wallet/6');
    await page.getByRole('button', { name: STORE_WORDS.TH.choosePay }).tap();
    await page.waitForURL(/\/wallet\/mobile-payment\/payment-selected\?order=/);
    const { data: orders } = await member.call('GET /order', { query: {} });
    expect(orders.map(({ order_id }) => order_id)).toEqual([orderIn(page.url())]);
  });
});
