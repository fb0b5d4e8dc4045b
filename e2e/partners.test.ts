import type { Page, Request } from '@playwright/test';
import { findBarriers } from './support/accessibility.ts';
import { ACCOUNT_WORDS } from './support/account-words.ts';
import { expect, test } from './support/journey.ts';
import { operate } from './support/operator.ts';
import {
  makeSealedLink,
  openLink,
  PARTNER_MEMBERS,
  sealExpiredLink,
  watchFromPartner,
} from './support/partner.ts';
import { untilPictureMoves } from './support/picture.ts';
import { currentDataDir } from './support/start-stack.ts';
import { LONG, prepare, SCREENS, stored } from './support/visit.ts';

const WORDS = {
  TH: {
    game: 'เกมทายผล',
    leave: 'ออก',
    failed: 'เปิดลิงก์นี้ไม่ได้',
    used: 'โทเค็นนี้ถูกใช้ไปแล้ว กรุณาเข้าสู่ระบบอีกครั้ง',
    banned: 'บัญชีของคุณถูกแบน',
    contact: 'ติดต่อแอดมิน',
    waysToLogIn: 'ช่องทางเข้าสู่ระบบ',
  },
  EN: {
    game: 'Game',
    leave: 'Leave',
    failed: 'The link could not be opened',
    invalid: 'This link is no longer valid. Please open it again on the site that you came from.',
    which: 'Choose an account',
    stay: /^Stay signed in as/,
    switch: (name: string) => `Continue as ${name}`,
  },
} as const;

/** Collects the requests of a page whose URL or referrer contains a secret. */
function watchForSecrets(page: Page): (secret: string) => Promise<string[]> {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  return async (secret) => {
    const addresses = await Promise.all(
      requests.map(async (request) => {
        const { referer = '' } = await request.allHeaders();
        const opens = request.isNavigationRequest() && request.url().includes('/redirect');
        return referer.includes(secret) || (!opens && request.url().includes(secret))
          ? request.url()
          : '';
      }),
    );
    return addresses.filter((url) => url !== '');
  };
}

/** Resolves once the socket of the page can receive a ban. */
const untilKickSocket = (page: Page): Promise<void> =>
  new Promise((resolve) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).startsWith('40/kick')) resolve();
      });
    });
  });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

for (const [language, screen, member] of [
  ['TH', 'a phone', PARTNER_MEMBERS.palin],
  ['EN', 'a desktop', PARTNER_MEMBERS.nara],
] as const) {
  const words = WORDS[language];
  test.describe(`in ${language} on ${screen}`, language === 'EN' ? LONG : {}, () => {
    test.use(SCREENS[screen]);

    test('a partner’s member watches a live, without a password and without the game', async ({
      page,
      run,
      context,
    }) => {
      await prepare(context, run, { language });
      const findLeaks = watchForSecrets(page);
      await watchFromPartner(page, language, member);
      await expect(page).toHaveURL(`${run.url}/liveExternal`);
      await expect.poll(() => stored(page, 'member_id')).not.toBeNull();
      expect(await stored(page, 'external')).toBe('true');
      expect(await stored(page, 'map_system_id')).toBe('lumphu-play');
      expect(await stored(page, 'PURCHASE_TOKEN')).not.toBeNull();
      const token = (await stored(page, 'access_token')) ?? '';
      expect(await findLeaks(token)).toEqual([]);
      expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(token);
      expect(JSON.parse((await stored(page, 'member')) ?? '{}')).toMatchObject({
        member_fname: member.firstName,
        external: true,
      });
      // The page has neither bar nor footer, only a language switch and the list of lives.
      await expect(page.getByRole('banner')).toHaveCount(0);
      await expect(page.getByRole('contentinfo')).toHaveCount(0);
      expect(await findBarriers(page)).toEqual([]);

      await page.getByRole('main').getByRole('article').getByRole('link').click();
      await expect(page).toHaveURL(/\/live\/[0-9a-f-]{36}$/);
      await untilPictureMoves(page);
      await expect(page.getByRole('link', { name: words.game, exact: true })).toHaveCount(0);

      // Returning to the lives does not sign in again, since the purchase token may already be used.
      await page.evaluate(() => localStorage.removeItem('PURCHASE_TOKEN'));
      await page.goBack();
      // Back asks for confirmation first.
      await page
        .getByRole('dialog')
        .getByRole('button', { name: words.leave, exact: true })
        .click();
      await expect(page).toHaveURL(`${run.url}/liveExternal`);
      await expect(page.getByRole('main').getByRole('article')).toBeVisible();
      expect(await stored(page, 'PURCHASE_TOKEN')).toBeNull();

      // After a reload the page loads the same member, by member id and partner id.
      const profile = page.waitForRequest(/\/auth\/member\/profile\?/);
      await page.reload();
      expect(new URL((await profile).url()).searchParams.get('map_system_id')).toBe('lumphu-play');
    });
  });
}

