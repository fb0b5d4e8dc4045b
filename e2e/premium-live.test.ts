import type { Locator, Page } from '@playwright/test';
import { openAs } from './support/account.ts';
import { setOn } from './support/database.ts';
import { callApi, type Fan } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { registerMember } from './support/new-member.ts';
import { PARTNER_MEMBERS, watchFromPartner } from './support/partner.ts';
import { untilPictureMoves } from './support/picture.ts';
import type { RunFile } from './support/start-stack.ts';
import { TOLD_MS } from './support/store.ts';
import { STORE_WORDS } from './support/store-words.ts';
import { openBrowser, prepare, SCREENS, stored } from './support/visit.ts';

const WORDS = {
  TH: {
    unlock: 'ปลดล็อก 99 เหรียญ',
    open: 'คุณปลดล็อกการถ่ายทอดสดนี้แล้ว',
    locked: 'การถ่ายทอดสดนี้ต้องใช้เหรียญหรือโค้ด',
    redeem: 'แลกโค้ด',
    code: 'โค้ด',
    send: 'แลกโค้ด',
    coinCode: 'ใช้โค้ดนี้เปิดดูถ่ายทอดสดไม่ได้',
  },
  EN: {
    unlock: 'Unlock for 99 coins',
    open: 'You have unlocked this live.',
    locked: 'This live needs coins or a redeem code.',
    short: 'Insufficient coins remaining.',
    topUp: 'Top up coins',
    onAccount: 'Buy on your partner’s account',
    back: 'Back to the live',
    box: 'Message',
  },
} as const;

/** Tonight's premium live, which the sample code unlocks. */
async function findPremium(run: RunFile) {
  const { data } = await callApi(run, null, 'GET /live', { query: { status: 'not_started' } });
  const live = data.find(({ access }) => access === 'premium');
  if (live === undefined) throw new Error('no premium live is coming');
  return live;
}

const pictureOf = (page: Page): Locator =>
  page.locator('main section').filter({ has: page.locator('video') });
const chatOf = (page: Page): Locator => page.getByRole('complementary');

const isUnlocked = async (fan: Fan, id: Awaited<ReturnType<typeof findPremium>>) =>
  (
    await fan.call('GET /live/{program_live_id}/mine', {
      params: { program_live_id: id.program_live_id },
    })
  ).data;

test.describe('on a phone in Thai', () => {
  test.use(SCREENS['a phone']);

  test('a code opens a premium live in place, together with its chat', async ({
    page,
    context,
    run,
  }) => {
    const words = WORDS.TH;
    const live = await findPremium(run);
    const path = `/live/${live.program_live_id}`;
    const fan = await openAs(page, context, run, { language: 'TH', path });
    await expect(chatOf(page).getByText(words.locked)).toBeVisible();
    await pictureOf(page).getByRole('button', { name: words.redeem }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('sawasdee');
    await dialog.getByRole('button', { name: words.send, exact: true }).click();
    await expect(dialog.getByText(words.coinCode)).toBeVisible();
    await dialog.getByRole('textbox').fill('ringside');
    await dialog.getByRole('button', { name: words.send, exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(pictureOf(page).getByText(words.open)).toBeVisible();
    await expect(chatOf(page).getByText(words.locked)).toBeHidden();
    await expect(chatOf(page).getByRole('textbox')).toBeVisible();
    expect(await isUnlocked(fan, live)).toEqual({ unlocked: true, via: 'code' });
  });
});

test.describe('on a desktop in English', () => {
  test.use(SCREENS['a desktop']);

  test('a fan with too few coins buys some, returns to the live and opens it once', async ({
    page,
    context,
    run,
  }) => {
    const words = WORDS.EN;
    const live = await findPremium(run);
    const path = `/live/${live.program_live_id}`;
    const fan = await openAs(page, context, run, { language: 'EN', path });
    const picture = pictureOf(page);
    await expect(picture.getByText(words.short)).toBeVisible();
    await picture.getByRole('button', { name: words.topUp }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('radio', { name: /^109/ }).check();
    await sheet.getByRole('button', { name: STORE_WORDS.EN.choosePay }).click();
    await sheet.getByRole('radio', { name: STORE_WORDS.EN.truemoney }).check();
    await sheet.getByRole('button', { name: STORE_WORDS.EN.pay }).click();
    // The provider's page leads back to the live, where the order continues.
    await page.waitForURL(/\/sandbox\/omise\//);
    await page.locator('button[value="approve"]').click();
    await sheet.getByRole('link', { name: words.back }).click({ timeout: TOLD_MS });
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(`${run.url}${path}`);
    await picture.getByRole('button', { name: words.unlock }).dblclick();
    await expect(picture.getByText(words.open)).toBeVisible();
    await expect(
      page.getByRole('banner').getByRole('link', { name: /Wallet: 10 coins/ }),
    ).toBeVisible();
    await expect(chatOf(page).getByRole('textbox', { name: words.box })).toBeVisible();
    expect(await isUnlocked(fan, live)).toEqual({ unlocked: true, via: 'coins' });
    await page.reload();
    await expect(picture.getByText(words.open)).toBeVisible();
  });
});

test('a live in progress is opened by a partner’s member with the partner’s coins and by a fan with a code, and both see it at once', async ({
  page,
  context,
  browser,
  run,
  complaints,
}) => {
  const live = await findPremium(run);
  const path = `/live/${live.program_live_id}`;
  await setOn(live.program_live_id, true);
  try {
    const words = WORDS.EN;
    await prepare(context, run, { language: 'EN' });
    await watchFromPartner(page, 'EN', PARTNER_MEMBERS.nara);
    await expect.poll(() => stored(page, 'PURCHASE_TOKEN')).not.toBeNull();
    await page.goto(path);
    await page.locator('video').evaluate((video) => video.setAttribute('data-before', ''));
    const picture = pictureOf(page);
    await expect(picture.getByText(words.locked)).toBeVisible();
    await picture.getByRole('button', { name: words.topUp }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByLabel('Another amount of coins')).toHaveCount(0);
    await sheet.getByRole('radio', { name: /^109/ }).check();
    await sheet.getByRole('button', { name: words.onAccount }).click();
    await sheet.getByRole('link', { name: words.back }).click({ timeout: TOLD_MS });
    expect(await stored(page, 'PURCHASE_TOKEN')).toBeNull();
    await picture.getByRole('button', { name: words.unlock }).click();
    await untilPictureMoves(page);
    await expect(page.locator('video[data-before]')).toBeVisible();
    await expect(chatOf(page).getByRole('textbox', { name: words.box })).toBeVisible();

    const fan = await registerMember(run);
    const phone = await openBrowser(browser, run, { language: 'TH', fan }, 'a phone');
    await complaints.watch(phone);
    await phone.goto(path);
    await expect(chatOf(phone).getByText(WORDS.TH.locked)).toBeVisible();
    await pictureOf(phone).getByRole('button', { name: WORDS.TH.redeem }).tap();
    const dialog = phone.getByRole('dialog');
    await dialog.getByRole('textbox').fill('ringside');
    await dialog.getByRole('button', { name: WORDS.TH.send, exact: true }).tap();
    await untilPictureMoves(phone);
    await expect(chatOf(phone).getByRole('textbox')).toBeVisible();
    await phone.context().close();
  } finally {
    await setOn(live.program_live_id, false);
  }
});
