import type { Page } from '@playwright/test';
import { findBarriers } from './support/accessibility.ts';
import { openBehind } from './support/behind.ts';
import { expect, test } from './support/journey.ts';
import { shareByCopy, shareBySheet } from './support/sharing.ts';
import type { RunFile } from './support/start-stack.ts';
import { countShifts, shiftsOf } from './support/steadiness.ts';
import { type Language, LONG, prepare, SCREENS, TWO_SCREENS } from './support/visit.ts';

const WORDS = {
  TH: {
    program: 'โปรแกรมมวย',
    results: 'ผลการชก',
    result: /ชนะ(คะแนน|ทีเคโอ|ฟาวล์|บาย)/,
    round: 'ยก 3 / 3',
    decided: /ชนะทีเคโอ ยก 1$/,
    calendar: 'ไฟล์ปฏิทิน',
    promotions: 'ศึก',
    fighters: 'นักมวยไทย',
    search: 'ค้นหา',
    typed: 'เพดนำหนึง',
    found: 'เพชรน้ำหนึ่ง',
    division: 'รุ่น',
    ranking: 'อันดับ',
    rule: /ชนะทีเคโอ 4 .* แพ้ −1/,
    facts: ['ชื่อเล่น', 'มือข้างที่ถนัด', 'ค่าย', 'น้ำหนัก', 'ส่วนสูง', 'จังหวัด', 'อายุ'],
    lastFive: '5 ไฟต์หลังสุด',
    record: 'สถิติทั้งหมด',
    compare: /^เทียบ /,
    tape: 'เปรียบเทียบนักชก',
  },
  EN: {
    program: 'Fight programme',
    results: 'Results',
    result: / wins by (decision|TKO|disqualification|forfeit)/,
    round: 'Round 3 / 3',
    decided: / wins by TKO, round 1$/,
    calendar: 'Calendar file',
    promotions: 'Promotions',
    fighters: 'Muay Thai fighters',
    search: 'Search',
    typed: 'petchnamneung',
    found: 'Phetnamnueng',
    division: 'Division',
    ranking: 'Ranking',
    rule: /TKO win 4.* loss −1/,
    facts: ['Nickname', 'Dominant hand', 'Gym', 'Weight', 'Height', 'Province', 'Age'],
    lastFive: 'Last five bouts',
    record: 'Full record',
    compare: /^Compare /,
    tape: 'Tale of the tape',
  },
} as const;

/** Opens a page as a visitor and counts its layout shifts. */
async function openSteadily(
  page: Page,
  run: RunFile,
  { language, path }: { readonly language: Language; readonly path: string },
): Promise<void> {
  await prepare(page.context(), run, { language });
  await countShifts(page);
  await page.goto(path);
}

/** Changes the responses with the programme: the first upcoming bout is now in its third and last round. */
async function beginNextBout(page: Page): Promise<void> {
  await page.route(/\/api\/v1\/program(\?|$)/, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const match = body.data
      .flatMap((program: { matches: { status: string }[] }) => program.matches)
      .find(({ status }: { status: string }) => status === 'not_started');
    match.status = 'in_progress';
    match.rounds = 3;
    match.round = { number: 3, started_at: match.starts_at, resting: false };
    await route.fulfill({ response, json: body });
  });
}

/** Changes the responses with the programme: red has just won the first upcoming bout. */
async function decideNextBout(page: Page): Promise<string> {
  let programId = '';
  await page.route(/\/api\/v1\/program(\?|$)/, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const program = body.data.find(({ matches }: { matches: { status: string }[] }) =>
      matches.some(({ status }) => status === 'not_started'),
    );
    const match = program.matches.find(
      ({ status }: { status: string }) => status === 'not_started',
    );
    const just = new Date().toISOString();
    match.status = 'ended';
    match.result = { winner: 'red', method: 'tko', round: 1 };
    Object.assign(match, { result_at: just, ended_at: just });
    Object.assign(program, { starts_at: just });
    programId = program.program_id;
    await route.fulfill({ response, json: body });
  });
  await page.clock.fastForward(11_000);
  await expect.poll(() => programId).not.toBe('');
  return programId;
}

/** Downloads a linked calendar and unfolds its lines. */
async function readCalendar(page: Page, href: string | null): Promise<string> {
  const response = await page.request.get(href ?? '');
  expect(response.headers()['content-type']).toContain('text/calendar');
  return (await response.text()).replace(/\r\n /g, '');
}