// The journeys below run on one screen each, because their layout is the same on all screens.
test.describe('in TH on a phone', () => {
  test.use(SCREENS['a phone']);
  const language = 'TH';
  const words = WORDS[language];
  const member = PARTNER_MEMBERS.palin;

  test('a partner’s member sees an account page without the parts that the partner handles', async ({
    page,
    run,
    context,
  }) => {
    const account = ACCOUNT_WORDS[language];
    await prepare(context, run, { language });
    await watchFromPartner(page, language, member);
    await expect.poll(() => stored(page, 'member_id')).not.toBeNull();
    await page.goto('/profile');
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { name: account.account })).toBeVisible();
    await expect(main).toContainText(member.name);
    await expect(main.getByText(account.thisDevice, { exact: true }).first()).toBeVisible();
    await expect(main.getByRole('link', { name: account.edit }).first()).toBeVisible();
    // The partner signs its members in, so the page offers no password, PIN or provider.
    for (const name of [account.changePassword, account.createPin, words.waysToLogIn, 'LINE']) {
      await expect(main.getByText(name, { exact: true })).toHaveCount(0);
    }
    expect(await findBarriers(page)).toEqual([]);
    await page.goto('/profile/change-password');
    await expect(main.getByLabel(account.oldPassword, { exact: true })).toHaveCount(0);
  });

  test('a sealed link signs in once and is refused the second time', async ({
    page,
    run,
    context,
    complaints,
    browser,
  }) => {
    await prepare(context, run, { language });
    const findLeaks = watchForSecrets(page);
    const link = await makeSealedLink(page, language, member);
    const secret = new URL(link).searchParams.get('data') ?? '';
    await openLink(page, language).click();
    await expect(page).toHaveURL(`${run.url}/liveExternal`);
    await expect.poll(() => stored(page, 'access_token')).not.toBeNull();
    expect(await findLeaks(secret)).toEqual([]);
    // Back returns to the partner's page, not to the sign-in link.
    await page.goBack();
    await expect(page).toHaveURL(/\/sandbox\/partner/);

    const other = await browser.newContext({ ...SCREENS['a phone'], baseURL: run.url });
    await prepare(other, run, { language });
    const again = await other.newPage();
    await complaints.watch(again);
    await again.goto(link);
    await expect(heading(again, words.failed)).toBeVisible();
    await expect(
      again.getByRole('main').getByRole('alert').filter({ hasText: words.used }),
    ).toBeVisible();
    await expect(again).toHaveURL(`${run.url}/redirect`);
    expect(await stored(again, 'access_token')).toBeNull();
    expect(await stored(again, 'axios-error')).not.toContain(secret);
    expect(await findBarriers(again)).toEqual([]);
    await other.close();
  });

  test('a ban ends external mode on the ban page, which gives the reason', async ({
    page,
    run,
    context,
    complaints,
  }) => {
    complaints.forgive(/websocket/i);
    await prepare(context, run, { language });
    const listening = untilKickSocket(page);
    await watchFromPartner(page, language, PARTNER_MEMBERS.thi);
    await listening;
    const memberId = (await stored(page, 'member_id')) ?? '';
    await expect(page.getByRole('main').getByRole('article')).toBeVisible();
    await operate('ban', memberId, '--reason', 'สแปม · spam');
    try {
      await expect(page).toHaveURL(`${run.url}/banuser/`);
      await expect(heading(page, words.banned)).toBeVisible();
      await expect(page.getByText('สแปม · spam')).toBeVisible();
      await expect(page.getByText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/)).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: words.contact })).toBeVisible();
      await expect(page.getByRole('banner')).toHaveCount(0);
      expect(await stored(page, 'access_token')).toBeNull();
      expect(await findBarriers(page)).toEqual([]);
      // The partner cannot sign the member in either, and receives the reason.
      await watchFromPartner(page, language, PARTNER_MEMBERS.thi);
      await expect(page.getByRole('alert').filter({ hasText: 'member_banned' })).toBeVisible();
    } finally {
      await operate('reinstate', memberId, '--reason', 'a journey is over');
    }
  });
});

