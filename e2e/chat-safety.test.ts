import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { findBarriers } from './support/accessibility.ts';
import { type Fan, findLiveOn } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { ask, connectEventSocket } from './support/socket.ts';
import type { RunFile } from './support/start-stack.ts';
import { type Language, longIf, prepare, SCREENS, type Screen } from './support/visit.ts';
import { filled, wordsOf } from './support/words.ts';

const WORDS = wordsOf({
  lines: 'Chat messages',
  report: 'Report',
  gambling: 'Illegal ads or scam',
  send: 'Send report',
  missing: 'Choose a reason.',
  thanks: 'Thank you for reporting',
  block: 'Block',
  done: 'Done',
  blockedList: 'Blocked in the chat',
  unblocked: 'Unblocked.',
  undo: 'Undo',
});

test.use({ isOnAir: true });

/** Sends a chat line by socket, without a browser. */
async function say(run: RunFile, fan: Fan, text: string): Promise<void> {
  const socket = await connectEventSocket(run, fan.accessToken);
  try {
    const { program_live_id } = await findLiveOn(run);
    const line = { program_live_id, text, chat_message_id: randomUUID() };
    expect(await ask(socket, 'chat:send', line)).toMatchObject({ ok: true });
  } finally {
    socket.close();
  }
}

async function openChat(page: Page, run: RunFile, language: Language) {
  await page.goto(`${run.url}/live/${(await findLiveOn(run)).program_live_id}`);
  const lines = page.getByRole('log', { name: WORDS[language].lines });
  await expect(lines).toBeVisible();
  return lines;
}

for (const [screen, language, first] of [
  ['a phone', 'TH', 0],
  ['a desktop', 'EN', 2],
] as readonly (readonly [Screen, Language, number])[]) {
  test.describe(`in ${language} on ${screen}`, longIf(language === 'EN'), () => {
    test.use(SCREENS[screen]);

    test('a fan reports a message, blocks its author, and unblocks them in the account', async ({
      page,
      run,
      context,
      enter,
    }) => {
      const words = WORDS[language];
      const [reader, author] = [await enter(first), await enter(first + 1)];
      const name = (
        await author.call('GET /auth/member/profile', { query: { member_id: author.memberId } })
      ).data.member_fname;
      const sentence = (message: string) => filled(message, { name })[language];
      await prepare(context, run, { language, fan: reader });
      const lines = await openChat(page, run, language);
      const text = `แดงมาแล้ว ${randomUUID().slice(0, 8)}`;
      await say(run, author, text);
      const row = lines.getByText(text).locator('xpath=ancestor::div[1]');
      await expect(row).toBeVisible();

      // The fan uses the keyboard only.
      const menu = row.getByRole('button', { name: sentence('More about {name}') });
      await menu.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('button', { name: words.report, exact: true })).toBeVisible();
      expect(await findBarriers(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(menu).toBeFocused();

      await menu.click();
      await dialog.getByRole('button', { name: words.report, exact: true }).click();
      await dialog.getByRole('button', { name: words.send }).click();
      await expect(dialog.getByText(words.missing)).toBeVisible();
      await dialog.getByRole('radio', { name: words.gambling }).check();
      expect(await findBarriers(page)).toEqual([]);
      await dialog.getByRole('button', { name: words.send }).click();
      await expect(dialog.getByRole('heading', { name: words.thanks })).toBeVisible();

      await dialog.getByRole('button', { name: sentence('Block {name} too') }).click();
      await dialog.getByRole('button', { name: words.block, exact: true }).click();
      await expect(lines.getByText(text)).toHaveCount(0);
      expect(await findBarriers(page)).toEqual([]);
      await dialog.getByRole('button', { name: words.done }).click();
      await page.reload();
      await expect(lines).toBeVisible();
      await expect(lines.getByText(text)).toHaveCount(0);

      await page.goto(`${run.url}/profile`);
      const section = page.getByRole('region', { name: words.blockedList });
      const unblock = section.getByRole('button', { name: `${sentence('Unblock')} ${name}` });
      await expect(unblock).toBeVisible();
      expect(await findBarriers(page)).toEqual([]);
      await unblock.click();
      await expect(section.getByText(words.unblocked)).toBeVisible();
      await openChat(page, run, language);
      await expect(lines.getByText(text)).toBeVisible();
    });
  });
}

test('a fan mutes another one in this browser, and takes it back', async ({
  page,
  run,
  context,
  enter,
}) => {
  const [reader, author] = [await enter(4), await enter(5)];
  const { data } = await author.call('GET /auth/member/profile', {
    query: { member_id: author.memberId },
  });
  const sentence = (message: string) => filled(message, { name: data.member_fname }).EN;
  await prepare(context, run, { language: 'EN', fan: reader });
  const lines = await openChat(page, run, 'EN');
  const text = `first round ${randomUUID().slice(0, 8)}`;
  await say(run, author, text);
  const row = lines.getByText(text).locator('xpath=ancestor::div[1]');
  const dialog = page.getByRole('dialog');
  const mute = async () => {
    await row.getByRole('button', { name: sentence('More about {name}') }).click();
    await dialog.getByRole('button', { name: sentence('Mute {name} tonight') }).click();
    await expect(lines.getByText(text)).toHaveCount(0);
  };
  await mute();
  await dialog.getByRole('button', { name: WORDS.EN.undo }).click();
  await expect(lines.getByText(text)).toBeVisible();
  await mute();
  await page.reload();
  await expect(lines).toBeVisible();
  await expect(lines.getByText(text)).toHaveCount(0);
});
