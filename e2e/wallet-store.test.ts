import { findBarriers } from './support/accessibility.ts';
import { openAs } from './support/account.ts';
import { expect, test } from './support/journey.ts';
import { atProvider, confirmTransfer, orderOf, slipOf } from './support/payments.ts';
import { paymentFields, readQrOnScreen } from './support/read-qr.ts';
import { countShifts, shiftsOf } from './support/steadiness.ts';
import {
  answerAt,
  approveCard,
  chooseMethod,
  chooseSlip,
  expectTold,
  orderCoins,
  payAt,
  type Shopper,
  TOLD_MS,
  typeCard,
} from './support/store.ts';
import { STORE_WORDS } from './support/store-words.ts';
import { LONG, SCREENS, untilAlive, visit } from './support/visit.ts';

const RESULT = '/wallet/payment-options/payment-result';
const GOOD_CARD = '4242424242424242';
const EMPTY_CARD = '4111111111140011';

test.use(SCREENS['a desktop']);

for (const [language, wallet] of [
  ['TH', 'alipay'],
  ['EN', 'wechat'],
] as const) {
  test(`${wallet} is paid on its page`, LONG, async ({ page, context, run }) => {
    const shopper: Shopper = { page, context, run, language };
    await orderCoins(shopper);
    await chooseMethod(shopper, wallet);
    await payAt(shopper, 'omise', 'approve');
    await expectTold(page, STORE_WORDS[language].received);
  });
}

test('the store passes axe, does not shift, and gives a custom amount its bonus', async ({
  page,
  context,
  run,
}) => {
  const language = 'TH';
  const words = STORE_WORDS[language];
  await countShifts(page);
  await openAs(page, context, run, { language, path: '/wallet' });
  const main = page.getByRole('main');
  await expect(main.getByRole('radio')).toHaveCount(15);
  expect(await shiftsOf(page)).toBeLessThan(0.05);
  expect(await findBarriers(page)).toEqual([]);
  await main.getByRole('link', { name: words.custom }).click();
  await expect(page).toHaveURL(`${run.url}/wallet/modal/custom-coin`);
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel(words.coins, { exact: true });
  await field.fill('19');
  await dialog.getByRole('button', { name: words.choosePay }).click();
  await expect(dialog.locator('[aria-live]', { hasText: words.range })).toBeVisible();
  await field.fill('777');
  await expect(dialog).toContainText('792');
  await expect(dialog).toContainText('฿777.00');
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: words.choosePay }).click();
  await page.waitForURL(/\/wallet\/payment-options\?order=/);
  await expect(page.getByRole('radio', { name: words.card })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
});

test('a card is validated while it is typed, its number goes to the provider alone, and the bank’s page leads back', async ({
  page,
  context,
  run,
}) => {
  const bodies: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(run.api)) bodies.push(request.postData() ?? '');
  });
  const { words, member, orderId } = await orderCoins({ page, context, run, language: 'TH' });
  await typeCard(page, words, '4242424242424241');
  await page.getByLabel(words.expiry, { exact: true }).fill('1020');
  await page.getByRole('button', { name: words.goOn, exact: true }).click();
  await expect(page.getByText(words.numberInvalid)).toBeVisible();
  await expect(page.getByText(words.expired)).toBeVisible();

  await typeCard(page, words, GOOD_CARD);
  await expect(page.getByLabel(words.number)).toHaveValue('4242 4242 4242 4242');
  await page.getByRole('button', { name: words.goOn, exact: true }).click();
  await expect(page.getByRole('heading', { name: words.confirm })).toBeVisible();
  await expect(page.getByText(/Visa •••• 4242/)).toBeVisible();
  // The provider already has the card, so the page does not ask for it again after a reload.
  await page.reload();
  await page.getByRole('button', { name: words.pay }).dblclick();
  await approveCard(page);
  await expect(page).toHaveURL(new RegExp(`${RESULT}\\?order=${orderId}$`));
  await expectTold(page, words.received);
  await expect(page.getByRole('banner').getByLabel(/510/)).toBeVisible();
  expect(bodies.filter((body) => body.includes('4242'))).toEqual([]);
  const { data: orders } = await member.call('GET /order', { query: {} });
  expect(orders.map(({ status }) => status)).toEqual(['paid']);
});

