import type { Page } from '@playwright/test';
import { findBarriers } from './support/accessibility.ts';
import { enterOtp, field, press } from './support/entrance.ts';
import { ENTRANCE_WORDS } from './support/entrance-words.ts';
import { findLiveOn } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { newPhone, registerMember } from './support/new-member.ts';
import { LONG, openBrowser, prepare, SCREENS, stored, untilAlive, visit } from './support/visit.ts';
import { untilControlled } from './support/worker.ts';

type Provider = 'line' | 'apple';

const WORDS = {
  TH: {
    line: 'เข้าสู่ระบบด้วย LINE',
    apple: 'ลงชื่อเข้าด้วย Apple',
    link: { line: 'เชื่อมต่อ LINE', apple: 'เชื่อมต่อ Apple' },
    unlink: { line: 'ยกเลิกการเชื่อมต่อ LINE', apple: 'ยกเลิกการเชื่อมต่อ Apple' },
    linked: 'เชื่อมต่อเรียบร้อยแล้ว',
    taken: {
      line: 'บัญชี LINE นี้เชื่อมต่อกับบัญชีอื่นแล้ว',
      apple: 'Apple ID นี้เชื่อมต่อกับบัญชีอื่นแล้ว',
    },
  },
  EN: {
    line: 'Log in with LINE',
    apple: 'Sign in with Apple',
    failed: 'The sign-in with this provider failed. Please try again.',
    link: { line: 'Link LINE', apple: 'Link Apple' },
    unlink: { line: 'Unlink LINE', apple: 'Unlink Apple' },
    linked: 'Linked.',
    taken: {
      line: 'The chat-messaging account wanted is already linked with another account.',
      apple: 'The platform-vendor ID wanted is already linked with another account.',
    },
  },
} as const;

/** Opens the provider from a page that the service worker controls, as for a returning visitor. */
async function leaveFor(page: Page, button: string): Promise<void> {
  await untilControlled(page);
  await press(page, button);
}