for (const [language, screen] of TWO_SCREENS) {
  const words = WORDS[language];
  test.describe(`in ${language} on ${screen}`, () => {
    test.use(SCREENS[screen]);

    test(
      'the programme shows coming bouts, a round that updates live, results, a promotion, calendars and a share link',
      language === 'EN' ? LONG : {},
      async ({ page, run }) => {
        await page.clock.install();
        await openSteadily(page, run, { language, path: '/program' });
        await expect(page.getByRole('heading', { level: 1, name: words.program })).toBeVisible();
        const cards = page.getByRole('article');
        await expect(cards.nth(2)).toBeVisible();
        await beginNextBout(page);
        await expect(page.getByText(words.round, { exact: true })).toHaveCount(0);
        await page.clock.fastForward(11_000);
        await expect(page.getByText(words.round, { exact: true })).toHaveCount(1);
        await page.unrouteAll({ behavior: 'ignoreErrors' });

        // A result stays hidden until the delayed video in another tab of this browser reaches it.
        const decided = page.getByText(words.decided);
        const decidedBefore = await decided.count();
        const programId = await decideNextBout(page);
        await expect(decided).toHaveCount(decidedBefore + 1);
        const behind = await openBehind(page.context(), programId, 300_000);
        await expect(decided).toHaveCount(decidedBefore);
        await page.reload();
        await expect(page.getByRole('article').nth(2)).toBeVisible();
        await page.clock.fastForward(11_000);
        await expect(decided).toHaveCount(decidedBefore);
        await behind.close({ runBeforeUnload: false });
        await page.unrouteAll({ behavior: 'ignoreErrors' });

        await page.getByRole('link', { name: words.results }).first().click();
        await expect(page.getByText(words.result).first()).toBeVisible();
        const promotion = page
          .getByRole('navigation', { name: words.promotions, exact: true })
          .getByRole('link');
        const name = (await promotion.nth(1).innerText()).trim();
        await promotion.nth(1).click();
        await expect(promotion.nth(1)).toHaveAttribute('aria-current', 'page');
        await expect(cards.first().getByRole('heading')).toContainText(name);
        for (const heading of await cards.getByRole('heading').allInnerTexts()) {
          expect(heading).toContain(name);
        }
        const link = page.getByRole('link', { name: words.calendar });
        const calendar = await readCalendar(page, await link.getAttribute('href'));
        expect(calendar).toMatch(/^BEGIN:VCALENDAR\r\n/);
        const titles = calendar.match(/SUMMARY:.*/g) ?? [];
        expect(titles.length).toBeGreaterThan(0);
        for (const title of titles) expect(title).toContain(name);
        expect(await shiftsOf(page)).toBeLessThan(0.1);

        // Limits the list to one day, because axe takes long for a fortnight of bouts.
        await promotion.first().click();
        await expect(promotion.first()).toHaveAttribute('aria-current', 'page');
        const day = page.getByRole('link', { name: /\d{2}\/\d{2}$/ }).last();
        await day.click();
        await expect(day).toHaveAttribute('aria-current', 'page');
        await expect(cards).toHaveCount(1);
        expect(await findBarriers(page)).toEqual([]);
        const share = screen === 'a phone' ? shareBySheet : shareByCopy;
        expect(await share(page, cards, language)).toMatch(/\/program\?card=[0-9a-f-]{36}$/);
      },
    );

    test(
      'fighters are found by sound, ranked by a stated rule, shown with their record, and compared',
      language === 'TH' ? LONG : {},
      async ({ page, run }) => {
        await openSteadily(page, run, { language, path: '/history' });
        await expect(page.getByRole('heading', { level: 1, name: words.fighters })).toBeVisible();
        // From this point on, every typed letter changes the list.
        expect(await shiftsOf(page)).toBeLessThan(0.05);
        await page.getByRole('searchbox', { name: words.search }).fill(words.typed);
        const found = page.locator('main li a');
        await expect(found.first()).toContainText(words.found);
        await expect(page).toHaveURL(/[?&]q=/);
        expect(await findBarriers(page)).toEqual([]);
        const division = page.getByRole('combobox', { name: words.division });
        await division.selectOption({ index: 1 });
        await expect(found.filter({ hasText: words.found })).toHaveCount(0);

        await page.getByRole('link', { name: words.ranking, exact: true }).click();
        await expect(page.getByText(words.rule)).toBeVisible();
        await division.selectOption({ index: 2 });
        await expect(page).toHaveURL(/division=/);
        const ranked = page.getByRole('row').filter({ has: page.getByRole('link') });
        await expect(ranked.nth(2)).toBeVisible();
        const points = await ranked.locator('td:last-child').allInnerTexts();
        expect(points.map(Number)).toEqual(points.map(Number).sort((a, b) => b - a));
        expect(await findBarriers(page)).toEqual([]);

        const first = ranked.first().getByRole('link');
        // Both reads happen in one step, because the division's table may replace the previous table between two steps.
        const name = await first.evaluate((link: HTMLElement) => {
          link.click();
          return link.innerText.split('\n')[0] ?? '';
        });
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
        for (const fact of words.facts) {
          await expect(page.getByRole('term').filter({ hasText: fact }).first()).toBeVisible();
        }
        const listOf = (heading: string) =>
          page.locator('section').filter({ has: page.getByRole('heading', { name: heading }) });
        await expect(listOf(words.lastFive).getByRole('listitem')).toHaveCount(5);
        const bouts = await listOf(words.record).getByRole('listitem').count();
        expect(bouts).toBeGreaterThan(5);
        expect(await findBarriers(page)).toEqual([]);
        const share = screen === 'a phone' ? shareBySheet : shareByCopy;
        expect(await share(page, page.getByRole('main'), language)).toBe(page.url());

        await listOf(words.lastFive).getByRole('link', { name: words.compare }).first().click();
        const tape = page.getByRole('region', { name: words.tape });
        await expect(tape.getByRole('columnheader')).toHaveCount(2);
        await expect(tape.getByRole('heading', { name: words.tape })).toBeInViewport();
        expect(await findBarriers(page)).toEqual([]);
        // Comparing with an unknown fighter shows only the known fighter and no error.
        await page.evaluate((unknownId) => {
          const { search } = window.location;
          history.pushState(null, '', search.replace(/versus=[^&]*/, `versus=${unknownId}`));
          window.dispatchEvent(new PopStateEvent('popstate'));
        }, crypto.randomUUID());
        await expect(tape).toHaveCount(0);
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
        await expect(page.getByRole('alert')).toBeEmpty();
      },
    );
  });
}

test('a fighter’s page without a fighter leads to the list of fighters', async ({ page, run }) => {
  await prepare(page.context(), run, { language: 'EN' });
  const { request } = page.context();
  const answer = await request.get('/history/boxer_detail?lang=en&x=1', { maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([302, '/history?lang=en']);
  await page.goto('/history/boxer_detail?id=');
  await expect(page).toHaveURL(/\/history$/);
  await expect(page.getByRole('heading', { level: 1, name: WORDS.EN.fighters })).toBeVisible();
});