test('a card without money fails with a reason, and the same order is paid by another card', async ({
  page,
  context,
  run,
}) => {
  const { words, member, orderId } = await orderCoins({ page, context, run, language: 'EN' });
  await typeCard(page, words, EMPTY_CARD);
  await page.getByRole('button', { name: words.goOn, exact: true }).click();
  await page.getByRole('button', { name: words.pay }).click();
  await approveCard(page);
  await expectTold(page, words.failed);
  await expect(page.getByText(words.noMoney)).toBeVisible();
  await page.getByRole('link', { name: words.tryAgain }).click();
  await typeCard(page, words, GOOD_CARD);
  await page.getByRole('button', { name: words.goOn, exact: true }).click();
  await page.getByRole('button', { name: words.pay }).click();
  await approveCard(page);
  await expectTold(page, words.received);
  expect((await orderOf(run, member, orderId)).status).toBe('paid');
});

test('a PromptPay code is the one of the order, and the page and another tab show the payment without a reload', async ({
  page,
  context,
  run,
  complaints,
}) => {
  const { shopper, words, member, orderId } = await orderCoins({
    page,
    context,
    run,
    language: 'TH',
  });
  const tab = await context.newPage();
  await complaints.watch(tab);
  await tab.goto('/');
  await untilAlive(tab);
  await chooseMethod(shopper, 'promptpay');
  await page.getByRole('button', { name: words.pay }).click();
  const code = page.getByRole('main').getByRole('img', { name: /500\.00/ });
  const payload = await readQrOnScreen(code);
  expect(payload).toBe((await orderOf(run, member, orderId)).attempt?.qr_payload);
  expect(paymentFields(payload)).toMatchObject({ '54': '500.00' });
  await page.reload();
  expect(await readQrOnScreen(code)).toBe(payload);

  await atProvider(run, orderId, 'pay');
  await expect(page).toHaveURL(new RegExp(`${RESULT}\\?order=${orderId}$`), {
    timeout: TOLD_MS,
  });
  await expect(page.getByRole('heading', { name: words.received })).toBeVisible();
  await expect(tab.getByRole('banner').getByLabel(/510/)).toBeVisible();
  await tab.close();
});

test(
  'a payment that was declined on a wallet’s page is retried there',
  LONG,
  async ({ page, context, run }) => {
    const { shopper, words, orderId } = await orderCoins({ page, context, run, language: 'EN' });
    await chooseMethod(shopper, 'truemoney');
    await payAt(shopper, 'omise', 'decline');
    await expect(page).toHaveURL(new RegExp(`${RESULT}\\?order=${orderId}$`));
    await expectTold(page, words.failed);
    await page.getByRole('link', { name: words.tryAgain }).click();
    await chooseMethod(shopper, 'truemoney');
    await payAt(shopper, 'omise', 'approve');
    await expectTold(page, words.received);
  },
);

test('a PayPal payment is cancelled, continued and paid', async ({ page, context, run }) => {
  const { shopper, words, orderId } = await orderCoins({ page, context, run, language: 'EN' });
  await chooseMethod(shopper, 'paypal');
  await payAt(shopper, 'paypal', 'cancel');
  await expect(page).toHaveURL(new RegExp(`${RESULT}\\?.*order=${orderId}`));
  await page.getByRole('link', { name: words.goOnPaying }).click();
  await page.getByRole('main').getByRole('link', { name: 'PayPal' }).click();
  await answerAt(page, 'paypal', 'approve');
  await expectTold(page, words.received);
});

