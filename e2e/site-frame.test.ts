import type { Page } from '@playwright/test';
import { findBarriers } from './support/accessibility.ts';
import { expect, test } from './support/journey.ts';
import { prepare, SCREENS, untilAlive, visit } from './support/visit.ts';

const BAR_PX = 80;
const PAGE_PX = 1300;
const BARE_PATHS = ['/program', '/history', '/history/boxer_detail', '/liveExternal', '/banuser'];

const bar = (page: Page) => page.getByRole('banner');
const footer = (page: Page) => page.getByRole('contentinfo');
const hrefs = (links: readonly Element[]) => links.map((link) => link.getAttribute('href'));

test.describe('on a desktop', () => {
  test.use(SCREENS['a desktop']);

  test('the bar links to every section, footer and contact are shown, and a switch of language keeps typed text', async ({
    page,
    run,
  }) => {
    await visit(page, run, '/sign-in', { language: 'EN' });
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const places = [
      'Live',
      'Replays',
      'News',
      'Highlights',
      'Program',
      'Fighter',
      'Game',
      'Download',
    ];
    await expect(menu.locator('> ul > li')).toHaveText(
      places.map((place) => new RegExp(`^${place}`)),
    );
    expect(await menu.locator('> ul > li > a').evaluateAll(hrefs)).toEqual([
      '/live',
      '/replays',
      '/program',
      '/history',
      '/predict',
      expect.stringMatching(/^https:\/\/play\.google\.com\//),
    ]);
    await menu.getByRole('button', { name: 'News' }).click();
    await expect(menu.getByRole('link', { name: 'Articles' })).toHaveAttribute('target', '_blank');
    await menu.getByRole('button', { name: 'Highlights' }).click();
    await expect(menu.getByRole('link', { name: 'Articles' })).toBeHidden();
    await expect(menu.getByRole('list', { name: 'Fighters' }).getByRole('link')).toHaveCount(4);
    const promotions = menu.getByRole('list', { name: 'Promotions' }).getByRole('link');
    await expect(promotions.first()).toHaveAttribute('href', /\/sandbox\/news\/highlights\//);
    await expect(menu.getByRole('link', { name: 'Test', exact: true })).toBeVisible();

    await expect(bar(page).getByRole('link', { name: 'Sangwian', exact: true })).toHaveAttribute(
      'href',
      '/',
    );
    await expect(bar(page).getByRole('link', { name: 'Log in to top up coins' })).toHaveAttribute(
      'href',
      '/wallet',
    );
    expect((await bar(page).boundingBox())?.height).toBeCloseTo(BAR_PX, 0);
    expect((await page.locator('main').boundingBox())?.width).toBe(PAGE_PX);

    await expect(footer(page)).toContainText('© Sangwian · V1.13.3');
    const footerLinks = await footer(page).getByRole('link').evaluateAll(hrefs);
    expect(footerLinks).toEqual(expect.arrayContaining(['/terms', '/privacy-policy']));
    expect(footerLinks.join()).toMatch(/apps\.apple\.com.*play\.google\.com/);

    const contact = page.getByRole('complementary', { name: 'Contact Admin' });
    await contact.getByRole('button').hover();
    await expect(contact.locator('button span')).toHaveCSS('opacity', '1');
    await expect(contact.locator('button span')).toHaveText('Contact Admin');
    await contact.getByRole('button').click();
    await expect(contact.getByText('Support by chat is available 24 hours.')).toBeVisible();
    await expect(contact.getByRole('link')).toHaveAttribute('href', /^https:/);

    const phone = page.getByRole('main').locator('input[type="tel"]');
    await phone.fill('0812345678');
    await bar(page).getByRole('button', { name: 'Language: EN' }).click();
    await bar(page).getByRole('button', { name: 'TH ไทย' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('เข้าสู่ระบบ');
    await expect(phone).toHaveValue('081 234 5678');
    await expect(page).toHaveURL(`${run.url}/sign-in`);
  });

  test('a signed-in member has coins, name and id in the bar, and the app is offered by a QR code', async ({
    page,
    run,
    context,
    enter,
  }) => {
    // No other test revokes the sessions of this fan.
    const fan = await enter(8);
    const { data } = await fan.call('GET /auth/member/profile', {
      query: { member_id: fan.memberId },
    });
    await prepare(context, run, { language: 'EN', fan });
    await page.goto('/app');
    const account = bar(page).getByRole('button', { name: /^Account/ });
    await expect(account).toContainText(data.member_fname);
    await expect(account).toHaveAccessibleName(
      new RegExp(`^Account ${data.member_fname} ID ${fan.memberId}$`),
    );
    const id = account.getByTitle(fan.memberId);
    const isCut = () => id.evaluate((text) => text.scrollWidth > text.clientWidth);
    const lines = [fan.memberId.slice(0, 18), fan.memberId.slice(18)];
    const short = id.getByText(`…${fan.memberId.slice(-4)}`);
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const line of lines) {
        await expect(id.getByText(line, { exact: true })).toBeInViewport({ ratio: 1 });
      }
      await expect(short).toBeHidden();
      expect(await isCut(), `cut at ${width} px`).toBe(false);
    }
    await expect(account.locator('img, svg').first()).toBeVisible();
    await expect(bar(page).getByRole('link', { name: /^Wallet: .* coins$/ })).toHaveAttribute(
      'href',
      '/wallet',
    );
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The ring in your hand');
    await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
    await expect(page.getByText('operating-system fees')).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    await account.click();
    await expect(
      bar(page)
        .getByRole('button', { name: /Copy member ID/ })
        .getByText(fan.memberId),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    // On a phone, the bar also shows both the name and the id.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(account.getByText(data.member_fname, { exact: true })).toBeInViewport({
      ratio: 1,
    });
    await expect(short).toBeInViewport({ ratio: 1 });
    await expect(id.getByText(lines[0] ?? '', { exact: true })).toBeHidden();
    expect(await isCut()).toBe(false);
  });
});

test.describe('on a phone', () => {
  test.use(SCREENS['a phone']);

  test('the scroll position is kept through hydration', async ({ page, context, run }) => {
    await prepare(context, run, { language: 'EN' });
    const script = Promise.withResolvers<void>();
    await page.route(/entry-client/, async (route) => {
      await script.promise;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await footer(page).waitFor();
    // Content that loads later would move the page, and the browser would adjust the scroll position.
    await expect(page.locator('template[id^="B:"]')).toHaveCount(0);
    await page.evaluate(() => window.scrollTo(0, 700));
    const region = page.getByRole('region', { name: 'Up next' });
    const topOf = () => region.evaluate((element) => element.getBoundingClientRect().top);
    const before = await topOf();
    script.resolve();
    await untilAlive(page);
    // The row of replays may arrive above, and the browser then moves the scroll position with the content.
    expect(Math.abs((await topOf()) - before)).toBeLessThan(1);
  });

  test('the side menu has every link, without the game in external mode, and leads a phone to its app store', async ({
    page,
    run,
  }) => {
    await visit(page, run, '/sign-in', { language: 'TH' });
    const burger = bar(page).getByRole('button', { name: 'เมนู', exact: true });
    const menu = page.getByRole('dialog', { name: 'เมนู' });
    const game = menu.getByRole('link', { name: 'เกมทายผล' });
    await burger.click();
    await expect(game).toBeVisible();
    await menu.getByText('ไฮไลต์', { exact: true }).click();
    await expect(menu.getByRole('link', { name: 'ทดสอบ' })).toBeVisible();
    await expect(menu.getByRole('button', { name: 'English' })).toBeVisible();
    await expect(menu.getByText('ติดต่อแอดมิน')).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(burger).toBeFocused();

    await page.evaluate(() => localStorage.setItem('external', 'true'));
    await page.reload();
    await untilAlive(page);
    await burger.click();
    await expect(menu.getByRole('link', { name: 'โปรแกรม' })).toBeVisible();
    await expect(game).toHaveCount(0);
    await expect(page.locator('a[href="/predict"]')).toHaveCount(0);
    await page.goto('/predict');
    await expect(page.getByRole('heading', { name: 'เกมทายผลไม่เปิดให้เล่นจากช่องทางนี้' })).toBeVisible();
    await expect(page.locator('a[href^="/predict"]')).toHaveCount(0);

    await page.route(/play\.google\.com/, (route) => route.fulfill({ body: 'the store' }));
    await page.goto('/download');
    await expect(page).toHaveURL(/^https:\/\/play\.google\.com\//);
  });
});

test.describe('as the server renders it', () => {
  test.use({ javaScriptEnabled: false });

  test('five routes have neither bar nor footer, and the policies have logo and footer alone', async ({
    page,
    run,
    context,
  }) => {
    await prepare(context, run, { language: 'EN' });
    for (const path of BARE_PATHS) {
      await page.goto(path);
      await expect(page.getByRole('navigation', { name: 'Page navigation' })).toBeVisible();
      await expect(bar(page)).toHaveCount(0);
      await expect(footer(page)).toHaveCount(0);
    }
    for (const path of ['/terms', '/rules-guess-game']) {
      await page.goto(path);
      await expect(bar(page).getByRole('link')).toHaveText(['Sangwian']);
      await expect(bar(page).getByRole('button')).toHaveCount(0);
      await expect(footer(page)).toBeVisible();
      await expect(page.getByRole('complementary')).toHaveCount(0);
    }
  });

  test('a blank page has no frame, and the bare players fill the width of the screen', async ({
    page,
    run,
    context,
  }) => {
    await prepare(context, run, { language: 'TH' });
    const width = 1440;
    await page.setViewportSize({ width, height: 900 });
    for (const [path, mainPx] of [
      ['/redirect', PAGE_PX],
      ['/sync-member', PAGE_PX],
      ['/stream', width],
      ['/streamwebrtc', width],
    ] as const) {
      await page.goto(path);
      for (const part of [bar(page), footer(page), page.getByRole('complementary')]) {
        await expect(part, path).toHaveCount(0);
      }
      expect((await page.locator('main').boundingBox())?.width, path).toBe(mainPx);
    }
  });
});
