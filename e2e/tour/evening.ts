import type { Locator, Page } from '@playwright/test';
import { enterOtp, field, press } from '../support/entrance.ts';
import { ENTRANCE_WORDS } from '../support/entrance-words.ts';
import { callApi, findLiveOn } from '../support/fan.ts';
import { expect } from '../support/journey.ts';
import { atProvider, orderIn } from '../support/payments.ts';
import { fillDetails, fillPasswords } from '../support/sign-up-form.ts';
import { STORE_WORDS } from '../support/store-words.ts';
import { untilAlive } from '../support/visit.ts';
import type { Walker } from './walker.ts';
import { TOUR_WORDS } from './words.ts';

/** The package of 500 coins and 10 bonus coins. */
const PACKAGE = 6;
/** Playback time that a screenshot of a video needs. */
const WATCHED_S = 2;
const LINES = { TH: 'สู้ ๆ น้ำเงิน!', EN: 'Come on, blue!' } as const;

const livePath = async ({ run }: Walker): Promise<string> =>
  `/live/${(await findLiveOn(run)).program_live_id}`;

async function open({ page }: Walker, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('main')).toBeVisible();
}

const untilVideoPlays = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    (watchedS) => (document.querySelector('video')?.currentTime ?? 0) > watchedS,
    WATCHED_S,
    { timeout: 120_000 },
  );

/** A visitor looks around: home, the programme, tonight's card, a fighter, the replays. */
export async function lookAround(walker: Walker): Promise<void> {
  const { run, page } = walker;
  await open(walker, '/');
  await untilAlive(page);
  await walker.picture('home-as-a-visitor');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2));
  await walker.picture('home-further-down');
  await open(walker, '/program');
  await walker.picture('programme');
  const { matches } = await findLiveOn(run);
  await open(walker, `/history/boxer_detail?id=${matches[0]?.red.fighter_id ?? ''}`);
  await walker.picture('fighter');
  await open(walker, await livePath(walker));
  await walker.picture('live-as-a-visitor');
}

/** The visitor registers by phone, and the site leads back to the live. */
export async function register(walker: Walker): Promise<void> {
  const { page, run, language, phone, password } = walker;
  const words = ENTRANCE_WORDS[language];
  await page.getByRole('main').getByRole('link', { name: words.register, exact: true }).click();
  await field(page, words.phone).fill(phone);
  await walker.picture('sign-up-phone');
  await press(page, words.sendOtp);
  await expect(field(page, words.otp)).toBeVisible();
  await walker.picture('sign-up-otp');
  await enterOtp(page, run, words, phone);
  await expect(field(page, words.firstName)).toBeVisible();
  await fillDetails(page, words);
  await fillPasswords(page, words, password);
  await page.getByRole('checkbox', { name: words.consent }).check();
  await walker.picture('sign-up-details');
  await press(page, words.register);
  await page.waitForURL(`${run.url}${await livePath(walker)}`);
  await untilVideoPlays(page);
  await walker.picture('live-as-a-member');
}

/** The member buys coins by PromptPay. */
export async function buyCoins(walker: Walker): Promise<void> {
  const { page, run, language, isPhone } = walker;
  const words = STORE_WORDS[language];
  await open(walker, '/wallet');
  await untilAlive(page);
  await walker.picture('store');
  await open(walker, `/wallet/${PACKAGE}`);
  await page.getByRole('button', { name: words.choosePay }).click();
  await page.waitForURL(/\?order=/);
  const orderId = orderIn(page.url());
  await page.getByRole('radio', { name: words.promptpay }).check();
  await walker.picture('ways-to-pay');
  if (!isPhone) await page.getByRole('button', { name: words.goOn, exact: true }).click();
  await page.getByRole('button', { name: words.pay }).click();
  await expect(page.getByText('PromptPay', { exact: true }).first()).toBeVisible();
  await walker.picture('promptpay');
  await atProvider(run, orderId, 'pay');
  await expect(page.getByRole('heading', { name: words.received })).toBeVisible();
  await walker.picture('paid');
}