test.describe('in EN on a desktop', () => {
  test.use(SCREENS['a desktop']);
  const language = 'EN';
  const words = WORDS[language];
  const member = PARTNER_MEMBERS.nara;

  test('an expired link and a page without a link say what to do', async ({
    page,
    run,
    context,
    enter,
  }) => {
    await prepare(context, run, { language });
    const { memberId } = await enter(2);
    for (const address of [sealExpiredLink(run, currentDataDir(), memberId), '/redirect']) {
      await page.goto(address);
      await expect(heading(page, words.failed)).toBeVisible();
      await expect(
        page.getByRole('main').getByRole('alert').filter({ hasText: words.invalid }),
      ).toBeVisible();
      await expect(page).toHaveURL(`${run.url}/redirect`);
    }
  });

  test('a signed-in member is asked before a link signs another member in', async ({
    page,
    run,
    context,
    enter,
  }) => {
    const fan = await enter(2);
    await prepare(context, run, { language, fan });
    await makeSealedLink(page, language, member, '/');
    await openLink(page, language).click();
    await expect(heading(page, words.which)).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: words.stay }).click();
    await expect(page).toHaveURL(`${run.url}/`);
    expect(await stored(page, 'access_token')).toBe(fan.accessToken);
    expect(await stored(page, 'external')).toBeNull();

    await makeSealedLink(page, language, member);
    await openLink(page, language).click();
    await page.getByRole('button', { name: words.switch(member.firstName) }).click();
    await expect(page).toHaveURL(`${run.url}/liveExternal`);
    await expect.poll(() => stored(page, 'external')).toBe('true');
    expect(await stored(page, 'access_token')).not.toBe(fan.accessToken);
    // The server has also ended the session of the previous member.
    await expect
      .poll(() =>
        fan.call('GET /auth/member/profile', { query: { member_id: fan.memberId } }).then(
          () => 'signed in',
          (error: Error) => error.message,
        ),
      )
      .toContain('token_invalid');
  });

  test('the member is loaded again before the requested page', async ({
    page,
    run,
    context,
    enter,
  }) => {
    await prepare(context, run, { language });
    await page.goto('/sync-member?target=%2Flive');
    await expect(page).toHaveURL(`${run.url}/sign-in?from=%2Fsync-member%3Ftarget%3D%252Flive`);
    const fan = await enter(2);
    await prepare(context, run, { language, fan });
    const read = page.waitForResponse(/\/member\/findOne\?/);
    await page.goto('/sync-member?target=%2Fliveless');
    expect((await read).status()).toBe(200);
    await expect(page).toHaveURL(`${run.url}/liveless`);
    expect(JSON.parse((await stored(page, 'member')) ?? '{}').member_id).toBe(fan.memberId);
    await page.goto('/sync-member?target=%2F%2Fevil.example');
    await expect(page).toHaveURL(`${run.url}/`);
  });
});
