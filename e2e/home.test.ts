import { openBehind } from './support/behind.ts';
import { findLiveOn } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { untilPictureMoves } from './support/picture.ts';
import { countShifts, shiftsOf } from './support/steadiness.ts';
import {
  LANGUAGES,
  longIf,
  prepare,
  SCREENS,
  type Screen,
  stored,
  untilAlive,
  visit,
} from './support/visit.ts';

const WORDS = {
  TH: {
    lang: 'th',
    locale: 'th_TH',
    query: '',
    heading: 'มวยไทยถ่ายทอดสด',
    title: /^สังเวียน/,
    missing: 'ไม่พบหน้านี้',
    home: 'กลับหน้าแรก',
    close: 'ปิด',
    ejected: 'การรับชมสดสิ้นสุดลง เพราะบัญชีเดียวกันกำลังรับชมจากอุปกรณ์อื่น',
  },
  EN: {
    lang: 'en',
    locale: 'en_US',
    query: '?lang=en',
    heading: 'Muay Thai, live',
    title: /^Sangwian/,
    missing: 'This page could not be found',
    home: 'Back to home',
    close: 'Close',
    ejected: 'The live session ended because the same account is watching from another device.',
  },
} as const;

for (const language of LANGUAGES) {
  const words = WORDS[language];
  const languageKey = language === 'TH' ? 'th' : 'en';

  test.describe(`without scripts, in ${language}`, longIf(language === 'EN'), () => {
    test.use({ javaScriptEnabled: false });

    test('the home page lists the lives and describes itself', async ({ page, run, context }) => {
      await context.addCookies([{ name: 'language', value: language, url: run.url }]);
      const live = await findLiveOn(run);
      await page.goto('/');
      await expect(page.locator('html')).toHaveAttribute('lang', words.lang);
      await expect(page).toHaveTitle(words.title);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.heading);
      const feature = page.locator(`a[href="/live/${live.program_live_id}"]`).first();
      await expect(feature).toBeVisible();
      await expect(feature).toContainText(live.headline?.red.name[languageKey] ?? 'no headline');
      await expect(feature).toContainText(live.headline?.blue.name[languageKey] ?? 'no headline');
      expect(await page.locator('a[href^="/live/"]').count()).toBeGreaterThan(3);

      const head = page.locator('head');
      const property = (name: string) => head.locator(`meta[property="og:${name}"]`);
      await expect(head.locator('meta[name="description"]')).toHaveAttribute('content', /\S{4}/);
      await expect(property('title')).toHaveAttribute('content', words.title);
      await expect(property('locale')).toHaveAttribute('content', words.locale);
      const address = `${run.url}/${words.query}`;
      await expect(property('url')).toHaveAttribute('content', address);
      await expect(head.locator('link[rel="canonical"]')).toHaveAttribute('href', address);
      const image = await page.request.get((await property('image').getAttribute('content')) ?? '');
      expect(image.headers()['content-type']).toMatch(/^image\/(jpeg|png)$/);
      for (const { lang } of Object.values(WORDS)) {
        const link = head.locator(`link[rel="alternate"][hreflang="${lang}"]`);
        // A crawler sends no language.
        const other = await fetch((await link.getAttribute('href')) ?? '');
        expect(await other.text()).toContain(`<html lang="${lang}"`);
      }
    });

    test('the page of a live names the bout for link previews', async ({ page, run, context }) => {
      await context.addCookies([{ name: 'language', value: language, url: run.url }]);
      const live = await findLiveOn(run);
      const shown = live.matches.find(
        ({ match_live_id }) => match_live_id === live.current_match_live_id,
      );
      const bout = shown ?? live.headline;
      await page.goto(`/live/${live.program_live_id}`);
      await expect(page.locator('html')).toHaveAttribute('lang', words.lang);
      for (const name of [bout?.red.name[languageKey], bout?.blue.name[languageKey]]) {
        expect(await page.title()).toContain(name);
        await expect(page.locator('meta[property="og:title"]')).toHaveAttribute(
          'content',
          new RegExp(name ?? 'no bout'),
        );
      }
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
        'href',
        `${run.url}/live/${live.program_live_id}${words.query}`,
      );
    });
  });

  for (const [screen, options] of Object.entries(SCREENS) as [Screen, object][]) {
    test.describe(`in ${language} on ${screen}`, () => {
      test.use(options);

      test(
        'home hydrates without an error and does not shift',
        longIf(language !== 'TH' || screen !== 'a phone'),
        async ({ page, run }) => {
          await countShifts(page);
          await visit(page, run, '/', { language });
          await expect(page.locator('html')).toHaveAttribute('lang', words.lang);
          await expect(page).toHaveTitle(words.title);
          expect(await shiftsOf(page)).toBeLessThan(0.05);
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
            'the page is wider than the screen',
          ).toBeLessThanOrEqual(0);
        },
      );
    });
  }

  test(
    `an unknown address says so in ${language} and links to home`,
    longIf(language === 'EN'),
    async ({ page, run, context }) => {
      await prepare(context, run, { language });
      for (const address of ['/no-such-page', '/live/0199a0b0-0000-7000-8000-000000000000/more']) {
        const response = await page.goto(address);
        expect(response?.status()).toBe(404);
        await expect(page.getByRole('heading', { name: words.missing })).toBeVisible();
        await expect(page).toHaveTitle(new RegExp(words.missing));
      }
      await page.getByRole('link', { name: words.home }).click();
      await expect(page).toHaveURL(`${run.url}/`);
      await expect(page.getByRole('heading', { name: words.heading, level: 1 })).toBeAttached();
    },
  );

  test(
    `an ejected viewer reads the reason in ${language} and can close it`,
    longIf(language === 'EN'),
    async ({ page, run }) => {
      await visit(page, run, '/?status=ejected', { language });
      const notice = page.getByRole('status').filter({ hasText: words.ejected });
      await expect(notice).toBeVisible();
      await notice.getByRole('button', { name: words.close }).click();
      await expect(notice).toBeHidden();
      await expect(page).toHaveURL(`${run.url}/`);
    },
  );
}