/** The member predicts the next card and follows a fighter of a coming bout. */
export async function predictAndFollow(walker: Walker): Promise<void> {
  const { page, run, language } = walker;
  const words = TOUR_WORDS[language];
  await open(walker, '/predict');
  const bouts = page.locator('main ol > li');
  await expect(bouts.first()).toBeVisible();
  for (const bout of await bouts.all()) {
    await bout.getByRole('radio', { name: words.red }).check();
  }
  await walker.picture('prediction-sheet');
  await page.getByRole('button', { name: words.confirmSheet, exact: true }).click();
  await expect(page.getByText(words.confirmed)).toBeVisible();
  await walker.picture('prediction-confirmed');
  const { data: cards } = await callApi(run, null, 'GET /program', { query: {} });
  const bout = cards.flatMap(({ matches }) => matches).find(({ result }) => result === null);
  await open(walker, `/history/boxer_detail?id=${bout?.red.fighter_id ?? ''}`);
  await page.getByRole('button', { name: words.follow }).click();
  await expect(page.getByRole('button', { name: words.following })).toBeVisible();
  await walker.picture('following-a-fighter');
}

/** The member chats and cheers for the blue corner of the bout that is on. */
export async function cheer(walker: Walker): Promise<void> {
  const { page, language, isPhone } = walker;
  const words = TOUR_WORDS[language];
  await open(walker, await livePath(walker));
  await untilVideoPlays(page);
  const chat = page.getByRole('complementary').filter({ has: page.locator('form') });
  await chat.getByRole('textbox', { name: words.message }).fill(LINES[language]);
  await chat.getByRole('button', { name: words.send, exact: true }).click();
  await expect(chat.getByText(LINES[language]).last()).toBeVisible();
  await walker.picture('chat');
  const sheet: Locator = isPhone ? page.getByRole('dialog') : page.getByRole('main');
  if (isPhone) {
    await page.getByRole('complementary').getByRole('button', { name: words.sendGift }).click();
    await sheet.getByText(words.blue, { exact: true }).click();
  } else {
    await page.getByRole('button', { name: words.cheerBlue }).click();
  }
  await page.getByRole('button', { name: words.flask }).first().click();
  await walker.picture('gift-chosen');
  await page.getByRole('button', { name: words.cheer }).click();
  if (isPhone) await page.keyboard.press('Escape');
  await expect(chat.getByText(words.flask).or(chat.getByText(words.blue)).last()).toBeVisible();
  await walker.picture('gift-sent');
}

/** The bout is decided against the member's corner: the result, and the coins that are back. */
export async function seeResult(walker: Walker): Promise<void> {
  const { page, language } = walker;
  const words = TOUR_WORDS[language];
  const moment = page.getByRole('region', { name: words.result, exact: true });
  await expect(moment).toBeVisible();
  await walker.picture('result');
  // On a phone the result covers the chat and the tabs, on a desktop it covers nothing.
  const back = moment.getByRole('button', { name: words.backToChat });
  if (await back.isVisible()) {
    await back.click();
    await expect(moment).toBeHidden();
  }
  await page.getByRole('tab', { name: words.supporters }).click();
  await walker.picture('supporters');
}

/** The morning after: the coins that came back, the notices, home, and the replay of an earlier evening. */
export async function lookBack(walker: Walker): Promise<void> {
  const { page, run } = walker;
  await open(walker, '/profile/coin-history');
  await untilAlive(page);
  await walker.picture('coin-history');
  await open(walker, '/profile');
  await untilAlive(page);
  await walker.picture('profile-and-notices');
  await open(walker, '/');
  await untilAlive(page);
  await walker.picture('home-as-a-member');
  await open(walker, '/replays');
  await walker.picture('replays');
  const { data } = await callApi(run, null, 'GET /replay', { query: {} });
  await open(walker, `/live/${data[0]?.program_live_id ?? ''}`);
  await untilVideoPlays(page);
  await walker.picture('replay');
}
