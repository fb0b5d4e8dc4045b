import type { BrowserContext, Page } from '@playwright/test';
import { openAs } from './account.ts';
import { expect } from './journey.ts';
import type { NewMember } from './new-member.ts';
import { orderIn } from './payments.ts';
import type { RunFile } from './start-stack.ts';
import { STORE_WORDS, type StoreWords } from './store-words.ts';
import type { Language } from './visit.ts';

/** Time for a webhook to arrive, be verified and update the page. */
export const TOLD_MS = 20_000;

export interface Shopper {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly run: RunFile;
  readonly language: Language;
}

type Method =
  | 'card'
  | 'promptpay'
  | 'promptpaySlip'
  | 'truemoney'
  | 'alipay'
  | 'wechat'
  | 'bankTransfer'
  | 'paypal';

interface Purchase {
  readonly shopper: Shopper;
  readonly words: StoreWords;
  readonly member: NewMember;
  readonly orderId: string;
}

/** Orders package 6 (500 coins, 10 bonus, ฿500.00) as a new member and opens the payment methods. */
export async function orderCoins(shopper: Shopper): Promise<Purchase> {
  const { page, context, run, language } = shopper;
  const words = STORE_WORDS[language];
  const member = await openAs(page, context, run, { language, path: '/wallet/6' });
  await page.getByRole('button', { name: words.choosePay }).click();
  await page.waitForURL(/\/wallet\/payment-options\?order=/);
  return { shopper, words, member, orderId: orderIn(page.url()) };
}

/** Chooses a payment method that needs no further input and opens the confirmation. */
export async function chooseMethod({ page, language }: Shopper, method: Method): Promise<void> {
  const words = STORE_WORDS[language];
  await page.getByRole('radio', { name: words[method] }).check();
  await page.getByRole('button', { name: words.goOn, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: words.confirm })).toBeVisible();
}

type Answer = 'approve' | 'decline' | 'cancel';

/** Waits for the provider's page and chooses an outcome there. */
export async function answerAt(
  page: Page,
  provider: 'omise' | 'paypal',
  answer: Answer,
): Promise<void> {
  await page.waitForURL(new RegExp(`/sandbox/${provider}/`));
  await page.locator(`button[value="${answer}"]`).click();
}

/** Confirms the order and chooses an outcome on the provider's page. */
export async function payAt(
  { page, language }: Shopper,
  provider: 'omise' | 'paypal',
  answer: Answer,
): Promise<void> {
  await page.getByRole('button', { name: STORE_WORDS[language].pay }).click();
  await answerAt(page, provider, answer);
}

/** Expects the page to show the outcome of the payment without a reload. */
export const expectTold = (page: Page, heading: string): Promise<void> =>
  expect(page.getByRole('heading', { name: heading })).toBeVisible({ timeout: TOLD_MS });

/** Opens the slip form of a transfer and chooses an image. */
export async function chooseSlip(page: Page, words: StoreWords, slip: Buffer): Promise<void> {
  await page.getByRole('link', { name: words.sendSlip }).click();
  const input = page.locator('input[type="file"]').first();
  await input.setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: slip });
}

/** Types a card of the provider's test mode without submitting it. */
export async function typeCard(page: Page, words: StoreWords, number: string): Promise<void> {
  await page.getByRole('radio', { name: words.card }).check();
  await page.getByLabel(words.number).fill(number);
  await page.getByLabel(words.expiry, { exact: true }).fill('1230');
  await page.getByLabel(words.code).fill('123');
  await page.getByLabel(words.name).fill('NAMKHANG JAIDEE');
}

/** Approves a card payment on the bank's page with the sandbox's one-time password. */
export async function approveCard(page: Page): Promise<void> {
  await page.waitForURL(/\/sandbox\/omise\//);
  await page.getByRole('textbox').fill('123456');
  await answerAt(page, 'omise', 'approve');
}
