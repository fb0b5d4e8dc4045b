import type { BrowserContext, Page } from '@playwright/test';
import { findBarriers } from './support/accessibility.ts';
import { openAs } from './support/account.ts';
import { expect, test } from './support/journey.ts';
import type { NewMember } from './support/new-member.ts';
import { atProvider, confirmTransfer, orderIn, orderOf, slipOf } from './support/payments.ts';
import { paymentFields, readQr, readQrOnScreen } from './support/read-qr.ts';
import type { RunFile } from './support/start-stack.ts';
import { countShifts, shiftsOf } from './support/steadiness.ts';
import { approveCard, typeCard } from './support/store.ts';
import { STORE_WORDS } from './support/store-words.ts';
import { type Language, LONG, SCREENS } from './support/visit.ts';
import { WALLET_WORDS } from './support/wallet-words.ts';

const FLOW = '/wallet/mobile-payment';
const SATANG = 100_000;
/** Time for a webhook to arrive, be verified and update the page. */
const TOLD_MS = 20_000;
/** Longer than the lifetime of any payment code. */
const EXPIRED_MS = 25 * 60 * 60 * 1_000;

test.use(SCREENS['a phone']);

const GOOD_CARD = '4242424242424242';
const EMPTY_CARD = '4111111111140011';

type Method = 'promptpay' | 'promptpaySlip' | 'truemoney';

interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly run: RunFile;
  readonly language: Language;
}

/** Orders the package of 1 030 coins as a new member, opens the choice of methods, and returns the order's id. */
async function order(visit: Visit): Promise<{ member: NewMember; orderId: string }> {
  const { page, context, run, language } = visit;
  const member = await openAs(page, context, run, { language, path: `${FLOW}/coin` });
  await page.getByRole('radio', { name: /^1,030/ }).check();
  await page.getByRole('button', { name: WALLET_WORDS[language].choosePay }).click();
  await page.waitForURL(/\/payment-selected\?order=/);
  return { member, orderId: orderIn(page.url()) };
}

/** Chooses a payment method and confirms. */
async function pay({ page, language }: Pick<Visit, 'page' | 'language'>, method: Method) {
  const words = WALLET_WORDS[language];
  await page.getByRole('radio', { name: words[method] }).check();
  await page.getByRole('button', { name: words.pay }).click();
}

/** An order with a started payment. */
async function orderAndPay(visit: Visit, method: Method) {
  const made = await order(visit);
  await pay(visit, method);
  return { words: WALLET_WORDS[visit.language], ...made };
}

/** Types a card number and confirms it on the bank's page (3-D Secure). */
async function payByCard({ page, language }: Pick<Visit, 'page' | 'language'>, number: string) {
  await typeCard(page, STORE_WORDS[language], number);
  await page.getByRole('button', { name: WALLET_WORDS[language].pay }).click();
  await approveCard(page);
}

const codeOf = (page: Page, language: Language) =>
  page.getByRole('img', { name: WALLET_WORDS[language].code });

test('every page of the checkout passes axe and does not shift', async ({ page, context, run }) => {
  const words = WALLET_WORDS.TH;
  const checkPage = async () => {
    expect(await findBarriers(page)).toEqual([]);
    expect(await shiftsOf(page)).toBeLessThan(0.05);
  };
  await countShifts(page);
  await openAs(page, context, run, { language: 'TH', path: `${FLOW}/coin` });
  await checkPage();
  await page.getByRole('radio', { name: /^1,030/ }).check();
  await page.reload();
  await expect(
    page.getByRole('radio', { name: /^1,030/ }),
    'a reload keeps the choice',
  ).toBeChecked();
  await page.getByRole('button', { name: words.choosePay }).click();
  await page.waitForURL(/\/payment-selected\?order=/);
  await expect(page.getByRole('radio', { name: words.promptpay })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('radio', { name: words.promptpay })).toBeVisible();
  await checkPage();
  await pay({ page, language: 'TH' }, 'promptpay');
  await expect(codeOf(page, 'TH')).toBeVisible();
  await page.reload();
  await expect(codeOf(page, 'TH')).toBeVisible();
  await checkPage();
  await atProvider(run, orderIn(page.url()), 'pay');
  await expect(page.getByText(words.inWallet)).toBeVisible({ timeout: TOLD_MS });
  await page.reload();
  await expect(page.getByText(words.inWallet)).toBeVisible();
  await checkPage();
});

