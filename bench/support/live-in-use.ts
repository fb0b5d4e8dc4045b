import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { MatchLiveId, ProgramLiveId } from '@sangwian/contract/ids';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type Fan, findLiveOn, signIn } from '../../e2e/support/fan.ts';
import { operateSite } from '../../e2e/support/operator.ts';
import { makeStaffToken } from '../../e2e/support/staff-token.ts';
import { readRunFile, type Stack } from '../../e2e/support/start-stack.ts';
import { untilFirstFrame } from './browser.ts';
import { type LayoutShift, readLayoutShifts, recordLayoutShifts } from './layout-shifts.ts';

/** Long enough for the shifts of a change to end, so that each change is a separate session of shifts. */
const PAUSE_MS = 6_000;
const REASON = ['--reason', 'bench'] as const;

interface Screen {
  readonly language: 'TH' | 'EN';
  readonly context: BrowserContextOptions;
}

export const IN_USE_SCREENS: Readonly<Record<'phone' | 'desktop', Screen>> = {
  phone: {
    language: 'TH',
    context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
  desktop: { language: 'EN', context: { viewport: { width: 1440, height: 900 } } },
};

const LABELS = {
  TH: {
    byPhone: 'เข้าสู่ระบบด้วยเบอร์โทร',
    phone: 'เบอร์โทรศัพท์',
    password: 'รหัสผ่าน',
    logIn: 'เข้าสู่ระบบ',
    gift: 'ส่งของขวัญ',
    close: 'ปิด',
  },
  EN: {
    byPhone: 'Log in with your phone number',
    phone: 'Phone number',
    password: 'Password',
    logIn: 'Log in',
    gift: 'Send a gift',
    close: 'Close',
  },
} as const;

interface Evening {
  readonly stack: Stack;
  readonly id: ProgramLiveId;
  /** Sends a gift every second, alternately to the red and the blue corner. */
  readonly cheer: (bout: MatchLiveId) => () => void;
}

function cheerWith(fans: readonly Fan[]): Evening['cheer'] {
  return (bout) => {
    let sent = 0;
    const timer = setInterval(() => {
      sent += 1;
      const fan = fans[sent % fans.length];
      const corner = sent % 2 === 0 ? 'red' : 'blue';
      void fan
        ?.call('GET /gift', {})
        .then(({ data: [gift] }) => {
          if (gift === undefined) throw new Error('there are no gifts');
          return fan.call('POST /gift/send', {
            body: {
              match_live_id: bout,
              corner,
              gift_id: gift.gift_id,
              quantity: 1,
              expected_coins: gift.coins,
            },
            idempotencyKey: randomUUID(),
          });
        })
        // The bout has ended.
        .catch(() => {});
    }, 1_000);
    return () => clearInterval(timer);
  };
}

/** Signs in on the page, as a fan who is redirected from the live to the form and back. */
async function signInOnPage(page: Page, { stack }: Evening, language: 'TH' | 'EN'): Promise<void> {
  const [account] = readRunFile(stack.dataDir).accounts.fans;
  if (account === undefined) throw new Error('there are no sample fans');
  const labels = LABELS[language];
  const form = page.getByRole('main');
  await form.getByRole('button', { name: labels.byPhone }).click();
  await form.getByLabel(labels.phone, { exact: true }).fill(account.phone);
  await form.getByLabel(labels.password, { exact: true }).fill(account.password);
  await form.getByRole('button', { name: labels.logIn, exact: true }).click();
  await untilFirstFrame(page);
}

/** Acts as the operator: rounds, a pinned message, a result, and the next bout. */
async function direct({ stack, id, cheer }: Evening): Promise<void> {
  const { dataDir } = stack;
  const show = (...args: string[]) => operateSite({ dataDir }, 'show', ...args, ...REASON);
  const chat = (...args: string[]) => operateSite({ dataDir }, 'chat', ...args, ...REASON);
  const run = readRunFile(dataDir);
  const live = await findLiveOn(run);
  const bout = live.current_match_live_id;
  if (bout === null) throw new Error('no bout is on');
  const next = [...live.matches]
    .sort((a, b) => a.order - b.order)
    .find(({ status }) => status === 'not_started');
  if (next === undefined) throw new Error('no bout is left');
  const stopCheers = cheer(bout);
  const steps = [
    () => show('rest', bout),
    () => show('round', bout, '4'),
    () => chat('pin', id, 'คู่เอกเริ่มสองทุ่ม', '--en', 'The main bout starts at eight'),
    () => show('result', bout, 'blue', 'tko', '4'),
    async () => {
      const token = await makeStaffToken(run, 'cashier', ['see_show', 'confirm_result']);
      return operateSite({ dataDir, token }, 'show', 'confirm', bout, ...REASON);
    },
    () => show('start', next.match_live_id),
    () => chat('unpin', id),
  ];
  for (const step of steps) {
    await step();
    await wait(PAUSE_MS);
  }
  stopCheers();
}

/** Acts as the fan: opens every panel and the gift sheet, writes a message, and watches in between. */
async function use(page: Page, language: 'TH' | 'EN'): Promise<void> {
  const tabs = page.getByRole('tablist').getByRole('tab');
  for (let index = (await tabs.count()) - 1; index >= 0; index -= 1) {
    await tabs.nth(index).click();
    await wait(PAUSE_MS);
  }
  const chat = page.getByRole('complementary');
  await chat.getByRole('button', { name: LABELS[language].gift }).click();
  await wait(PAUSE_MS);
  const close = page.getByRole('button', { name: LABELS[language].close, exact: true });
  if (await close.isVisible()) await close.click();
  await chat.getByRole('textbox').fill('What a round');
  await chat.getByRole('textbox').press('Enter');
  await wait(PAUSE_MS);
}

/** Returns the layout shifts of two loads of the live: one with sign-in, all panels and the end of a bout; one after. */
export async function visitInUse(
  browser: Browser,
  evening: Evening,
  { language, context: options }: Screen,
): Promise<readonly (readonly LayoutShift[])[]> {
  const context = await browser.newContext({ ...options, timezoneId: 'Asia/Bangkok' });
  try {
    const page = await context.newPage();
    await recordLayoutShifts(page);
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await page.goto(`${evening.stack.url}/live/${evening.id}`);
    await signInOnPage(page, evening, language);
    await wait(PAUSE_MS);
    await Promise.all([direct(evening), use(page, language)]);
    const first = await readLayoutShifts(page);
    // The server renders the live for a visitor; the browser restores the session afterwards.
    await page.reload();
    await untilFirstFrame(page);
    await wait(PAUSE_MS);
    return [first, await readLayoutShifts(page)];
  } finally {
    await context.close();
  }
}

/** Prepares the evening of a stack, with members who send gifts. */
export async function startEvening(stack: Stack): Promise<Evening> {
  const run = readRunFile(stack.dataDir);
  const { program_live_id: id } = await findLiveOn(run);
  const fans = await Promise.all([1, 2, 3].map((index) => signIn(run, index)));
  return { stack, id, cheer: cheerWith(fans) };
}
