import type { Locator, Page } from '@playwright/test';
import { openAs } from './support/account.ts';
import { type Fan, findLiveOn } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { registerMember } from './support/new-member.ts';
import { atProvider } from './support/payments.ts';
import type { RunFile } from './support/start-stack.ts';
import { TOLD_MS } from './support/store.ts';
import { STORE_WORDS } from './support/store-words.ts';
import { type Language, openBrowser, prepare, SCREENS, type Screen } from './support/visit.ts';

const WORDS = {
  TH: {
    chat: 'ข้อความในแชต',
    cheerRed: 'เชียร์มุมแดง',
    sent: 'เชียร์มุมแดง',
    supporters: 'กองเชียร์',
    corners: /^มุมแดง [\d,]+ เหรียญ$/,
    garland: /^พวงมาลัย/,
    cheer: /^ส่งเชียร์/,
    needCorner: 'กรุณาเลือกมุมก่อน',
    needGift: 'กรุณาเลือกของขวัญ',
    short: 'เหรียญไม่พอสำหรับของขวัญนี้',
    gift: 'ส่งของขวัญ',
    red: 'มุมแดง',
    topUp: 'เติมเหรียญ',
    receipt: 'ใบเสร็จ',
    leave: 'ออกจากการถ่ายทอดสดไหม',
    stay: 'ดูต่อ',
  },
  EN: {
    corners: /^Red corner: [\d,]+ coins$/,
    cheerRed: 'Cheer red',
    garland: /^Garland/,
    cheer: /^Cheer for/,
    balance: /^Wallet: ([\d,]+) coins$/,
    supporters: 'Supporters',
    rank: 'Your rank',
  },
} as const;

async function openLive(page: Page, run: RunFile): Promise<void> {
  await page.goto(`${run.url}/live/${(await findLiveOn(run)).program_live_id}`);
}

/** Returns the coins of the red corner from the bar on the page. */
const redOf = async (page: Page, language: Language): Promise<number> => {
  const label = await page
    .getByRole('img', { name: WORDS[language].corners })
    .getAttribute('aria-label');
  return Number(label?.replace(/\D/g, ''));
};

/** Gives a new member coins with the sample code, which every member may redeem once. */
async function withCoins(run: RunFile): Promise<Fan> {
  const fan = await registerMember(run);
  await fan.call('POST /redeem/useRedeem', {
    body: { code: 'SAWASDEE' },
    idempotencyKey: crypto.randomUUID(),
  });
  return fan;
}

const balanceOf = async (fan: Fan): Promise<number> =>
  (await fan.call('GET /auth/member/wallet', { query: { member_id: fan.memberId } })).data.balance;

const giftOf = (place: Page | Locator, name: RegExp): Locator =>
  place.getByRole('button', { name }).first();

/** Resolves once the effect of the fan's gift is shown. Checks every frame, because an effect lasts only a second. */
const untilOwnEffect = (page: Page, tier: 'rise' | 'storm') =>
  page.waitForFunction(
    (effect) => document.querySelector(`[data-own][data-gift-effect="${effect}"]`) !== null,
    tier,
  );

test.describe('on a desktop', () => {
  test.use({ ...SCREENS['a desktop'], isOnAir: false });

  test('another fan sees a gift in the chat, in the bar and among the supporters', async ({
    page,
    context,
    browser,
    run,
    complaints,
    enter,
  }) => {
    const fan = await withCoins(run);
    await prepare(context, run, { language: 'EN', fan });
    await openLive(page, run);
    const screen: Screen = 'a phone';
    const other = await openBrowser(browser, run, { language: 'TH', fan: await enter(3) }, screen);
    await complaints.watch(other);
    await openLive(other, run);
    const lines = other.getByRole('log', { name: WORDS.TH.chat });
    await expect(lines).toBeVisible();
    const before = await redOf(other, 'TH');

    const words = WORDS.EN;
    await page.getByRole('button', { name: words.cheerRed }).click();
    await giftOf(page, words.garland).click();
    await giftOf(page, words.garland).click();
    await giftOf(page, words.garland).click();
    await page.getByRole('button', { name: words.cheer }).click();

    await expect(lines.getByText('พวงมาลัย').last()).toBeVisible();
    await expect.poll(() => redOf(other, 'TH')).toBe(before + 3);
    await expect.poll(() => redOf(page, 'EN')).toBe(before + 3);
    await expect(
      page.getByRole('banner').getByRole('link', { name: words.balance }),
    ).toHaveAccessibleName('Wallet: 97 coins');
    expect(await balanceOf(fan)).toBe(97);

    await page.getByRole('tab', { name: words.supporters }).click();
    await expect(page.getByText(words.rank)).toBeVisible();
    await other.getByRole('tab', { name: WORDS.TH.supporters }).click();
    await expect(other.getByRole('listitem').filter({ hasText: 'น้ำค้าง' }).first()).toBeVisible();
    await other.context().close();
  });

  test('quick taps are added up and cost exactly their price', async ({ page, context, run }) => {
    const fan = await withCoins(run);
    await prepare(context, run, { language: 'EN', fan });
    await openLive(page, run);
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/gift/send')) calls += 1;
    });
    await page.getByRole('button', { name: WORDS.EN.cheerRed }).click();
    await giftOf(page, WORDS.EN.garland).click();
    const cheer = page.getByRole('button', { name: WORDS.EN.cheer });
    await cheer.evaluate((button: HTMLButtonElement) => {
      for (let tap = 0; tap < 12; tap += 1) button.click();
    });
    await expect.poll(() => balanceOf(fan)).toBe(88);
    await expect.poll(() => calls).toBe(2);
  });
});