test('a PromptPay code survives a reload and a return, is paid, and adds the coins', async ({
  page,
  context,
  run,
}) => {
  const language = 'TH';
  const visit = { page, context, run, language } as const;
  const { words, member, orderId } = await orderAndPay(visit, 'promptpay');
  await expect(page).toHaveURL(new RegExp(`${FLOW}/qr\\?order=${orderId}$`));

  const payload = await readQrOnScreen(codeOf(page, language));
  const { attempt } = await orderOf(run, member, orderId);
  expect(payload).toBe(attempt?.qr_payload);
  expect(paymentFields(payload)).toMatchObject({ '54': '1000.00' });

  await page.reload();
  expect(await readQrOnScreen(codeOf(page, language))).toBe(payload);

  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`payment-selected\\?order=${orderId}$`));
  await page.getByRole('link', { name: words.goOn }).click();
  expect(await readQrOnScreen(codeOf(page, language))).toBe(payload);

  await atProvider(run, orderId, 'pay');
  await expect(page).toHaveURL(new RegExp(`${FLOW}/result\\?order=${orderId}$`), {
    timeout: TOLD_MS,
  });
  await expect(page.getByRole('heading', { name: words.received })).toBeVisible();
  await expect(page.getByText(words.inWallet)).toBeVisible();
  await expect(page.getByRole('banner').getByLabel(words.balance)).toBeVisible();

  await page.getByRole('link', { name: words.receipt }).click();
  await expect(page).toHaveURL(new RegExp(`/profile/coin-history\\?order=${orderId}$`));
  const { number } = await orderOf(run, member, orderId);
  await expect(page.getByText(number, { exact: true }).first()).toBeVisible();
  await page.goto('/profile/coin-history');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.filter({ hasText: words.bought })).toContainText('+1,000');
  await expect(rows.filter({ hasText: words.bonus })).toContainText('+30');
});

test('a direct PromptPay transfer names the order, its slip is sent, and an operator confirms it', async ({
  page,
  context,
  run,
}) => {
  const language = 'EN';
  const visit = { page, context, run, language } as const;
  const { words, member, orderId } = await orderAndPay(visit, 'promptpaySlip');
  const payload = await readQrOnScreen(codeOf(page, language));
  const { attempt, number } = await orderOf(run, member, orderId);
  expect(paymentFields(payload)).toMatchObject({
    '54': '1000.00',
    '62': { '05': attempt?.reference },
  });

  await page.getByRole('button', { name: words.sendSlip }).click();
  await page
    .getByRole('dialog')
    .locator('input[type="file"]')
    .first()
    .setInputFiles({
      name: 'slip.png',
      mimeType: 'image/png',
      buffer: await slipOf(run, { number, satang: SATANG }),
    });
  await page.getByRole('dialog').getByRole('button', { name: words.send }).click();
  await expect(page).toHaveURL(new RegExp(`${FLOW}/result\\?order=${orderId}$`));
  await expect(page.getByText(words.verification)).toBeVisible();

  await confirmTransfer(orderId);
  await expect(page.getByText(words.inWallet)).toBeVisible({ timeout: TOLD_MS });
});

test(
  'a declined card says so, and the same order is paid at another provider',
  LONG,
  async ({ page, context, run }) => {
    const language = 'TH';
    const words = WALLET_WORDS[language];
    const { orderId } = await order({ page, context, run, language });
    await payByCard({ page, language }, EMPTY_CARD);
    await expect(page.getByRole('heading', { name: words.failed })).toBeVisible({
      timeout: TOLD_MS,
    });
    await expect(page.getByText(STORE_WORDS[language].noMoney)).toBeVisible();
    await expect(page.getByText(/^(Purchase unsuccessful\.|การซื้อไม่สำเร็จ)/)).toBeVisible();

    await page.getByRole('link', { name: words.tryAgain }).click();
    await expect(page).toHaveURL(new RegExp(`payment-selected\\?order=${orderId}$`));
    await pay({ page, language }, 'truemoney');
    await page.waitForURL(/\/sandbox\/omise\//);
    // The fan reloads the page before paying and sees the same order.
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`order=${orderId}$`));
    await page.getByRole('link', { name: words.goOn }).click();
    await page.getByRole('link', { name: 'TrueMoney Wallet' }).click();
    await page.waitForURL(/\/sandbox\/omise\//);
    await page.getByRole('button', { name: 'ชำระเงิน Pay' }).click();
    await expect(page).toHaveURL(new RegExp(`${FLOW}/result\\?order=${orderId}$`));
    await expect(page.getByText(words.inWallet)).toBeVisible({ timeout: TOLD_MS });
  },
);

