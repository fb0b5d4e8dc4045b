import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { findLiveOn } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { openBrowser, prepare, SCREENS } from './support/visit.ts';

test.use(SCREENS['a phone']);

const WORDS = {
  TH: { box: 'ข้อความ', send: 'ส่ง', reply: 'ตอบกลับ', knee: 'ตีเข่า!' },
  EN: { box: 'Message', send: 'Send', forYou: 'For you:' },
} as const;

const chatOf = (page: Page) =>
  page.getByRole('complementary').filter({ has: page.locator('form') });

/** The line of a message. Announcements to screen readers repeat its text outside of the log. */
const lineOf = (page: Page, text: string) =>
  chatOf(page).getByRole('log').locator('p', { hasText: text });

async function say(page: Page, language: 'TH' | 'EN', text: string): Promise<void> {
  const chat = chatOf(page);
  await chat.getByRole('textbox', { name: WORDS[language].box }).fill(text);
  await chat.getByRole('button', { name: WORDS[language].send, exact: true }).click();
}

test('a fan on a phone sees when a message was sent, answers it, and shouts a word over the video', async ({
  page,
  run,
  context,
  browser,
  enter,
}) => {
  await prepare(context, run, { language: 'TH', fan: await enter(6) });
  const other = await openBrowser(browser, run, { language: 'EN', fan: await enter(7) });
  const path = `${run.url}/live/${(await findLiveOn(run)).program_live_id}`;
  await Promise.all([page.goto(path), other.goto(path)]);
  const asked = `Who wins? ${randomUUID().slice(0, 8)}`;
  await say(other, 'EN', asked);
  const row = lineOf(page, asked).locator('..');
  const time = row.locator('time');
  await expect(time).toHaveText(/^\d\d:\d\d$/);
  // A new line may move the row away from the finger.
  await expect(async () => {
    await row.tap({ position: { x: 90, y: 14 } });
    await expect(time).toHaveCSS('opacity', '1', { timeout: 1_000 });
  }).toPass();

  await row.getByRole('button').click();
  await page.getByRole('dialog').getByRole('button', { name: WORDS.TH.reply }).click();
  const box = chatOf(page).getByRole('textbox', { name: WORDS.TH.box });
  await expect(box).toBeFocused();
  const answer = `มุมแดง ${randomUUID().slice(0, 8)}`;
  await say(page, 'TH', answer);
  for (const one of [page, other]) {
    const line = lineOf(one, answer);
    await expect(line).toContainText(asked);
  }
  const own = lineOf(other, answer);
  await expect(own).toContainText(WORDS.EN.forYou);

  await chatOf(page).getByRole('button', { name: WORDS.TH.knee }).click();
  for (const one of [page, other])
    await expect(one.locator('[data-reaction="knee"]').first()).toBeVisible();
  await other.context().close();
});