test.describe('on a phone', () => {
  test.use(SCREENS['a phone']);

  test('the sheet names a missing choice, and coins are bought beside the playing video', async ({
    page,
    context,
    run,
  }) => {
    const words = WORDS.TH;
    const path = `/live/${(await findLiveOn(run)).program_live_id}`;
    const fan = await openAs(page, context, run, { language: 'TH', path });
    await page.getByRole('complementary').getByRole('button', { name: words.gift }).tap();
    const sheet = page.getByRole('dialog');
    const cheer = sheet.getByRole('button', { name: words.cheer });
    const alert = sheet.getByRole('alert');
    await cheer.tap();
    await expect(alert).toHaveText(words.needCorner);
    await sheet.getByText(words.red, { exact: true }).tap();
    await cheer.tap();
    await expect(alert).toHaveText(words.needGift);
    await giftOf(sheet, words.garland).tap();
    await cheer.tap();
    await expect(alert).toHaveText(words.short);

    await page.locator('video').evaluate((video) => video.setAttribute('data-before', ''));
    await sheet.getByRole('button', { name: words.topUp }).last().tap();
    await sheet.getByRole('radio', { name: /^39/ }).check();
    await sheet.getByRole('button', { name: STORE_WORDS.TH.choosePay }).tap();
    await sheet.getByRole('radio', { name: STORE_WORDS.TH.promptpay }).check();
    await sheet.getByRole('button', { name: STORE_WORDS.TH.pay }).tap();
    await expect(sheet.getByText('PromptPay', { exact: true })).toBeVisible();
    const { data: orders } = await fan.call('GET /order', { query: {} });
    await atProvider(run, orders[0]?.order_id ?? '', 'pay');
    // A link in the sheet would leave the live, so the page asks for confirmation.
    await sheet.getByRole('link', { name: words.receipt }).tap({ timeout: TOLD_MS });
    const question = page.getByRole('dialog', { name: words.leave });
    await question.getByRole('button', { name: words.stay }).tap();
    await expect(question).toBeHidden();
    await expect(page).toHaveURL(run.url + path);
    await expect(page.locator('video[data-before]')).toBeVisible();
    // The sheet still has the earlier choice.
    await cheer.tap();
    await expect.poll(() => balanceOf(fan)).toBe(38);
  });

  test('a gift shows at the press, and a great one is sent by holding its button or by a dialog', async ({
    page,
    context,
    run,
    enter,
  }) => {
    const fan = await enter(4);
    const before = await balanceOf(fan);
    await prepare(context, run, { language: 'EN', fan });
    await openLive(page, run);
    await page.getByRole('button', { name: WORDS.EN.cheerRed }).tap();
    const sheet = page.getByRole('dialog');
    await giftOf(sheet, WORDS.EN.garland).tap();

    // The effect appears before the response.
    const answer = Promise.withResolvers<void>();
    await page.route('**/gift/send', async (route) => {
      await answer.promise;
      await route.continue();
    });
    const rise = untilOwnEffect(page, 'rise');
    await sheet.getByRole('button', { name: WORDS.EN.cheer }).tap();
    await rise;
    answer.resolve();
    await expect.poll(() => balanceOf(fan)).toBe(before - 1);
    await page.unroute('**/gift/send');
    // The event of the same gift does not show the effect again.
    await expect(page.locator('[data-gift-effect="rise"]')).toHaveCount(0);

    await sheet.getByRole('button', { name: / 399 coins$/ }).tap();
    const hold = sheet.getByRole('button', { name: /^Hold to send/ });
    await hold.tap();
    expect(await balanceOf(fan)).toBe(before - 1);
    await hold.hover();
    const storm = untilOwnEffect(page, 'storm');
    await page.mouse.down();
    await storm;
    await page.mouse.up();
    await expect.poll(() => balanceOf(fan)).toBe(before - 400);
    await expect(page.locator('[data-own]')).toHaveCount(0);

    await hold.press('Enter');
    await page.getByRole('button', { name: 'Send for 399 coins' }).tap();
    await expect.poll(() => balanceOf(fan)).toBe(before - 799);
  });
});