test('an expired code is no longer shown, and the order can be paid again', async ({
  page,
  context,
  run,
}) => {
  const language = 'EN';
  const words = WALLET_WORDS[language];
  await page.clock.install();
  const { orderId } = await order({ page, context, run, language });
  await pay({ page, language }, 'promptpay');
  await expect(codeOf(page, language)).toBeVisible();
  await page.clock.fastForward(EXPIRED_MS);
  await expect(page.getByRole('heading', { name: words.over })).toBeVisible();
  await expect(codeOf(page, language)).toBeHidden();
  await page.getByRole('link', { name: words.chooseAgain }).click();
  await expect(page).toHaveURL(new RegExp(`payment-selected\\?order=${orderId}$`));
});

test('the saved picture holds the same code, and a browser without canvas support says so', async ({
  page,
  context,
  run,
}) => {
  const words = WALLET_WORDS.TH;
  await order({ page, context, run, language: 'TH' });
  await pay({ page, language: 'TH' }, 'promptpay');
  const payload = await readQrOnScreen(codeOf(page, 'TH'));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: words.save }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^sangwian-.+\.png$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  expect(await readQr(Buffer.concat(chunks))).toBe(payload);

  await page.evaluate(() => {
    HTMLCanvasElement.prototype.toBlob = (callback) => callback(null);
  });
  await page.getByRole('button', { name: words.save }).click();
  await expect(page.getByText(words.unsaved)).toBeVisible();
});

test(
  'a card is confirmed on its bank’s page, and the coins of that order are added',
  LONG,
  async ({ page, context, run }) => {
    const words = WALLET_WORDS.TH;
    const { member, orderId } = await order({ page, context, run, language: 'TH' });
    await payByCard({ page, language: 'TH' }, GOOD_CARD);
    await expect(page).toHaveURL(new RegExp(`${FLOW}/result\\?order=${orderId}$`));
    await expect(page.getByText(words.inWallet)).toBeVisible({ timeout: TOLD_MS });
    // A reload does not ask again.
    await page.reload();
    await expect(page.getByText(words.inWallet)).toBeVisible();
    expect(await orderOf(run, member, orderId)).toMatchObject({ status: 'paid', method: 'card' });
  },
);

test('a cancelled order cannot be paid at its old URL', LONG, async ({ page, context, run }) => {
  const visit = { page, context, run, language: 'EN' } as const;
  const { words, orderId } = await orderAndPay(visit, 'promptpay');
  await expect(codeOf(page, 'EN')).toBeVisible();
  await page.getByRole('button', { name: words.cancel }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.cancelSure }).click();
  await expect(page.getByRole('heading', { name: words.cancelled })).toBeVisible();
  await page.goto(`${FLOW}/qr?order=${orderId}`);
  await expect(page).toHaveURL(new RegExp(`${FLOW}/result\\?order=${orderId}$`));
  await expect(page.getByRole('heading', { name: words.cancelled })).toBeVisible();
});

test('an order of another member and an invalid URL are not found', async ({
  page,
  context,
  run,
  complaints,
}) => {
  complaints.forgive(/order_not_found/);
  const { orderId } = await order({ page, context, run, language: 'EN' });
  await openAs(page, context, run, { language: 'EN', path: `${FLOW}/qr?order=${orderId}` });
  await expect(page.getByRole('heading', { name: WALLET_WORDS.EN.missing })).toBeVisible();
  await page.goto(`${FLOW}/result?order=../../secret`);
  await expect(page.getByRole('heading', { name: WALLET_WORDS.EN.missing })).toBeVisible();
});