test('the language is switched in place and kept', async ({ page, run }) => {
  const catalogues = new Set<string>();
  page.on('request', (request) => {
    const [, locale] = /\/assets\/(en|th)-[^/]*\.js$/.exec(request.url()) ?? [];
    if (locale !== undefined) catalogues.add(locale);
  });
  await page.goto('/');
  await untilAlive(page);
  expect([...catalogues], 'a first visit is Thai, and fetches Thai alone').toEqual(['th']);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));

  await page.getByRole('button', { name: 'ภาษา: TH' }).click();
  await page.getByRole('button', { name: 'EN English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS.EN.heading);
  await expect(page).toHaveTitle(WORDS.EN.title);
  expect(await stored(page, 'language')).toBe('EN');
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);

  await page.goto('/sign-in');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in');
  const [cookie] = (await page.context().cookies(run.url)).filter(
    ({ name }) => name === 'language',
  );
  expect(cookie?.value).toBe('EN');

  // Without the language cookie the server renders Thai, and the page switches to English after hydration.
  await page.context().clearCookies({ name: 'language' });
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS.EN.heading);
});

test('a member goes from the list to the live and back, and the round waits for the video of another tab', async ({
  page,
  run,
  context,
  enter,
}) => {
  await prepare(context, run, { language: 'EN', fan: await enter(0) });
  const live = await findLiveOn(run);
  await countShifts(page);
  await page.goto('/');
  await untilAlive(page);
  // The space for coins and name is reserved before they load.
  await expect(page.getByRole('banner').getByText(/^ID \w/)).toBeVisible();
  expect(await shiftsOf(page)).toBeLessThan(0.05);
  await page.locator(`main a[href="/live/${live.program_live_id}"]`).first().click();
  await expect(page).toHaveURL(`${run.url}/live/${live.program_live_id}`);
  await untilPictureMoves(page);
  await page.goBack();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Muay Thai, live', level: 1 })).toBeAttached();

  const round = page.getByRole('article').getByText(/round \d/i);
  await expect(round).toBeVisible();
  const behind = await openBehind(context, live.program_id, 86_400_000);
  await expect(round).toBeHidden();
  await behind.close({ runBeforeUnload: false });
  await expect(round).toBeVisible();
});

test('the content security policy allows nothing inline, and home does not violate it', async ({
  page,
}) => {
  const response = await page.goto('/');
  const policy = response?.headers()['content-security-policy'] ?? '';
  const directives = new Map(
    policy.split('; ').map((directive): [string, string[]] => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values];
    }),
  );
  expect(policy).not.toMatch(/unsafe-|\*|https?:|strict-dynamic/);
  expect(directives.get('default-src')).toEqual(["'none'"]);
  expect(directives.get('script-src')).toEqual(["'self'"]);
  expect(directives.get('base-uri')).toEqual(["'none'"]);
  expect(directives.get('frame-ancestors')).toEqual(["'none'"]);
  await untilAlive(page);
  await expect(page.locator('[style]')).toHaveCount(0);
  // The page preloads its largest image.
  const [, picture] =
    /^<([^>]+)>; rel=preload; as=image/.exec(response?.headers().link ?? '') ?? [];
  await expect(page.locator(`main img[src="${picture}"]`)).toHaveCount(1);
});

test.describe('an unsupported browser', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

  test.describe('without scripts', () => {
    test.use({ userAgent: FIREFOX, javaScriptEnabled: false });

    test('is told the supported browsers in both languages', async ({ page, run }) => {
      await page.goto('/');
      await expect(page).toHaveURL(`${run.url}/unsupport.html`);
      await expect(page.getByRole('heading', { name: 'เบราว์เซอร์นี้ยังไม่รองรับ' })).toBeVisible();
      await expect(
        page.getByRole('heading', { name: 'This browser is not supported' }),
      ).toBeVisible();
    });
  });

  for (const [client, userAgent, status] of [
    ['Firefox on a desktop', FIREFOX, 302],
    [
      'Opera on a desktop',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0',
      302,
    ],
    [
      'Firefox on a phone',
      'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
      200,
    ],
    [
      'Edge on a desktop',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      200,
    ],
    [
      'Safari on a desktop',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      200,
    ],
    [
      'a search engine',
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      200,
    ],
    [
      'a link preview',
      'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
      200,
    ],
  ] as const) {
    test(`${client} is ${status === 200 ? 'let in' : 'redirected'}`, async ({ run }) => {
      const response = await fetch(`${run.url}/`, {
        redirect: 'manual',
        headers: { 'user-agent': userAgent },
      });
      expect(response.status).toBe(status);
      expect(response.headers.get('location')).toBe(status === 302 ? '/unsupport.html' : null);
    });
  }
});