/** Chooses on the provider's page: a new person, an existing person by name, or Cancel. */
async function pick(page: Page, choice: 'new' | 'cancel' | { name: string }): Promise<void> {
  await expect(page).toHaveURL(/\/sandbox\/(line|apple)\/interaction\//);
  const name =
    choice === 'new' ? /Somebody new/ : choice === 'cancel' ? /Cancel/ : new RegExp(choice.name);
  await page.getByRole('button', { name }).click();
}

// The site treats both providers alike, so each runs on one screen in one language.
for (const [provider, language, screen] of [
  ['line', 'TH', 'a phone'],
  ['apple', 'EN', 'a desktop'],
] as const) {
  const entrance = ENTRANCE_WORDS[language];
  const words = WORDS[language];
  test.describe(`in ${language} on ${screen}`, () => {
    test.use(SCREENS[screen]);

    test(
      `a first sign-in by ${provider} registers a member by phone, who logs in by ${provider} from then on`,
      provider === 'apple' ? LONG : {},
      async ({ page, run, context, browser, complaints }) => {
        await prepare(context, run, { language });
        const { program_live_id } = await findLiveOn(run);
        await page.goto(`/sign-in?from=%2Flive%2F${program_live_id}`);
        await untilAlive(page);
        await leaveFor(page, words[provider]);
        await expect(page).toHaveURL(/\/sandbox\//);
        expect(await findBarriers(page)).toEqual([]);
        await pick(page, 'new');

        await expect(page).toHaveURL(`${run.url}/sign-up?from=%2Flive%2F${program_live_id}`);
        await untilAlive(page);
        const phone = newPhone();
        await field(page, entrance.phone).fill(phone);
        await press(page, entrance.sendOtp);
        await enterOtp(page, run, entrance, phone);
        // The form is prefilled with the provider's data.
        await expect(field(page, entrance.firstName)).toHaveValue('แฟนใหม่');
        const name = await field(page, entrance.lastName).inputValue();
        expect(name).toMatch(/^[a-z]{4}$/);
        await field(page, entrance.day).selectOption('29');
        await field(page, entrance.month).selectOption('2');
        await field(page, entrance.year).selectOption('2000');
        await page.getByRole('radio', { name: entrance.female, exact: true }).check();
        await page.getByRole('checkbox', { name: entrance.consent }).check();
        await press(page, entrance.register);
        await expect(page).toHaveURL(`${run.url}/live/${program_live_id}`);
        const memberId = await stored(page, 'member_id');
        expect(JSON.parse((await stored(page, 'member')) ?? '{}')).toMatchObject({
          links: { phone: true, [provider]: true },
          has_password: false,
        });
        expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain(
          'registration',
        );

        // The same person signs in from another browser.
        const second = await openBrowser(browser, run, { language }, screen);
        await complaints.watch(second);
        await second.goto('/sign-in');
        await untilAlive(second);
        await leaveFor(second, words[provider]);
        await pick(second, { name });
        await expect(second).toHaveURL(`${run.url}/`);
        expect(await stored(second, 'member_id')).toBe(memberId);
        await second.context().close();
      },
    );

    test(
      `a member links ${provider}, no other member can link the same account, and unlinks it again`,
      provider === 'line' ? LONG : {},
      async ({ page, run, context, browser, complaints }) => {
        const [fan, other] = [await registerMember(run), await registerMember(run)];
        await prepare(context, run, { language, fan });
        await page.goto('/profile');
        await leaveFor(page, words.link[provider]);
        await pick(page, 'new');
        await expect(page).toHaveURL(`${run.url}/profile`);
        await expect(page.getByRole('status').filter({ hasText: words.linked })).toBeInViewport();
        const { data: member } = await fan.call('GET /auth/member/profile', {
          query: { member_id: fan.memberId },
        });
        expect(member.links[provider]).toBe(true);

        // The provider lists the newest person first.
        const second = await openBrowser(browser, run, { language, fan: other }, screen);
        await complaints.watch(second);
        await second.goto('/profile');
        await leaveFor(second, words.link[provider]);
        await expect(second).toHaveURL(/\/interaction\//);
        await second
          .getByRole('button', { name: /แฟนใหม่/ })
          .first()
          .click();
        await expect(second).toHaveURL(`${run.url}/profile`);
        await expect(
          second.getByRole('main').getByRole('alert').filter({ hasText: words.taken[provider] }),
        ).toBeVisible();
        await second.context().close();

        await press(page, words.unlink[provider]);
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^(Unlink|ยกเลิกการเชื่อมต่อ)$/ })
          .click();
        await expect(page.getByRole('button', { name: words.link[provider] })).toBeVisible();
      },
    );
  });
}

test('a sign-in that returns in another tab, as LINE’s app does, is completed there', async ({
  page,
  run,
  context,
  complaints,
}) => {
  await visit(page, run, '/sign-in', { language: 'TH' });
  await leaveFor(page, WORDS.TH.line);
  await expect(page).toHaveURL(/\/interaction\//);
  const other = await context.newPage();
  await complaints.watch(other);
  await other.goto(page.url());
  await pick(other, 'new');
  await expect(other).toHaveURL(`${run.url}/sign-up`);
});

test('a cancelled sign-in returns to the sign-in page, and an unrequested response is refused', async ({
  page,
  run,
  context,
}) => {
  await prepare(context, run, { language: 'EN' });
  for (const provider of ['line', 'apple'] as const satisfies readonly Provider[]) {
    await page.goto('/sign-in');
    await untilAlive(page);
    await leaveFor(page, WORDS.EN[provider]);
    await pick(page, 'cancel');
    await expect(page).toHaveURL(`${run.url}/sign-in`);
    await expect(page.getByRole('button', { name: WORDS.EN[provider] })).toBeVisible();
    await expect(page.getByText(WORDS.EN.failed)).toHaveCount(0);
  }
  await page.goto('/sign-in?code=somebody-elses&state=somebody-elses');
  await expect(page.getByRole('main').getByText(WORDS.EN.failed)).toBeVisible();
  await expect(page).toHaveURL(`${run.url}/sign-in`);
});
