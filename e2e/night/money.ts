import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { orderIn, orderOf, purchase, slipOf } from '../support/payments.ts';
import { currentDataDir } from '../support/start-stack.ts';
import { chooseMethod, chooseSlip, TOLD_MS } from '../support/store.ts';
import { STORE_WORDS } from '../support/store-words.ts';
import { untilAlive } from '../support/visit.ts';
import { consoleWords, wordsOf } from '../support/words.ts';
import { balanceOf, type Fans, type Viewer } from './fans.ts';
import { expect, type Night } from './site.ts';
import type { Crew } from './staff.ts';

const WORDS = consoleWords({
  used: 'Reference used before',
  paidAlready: 'This transfer has already paid for coins',
  noSlip: 'No slip waits',
  received: 'Received',
  sold: 'Coins sold',
  granted: 'Coins granted',
  held: 'Coins held',
  returned: 'Coins returned',
  earned: 'Coins earned',
  balances: 'The ledger balances',
  matches: 'Every order matches its payments',
});
const FAN_WORDS = wordsOf({
  rejected: 'The slip could not be confirmed. Please send the right one, or contact the admin.',
});

const root = join(import.meta.dirname, '../..');
/** The bank's reference of a transfer that two fans claim as theirs. */
const REFERENCE = 'NIGHT20261123000001';
/** Package 6: 500 coins and 10 bonus coins for ฿500.00. */
const PACKAGE = { path: '/wallet/6', satang: 50_000, coins: 510 } as const;

/** Sum of the two paid orders: ฿500.00 by slip and ฿300.00 by PromptPay. */
const RECEIVED_BAHT = 800;

/** Orders coins by bank transfer and sends a slip with the reference. */
async function sendSlip({ run, language }: Night, { page, member }: Viewer): Promise<void> {
  const words = STORE_WORDS[language];
  await page.goto(PACKAGE.path);
  await untilAlive(page);
  await page.getByRole('button', { name: words.choosePay }).click();
  await page.waitForURL(/\/wallet\/payment-options\?order=/);
  const orderId = orderIn(page.url());
  await chooseMethod({ page, context: page.context(), run, language }, 'bankTransfer');
  await page.getByRole('button', { name: words.pay }).click();
  const { number } = await orderOf(run, member, orderId);
  const slip = await slipOf(run, { number, satang: PACKAGE.satang, reference: REFERENCE });
  await chooseSlip(page, words, slip);
  await page.getByRole('button', { name: words.send, exact: true }).click();
  await expect(page.getByText(words.verification)).toBeVisible();
}

/** Two fans send slips of one transfer. The owner approves the first slip and rejects the duplicate. */
export async function checkSlips(night: Night, { owner }: Crew, fans: Fans): Promise<void> {
  const { run, language } = night;
  const words = WORDS[language];
  await sendSlip(night, fans.red);
  await sendSlip(night, fans.cheat);
  await owner.goto('/console/money/slips');
  await expect(owner.getByText(words.used).first()).toBeVisible();
  await owner.keyboard.press('a');
  await expect(fans.red.page.getByText(STORE_WORDS[language].inWallet)).toBeVisible({
    timeout: TOLD_MS,
  });
  await expect(owner.getByText(words.paidAlready)).toBeVisible();
  await owner.keyboard.press('x');
  await expect(owner.getByText(words.noSlip)).toBeVisible();
  await expect(fans.cheat.page.getByText(FAN_WORDS[language].rejected)).toBeVisible({
    timeout: TOLD_MS,
  });
  expect(await balanceOf(fans.red)).toBe(PACKAGE.coins);
  expect(await balanceOf(fans.cheat)).toBe(0);
  await purchase(run, fans.blue.member);
}

const numberIn = (text: string): number => Number(text.replace(/[^\d.-]/g, ''));

/** Runs `npm run ledger:check` and returns the coins of every account. */
async function checkLedger(): Promise<ReadonlyMap<string, number>> {
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/ledger/ledger-check.ts'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: currentDataDir() },
  });
  const rows = [...stdout.matchAll(/^ {2}(\S+) +(-?[\d,]+)$/gm)];
  return new Map(rows.map(([, name = '', coins = '']) => [name, numberIn(coins)]));
}

/** Returns a figure of the daily report. */
const figureOf = async (page: Page, label: string): Promise<number> =>
  numberIn(
    await page
      .getByText(label, { exact: true })
      .locator('xpath=self::span/following-sibling::strong')
      .innerText(),
  );

/** Coins of the gifts of the evening. */
interface GiftCoins {
  readonly held: number;
  readonly returned: number;
  readonly earned: number;
}

/** Compares the daily report with the ledger, the fans' wallets and the amounts that the journey spent. */
export async function checkReport(
  { language }: Night,
  { owner }: Crew,
  { fans, coins }: { readonly fans: Fans; readonly coins: GiftCoins },
): Promise<void> {
  const words = WORDS[language];
  const ledger = await checkLedger();
  const balance = (account: string): number => ledger.get(account) ?? 0;
  await owner.goto('/console/money/reports');
  await expect(owner.getByText(words.balances)).toBeVisible();
  await expect(owner.getByText(words.matches)).toBeVisible();
  const report = {
    received: await figureOf(owner, words.received),
    sold: await figureOf(owner, words.sold),
    granted: await figureOf(owner, words.granted),
    held: await figureOf(owner, words.held),
    returned: await figureOf(owner, words.returned),
    earned: await figureOf(owner, words.earned),
  };
  expect(report).toEqual({
    received: RECEIVED_BAHT,
    sold: -balance('sold'),
    granted: -balance('granted'),
    held: coins.held,
    returned: coins.returned,
    earned: balance('revenue:gifts'),
  });
  expect(report.earned).toBe(coins.earned);
  expect(report.held).toBe(report.returned + report.earned + balance('escrows'));
  const wallets = (await balanceOf(fans.red)) + (await balanceOf(fans.blue));
  expect(wallets).toBe(balance('members'));
  expect(wallets).toBe(report.sold + report.granted - report.earned);
}