test('the account of a transfer is copied, its slip is sent once, and an operator confirms it', async ({
  page,
  context,
  run,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { shopper, words, member, orderId } = await orderCoins({
    page,
    context,
    run,
    language: 'TH',
  });
  await chooseMethod(shopper, 'bankTransfer');
  await page.getByRole('button', { name: words.pay }).click();
  const copy = page.getByRole('main').getByRole('definition').getByRole('button');
  await copy.first().click();
  await expect(page.getByText(words.copied)).toBeVisible();
  const { number, attempt } = await orderOf(run, member, orderId);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(attempt?.accounts[0]?.account_number.replace(/\D/g, ''));

  expect(await findBarriers(page)).toEqual([]);
  const slip = await slipOf(run, { number, satang: 50_000 });
  await chooseSlip(page, words, slip);
  await expect(page).toHaveURL(/\/wallet\/confirm-order\/upload-slip\?order=/);
  await expect(page.getByRole('main').getByRole('img')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: words.send, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${RESULT}\\?order=${orderId}$`));
  await expect(page.getByText(words.verification)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await confirmTransfer(orderId);
  await expect(page.getByText(words.inWallet)).toBeVisible({ timeout: TOLD_MS });
  await expect(page.getByRole('banner').getByLabel(/510/)).toBeVisible();

  // The same transfer cannot pay another order.
  await page.goto('/wallet/6');
  await page.getByRole('button', { name: words.choosePay }).click();
  await chooseMethod(shopper, 'bankTransfer');
  await page.getByRole('button', { name: words.pay }).click();
  await chooseSlip(page, words, slip);
  await page.getByRole('button', { name: words.send, exact: true }).click();
  const refused = page.getByRole('main').getByRole('alert');
  await expect(refused).toHaveText(words.slipUsed);
});

test('a code is redeemed once and updates the balance', async ({ page, context, run }) => {
  const language = 'TH';
  const words = STORE_WORDS[language];
  await openAs(page, context, run, { language, path: '/wallet' });
  await page.getByRole('main').getByRole('button', { name: words.redeem }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('sawasdee');
  await dialog.locator('button[type="submit"]').click();
  await expect(dialog.getByText(words.redeemed)).toBeVisible();
  await dialog.getByRole('button', { name: words.done }).click();
  await expect(page.getByRole('banner').getByLabel(/100/)).toBeVisible();
  await page.goto('/profile');
  await page.getByRole('main').getByRole('button', { name: words.redeem }).click();
  await dialog.getByRole('textbox').fill('SAWASDEE');
  await dialog.locator('button[type="submit"]').click();
  await expect(dialog.getByText(words.usedAlready)).toBeVisible();
});

test('a visitor is told to log in to top up coins', async ({ page, run }) => {
  const language = 'EN';
  const words = STORE_WORDS[language];
  await visit(page, run, '/', { language });
  await page.getByRole('banner').getByRole('link', { name: words.logIn }).click();
  await expect(page).toHaveURL(`${run.url}/sign-in?from=%2Fwallet`);
  await expect(page.getByText(words.logIn)).toBeVisible();
});

test(
  'the code of a direct PromptPay transfer names the order, and its slip is sent',
  LONG,
  async ({ page, context, run }) => {
    const { shopper, words, member, orderId } = await orderCoins({
      page,
      context,
      run,
      language: 'EN',
    });
    await chooseMethod(shopper, 'promptpaySlip');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: words.pay }).click();
    const payload = await readQrOnScreen(
      page.getByRole('main').getByRole('img', { name: /500\.00/ }),
    );
    const { attempt, number } = await orderOf(run, member, orderId);
    expect(paymentFields(payload)).toMatchObject({
      '54': '500.00',
      '62': { '05': attempt?.reference },
    });
    await chooseSlip(page, words, await slipOf(run, { number, satang: 50_000 }));
    await page.getByRole('button', { name: words.send, exact: true }).click();
    await expect(page.getByText(words.verification)).toBeVisible();
  },
);
