import type { BrowserContext, Page } from '@playwright/test';
import { openAs } from './account.ts';
import { expect } from './journey.ts';
import type { NewMember } from './new-member.ts';
import { orderIn } from './payments.ts';
import type { RunFile } from './start-stack.ts';
import { STORE_WORDS, type StoreWords } from './store-words.ts';
import type { Language } from './visit.ts';

/** A webhook has to come, be believed, and be told. */
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

/** A new member takes package 6 (500 coins, 10 bonus, ฿500.00) by its address, and comes to the methods. */
export async function orderCoins(shopper: Shopper): Promise<{
  readonly member: NewMember;
  readonly orderId: string;
}> {
  const { page, context, run, language } = shopper;
  const member = await openAs(page, context, run, { language, path: '/wallet/6' });
  await page.getByRole('button', { name: STORE_WORDS[language].choosePay }).click();
  await page.waitForURL(/\/wallet\/payment-options\?order=/);
  return { member, orderId: orderIn(page.url()) };
}

/** Chooses a method that needs nothing more, and comes to the confirmation. */
export async function chooseMethod({ page, language }: Shopper, method: Method): Promise<void> {
  const words = STORE_WORDS[language];
  await page.getByRole('radio', { name: words[method] }).check();
  await page.getByRole('button', { name: words.goOn, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: words.confirm })).toBeVisible();
}

/** Types a card of the provider's test mode, without sending it. */
export async function typeCard(page: Page, words: StoreWords, number: string): Promise<void> {
  await page.getByRole('radio', { name: words.card }).check();
  await page.getByLabel(words.number).fill(number);
  await page.getByLabel(words.expiry, { exact: true }).fill('1230');
  await page.getByLabel(words.code).fill('123');
  await page.getByLabel(words.name).fill('NAMKHANG JAIDEE');
}

/** The bank's page asks for the one-time password, which the sandbox writes beside the field. */
export async function approveCard(page: Page): Promise<void> {
  await page.waitForURL(/\/sandbox\/omise\//);
  await page.getByRole('textbox').fill('123456');
  await page.locator('button[value="approve"]').click();
}
