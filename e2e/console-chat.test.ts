import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { findBarriers } from './support/accessibility.ts';
import { callApi, type Fan, findLiveOn } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { ask, connectEventSocket } from './support/socket.ts';
import { openConsole } from './support/staff.ts';
import type { RunFile } from './support/start-stack.ts';
import { prepare } from './support/visit.ts';
import { wordsOf } from './support/words.ts';

const WORDS = wordsOf({
  lines: 'Chat messages',
  appeal: 'Appeal',
  words: 'Your words',
  send: 'Send the appeal',
  sent: 'Your appeal was sent',
  done: 'Done',
  waits: 'Your appeal is being reviewed.',
}).TH;
const WATCHED = 'ทีเด็ด';

/** Sends a message by socket. Returns its id, and the error code if it is refused. */
async function say(run: RunFile, fan: Fan, text: string) {
  const socket = await connectEventSocket(run, fan.accessToken);
  try {
    const { program_live_id } = await findLiveOn(run);
    const id = randomUUID();
    const answer = await ask(socket, 'chat:send', { program_live_id, text, chat_message_id: id });
    return { id, refusal: answer.error?.status };
  } finally {
    socket.close();
  }
}

/**
 * Scrolls the chat up until a line is visible, because lines of the simulated crowd push older lines out of the list.
 */
async function reveal(lines: Locator, line: Locator): Promise<void> {
  await expect(async () => {
    if (!(await line.isVisible())) {
      await lines.hover();
      await lines.page().mouse.wheel(0, -120);
    }
    await expect(line).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

test('a moderator releases a held message, removes a reported one, grants the appeal, and shields the chat', async ({
  page,
  run,
  context,
  browser,
  enter,
}) => {
  const [held, author, reporter] = [await enter(3), await enter(4), await enter(5)];
  await callApi(run, run.operator_token, 'POST /operator/chat/words', {
    body: { word: WATCHED, kind: 'watched', reason: 'journey' },
  });
  await prepare(context, run, { language: 'TH', fan: author });
  await page.goto(`${run.url}/live/${(await findLiveOn(run)).program_live_id}`);
  const lines = page.getByRole('log', { name: WORDS.lines });
  await expect(lines).toBeVisible();
  const desk = await openConsole(browser, run, 'moderator', { language: 'EN', path: 'chat/live' });

  const mark = randomUUID().slice(0, 8);
  expect((await say(run, held, `มี${WATCHED} ${mark}`)).refusal).toBe('chat_held');
  await expect(desk.getByRole('region', { name: 'Held for review' })).toContainText(mark);
  expect(await findBarriers(desk)).toEqual([]);
  await desk.keyboard.press('a');
  await expect(lines.getByText(mark)).toBeVisible();

  const text = `แพ้แล้วพาล ${mark}`;
  const { id } = await say(run, author, text);
  await expect(lines.getByText(text)).toBeVisible();
  const body = { chat_message_id: id as never, reason: 'abuse', note: '' } as const;
  await reporter.call('POST /chat/reports', { body });
  await desk.getByRole('link', { name: /^Reports/ }).click();
  await desk.getByRole('row').filter({ hasText: text }).click();
  const dialog = desk.getByRole('dialog');
  expect(await findBarriers(desk)).toEqual([]);
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(dialog).toHaveCount(0);

  // The author reads the reason and appeals.
  await expect(lines.getByText(text)).toHaveCount(0);
  await reveal(lines, lines.getByText('ด่าทอหรือข่มขู่').last());
  await lines.getByRole('button', { name: WORDS.appeal }).last().click();
  const appeal = page.getByRole('dialog');
  const words = `แค่แซวเพื่อน ${mark}`;
  await appeal.getByLabel(WORDS.words).fill(words);
  // The typed text stays when a busy chat scrolls the line out of the list.
  const list = lines.locator('[tabindex="0"]');
  await list.evaluate((element) => element.scrollTo({ top: 0 }));
  await expect(lines.getByText('ด่าทอหรือข่มขู่')).toHaveCount(0);
  await expect(appeal.getByLabel(WORDS.words)).toHaveValue(words);
  expect(await findBarriers(page)).toEqual([]);
  await appeal.getByRole('button', { name: WORDS.send }).click();
  await expect(appeal.getByRole('heading', { name: WORDS.sent })).toBeVisible();
  await appeal.getByRole('button', { name: WORDS.done }).click();
  await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await reveal(lines, lines.getByText(WORDS.waits).last());

  await desk.getByRole('link', { name: 'Appeals' }).click();
  const row = desk.getByRole('listitem').filter({ hasText: words });
  await row.getByRole('button', { name: 'Grant' }).click();
  await dialog.getByLabel('Reason').fill('a joke between friends');
  await dialog.getByRole('button', { name: 'Show the message again' }).click();
  await expect(row).toHaveCount(0);
  await page.reload();
  await expect(lines).toBeVisible();
  await reveal(lines, lines.getByText(text));

  await desk.getByRole('link', { name: 'Live' }).click();
  await expect(desk.getByRole('button', { name: 'Hold to protect the chat' })).toBeVisible();
  // The page registers the key shortly after it renders.
  await expect(async () => {
    await desk.keyboard.down('h');
    const shielded = desk.getByRole('region', { name: 'Shield mode is on' });
    await shielded.waitFor({ timeout: 2_000 }).finally(() => desk.keyboard.up('h'));
  }).toPass();
  await expect(page.getByText('แชตจึง', { exact: false }).first()).toBeVisible();
  await desk.getByRole('button', { name: 'End now' }).click();
  await expect(desk.getByRole('region', { name: 'Shield mode', exact: true })).toBeVisible();
});
