import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { layCable } from './support/cable.ts';
import { callApi, type Fan, findLiveOn } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { operate, operateOn } from './support/operator.ts';
import { ask, connectEventSocket } from './support/socket.ts';
import type { RunFile } from './support/start-stack.ts';
import { type Language, LONG, openBrowser, prepare, type Screen } from './support/visit.ts';

const WORDS = {
  TH: {
    lines: 'ข้อความในแชต',
    box: 'ข้อความ',
    send: 'ส่ง',
    tooLong: 'ข้อความยาวเกินไป',
    reconnecting: 'กำลังเชื่อมต่อแชตใหม่…',
    logIn: 'เข้าสู่ระบบเพื่อแชต',
    removed: 'ข้อความถูกลบแล้ว',
    out: 'คุณส่งข้อความไม่ได้ชั่วคราว',
    link: 'ส่งลิงก์ในแชตนี้ไม่ได้',
  },
  EN: {
    lines: 'Chat messages',
    box: 'Message',
    send: 'Send',
    slow: 'Please wait a moment before sending another message.',
    reconnecting: 'Chat is reconnecting…',
    logIn: 'Log in to chat',
    removed: 'Message removed',
    out: 'You cannot send messages for a while.',
    link: 'Links cannot be sent here.',
  },
} as const;

interface Chat {
  readonly page: Page;
  readonly lines: Locator;
  readonly box: Locator;
  readonly send: Locator;
  readonly notice: Locator;
}

/** Opens the chat and resolves once its text box is visible. */
async function openChat(page: Page, run: RunFile, language: Language): Promise<Chat> {
  const words = WORDS[language];
  await page.goto(`${run.url}/live/${(await findLiveOn(run)).program_live_id}`);
  const place = page.getByRole('complementary').filter({ has: page.locator('form') });
  const chat = {
    page,
    lines: place.getByRole('log', { name: words.lines }),
    box: place.getByRole('textbox', { name: words.box }),
    send: place.getByRole('button', { name: words.send, exact: true }),
    notice: place.getByRole('alert'),
  };
  await expect(chat.box).toBeVisible();
  return chat;
}

async function sendMessage(chat: Chat, text: string): Promise<void> {
  await chat.box.fill(text);
  await chat.send.click();
  await expect(lineOf(chat, text)).toHaveCount(1);
}

const lineOf = ({ lines }: Chat, text: string): Locator => lines.getByText(text);

/** Returns a text that differs from the messages of all runs. */
const unique = (text: string): string => `${text} ${randomUUID().slice(0, 8)}`;

/** Sends a message by socket, without a browser. */
async function sendBySocket(run: RunFile, fan: Fan, text: string): Promise<void> {
  const socket = await connectEventSocket(run, fan.accessToken);
  try {
    const { program_live_id } = await findLiveOn(run);
    const line = { program_live_id, text, chat_message_id: randomUUID() };
    expect(await ask(socket, 'chat:send', line)).toMatchObject({ ok: true });
  } finally {
    socket.close();
  }
}

test.use({ isOnAir: false });

test('a fan on a Thai desktop and a fan on an English phone read each other’s messages', async ({
  page,
  run,
  context,
  browser,
  enter,
}) => {
  await prepare(context, run, { language: 'TH', fan: await enter(0) });
  const [thaiText, englishText] = [unique('เพชรน้ำหนึ่งสู้ ๆ'), unique('What a kick!')];
  const phone: Screen = 'a phone';
  const other = await openBrowser(browser, run, { language: 'EN', fan: await enter(1) }, phone);
  const [one, two] = await Promise.all([openChat(page, run, 'TH'), openChat(other, run, 'EN')]);
  await sendMessage(one, thaiText);
  await expect(lineOf(two, thaiText)).toBeVisible();
  await sendMessage(two, englishText);
  await expect(lineOf(one, englishText)).toBeVisible();
  await expect(lineOf(one, thaiText)).toHaveCount(1);
  await other.context().close();
});

test('HTML and direction marks in a message are shown as plain text', async ({
  page,
  run,
  context,
  enter,
}) => {
  await prepare(context, run, { language: 'EN', fan: await enter(2) });
  const chat = await openChat(page, run, 'EN');
  const tag = unique('<img src=x onerror="document.title=1"><b>bold</b>');
  await sendMessage(chat, tag);
  await expect(chat.lines.locator('b, img[src="x"]')).toHaveCount(0);

  const mark = randomUUID().slice(0, 8);
  await sendBySocket(run, await enter(3), `\u202Eright\u2066 to\u200F left ${mark}`);
  await expect(lineOf(chat, `right to left ${mark}`)).toBeVisible();
  expect(await chat.lines.innerText()).not.toMatch(/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/);

  const arabic = `مرحبا ${randomUUID().slice(0, 8)}`;
  await sendBySocket(run, await enter(4), arabic);
  await expect(lineOf(chat, arabic)).toBeVisible();
  await expect(lineOf(chat, tag)).toHaveCSS('direction', 'ltr');
});

test('a fan who sends too fast is told to wait, keeps the text, and can send it afterwards', async ({
  page,
  run,
  context,
  enter,
}) => {
  await prepare(context, run, { language: 'EN', fan: await enter(5) });
  const chat = await openChat(page, run, 'EN');
  await sendMessage(chat, unique('one'));
  const second = unique('two');
  await chat.box.fill(second);
  await chat.send.click();
  await expect(chat.notice).toHaveText(WORDS.EN.slow);
  await expect(chat.box).toHaveValue(second);
  await expect(lineOf(chat, second)).toHaveCount(0);
  await expect(async () => {
    if ((await chat.box.inputValue()) !== '') await chat.send.click();
    await expect(chat.box).toHaveValue('', { timeout: 500 });
    await expect(lineOf(chat, second)).toHaveCount(1, { timeout: 500 });
    await expect(chat.notice).toBeEmpty({ timeout: 500 });
  }).toPass();
});

test(
  'a message of 5 000 letters is refused with a reason and stays in the box',
  LONG,
  async ({ page, run, context, enter }) => {
    await prepare(context, run, { language: 'TH', fan: await enter(7) });
    const chat = await openChat(page, run, 'TH');
    const long = 'ช'.repeat(5_000);
    await chat.box.fill(long);
    await expect(chat.notice).toHaveText(WORDS.TH.tooLong);
    await chat.box.press('Enter');
    await expect(chat.send).toBeDisabled();
    await expect(chat.box).toHaveValue(long);
    await expect(lineOf(chat, long.slice(0, 300))).toHaveCount(0);
  },
);

test(
  'the length of a Thai message counts letters together with their marks',
  LONG,
  async ({ page, run, context, enter }) => {
    await prepare(context, run, { language: 'TH', fan: await enter(8) });
    const chat = await openChat(page, run, 'TH');
    // 190 grapheme clusters consisting of 380 Unicode characters.
    const line = unique('ที่'.repeat(181));
    await sendMessage(chat, line);
  },
);

test('a double click sends a message once', async ({ page, run, context, browser, enter }) => {
  await prepare(context, run, { language: 'EN', fan: await enter(0) });
  const other = await openBrowser(browser, run, { language: 'EN', fan: await enter(1) });
  const [one, two] = await Promise.all([openChat(page, run, 'EN'), openChat(other, run, 'EN')]);
  const line = unique('twice?');
  await one.box.fill(line);
  await one.send.dblclick();
  await expect(lineOf(two, line)).toHaveCount(1);
  // A later message has arrived, so a duplicate of the first would be visible by now.
  const later = unique('later');
  await sendBySocket(run, await enter(2), later);
  await expect(lineOf(two, later)).toHaveCount(1);
  await expect(lineOf(two, line)).toHaveCount(1);
  await expect(lineOf(one, line)).toHaveCount(1);
  await expect(one.notice).toBeEmpty();
  await other.context().close();
});

test('after a lost connection the missed messages arrive once each in order, and a message written meanwhile is sent', async ({
  page,
  run,
  context,
  enter,
  complaints,
}) => {
  complaints.forgive(/ERR_|WebSocket connection/);
  const cable = await layCable(run.url);
  try {
    const site = { ...run, url: cable.url };
    await prepare(context, site, { language: 'EN', fan: await enter(3) });
    const chat = await openChat(page, site, 'EN');
    const mark = randomUUID().slice(0, 8);
    await sendBySocket(run, await enter(4), `before ${mark}`);
    await expect(lineOf(chat, `before ${mark}`)).toBeVisible();

    cable.pull();
    await expect(page.getByText(WORDS.EN.reconnecting)).toBeVisible();
    await chat.box.fill(`meanwhile ${mark}`);
    await chat.send.click();
    for (const index of [5, 6, 7, 8]) {
      await sendBySocket(run, await enter(index), `missed ${index} ${mark}`);
    }
    cable.plugIn();
    await expect(lineOf(chat, `missed 8 ${mark}`)).toBeVisible();
    await expect(page.getByText(WORDS.EN.reconnecting)).toBeHidden();
    const order = async () => {
      const texts = await lineOf(chat, mark).allInnerTexts();
      return texts.map((text) => /(before|meanwhile|missed \d)/.exec(text)?.[0]);
    };
    await expect
      .poll(order)
      .toEqual(['before', 'missed 5', 'missed 6', 'missed 7', 'missed 8', 'meanwhile']);
    // The message was stored exactly once.
    const params = { program_live_id: (await findLiveOn(run)).program_live_id };
    await expect
      .poll(async () => {
        const { data } = await callApi(run, null, 'GET /live/{program_live_id}/chat', { params });
        return data.messages.filter(({ text }) => text === `meanwhile ${mark}`).length;
      })
      .toBe(1);
  } finally {
    await cable.close();
  }
});

test('a signed-out visitor is led to sign-in instead of the chat', async ({
  page,
  run,
  context,
}) => {
  await prepare(context, run, { language: 'EN' });
  const { program_live_id } = await findLiveOn(run);
  await page.goto(`/live/${program_live_id}`);
  await expect(page).toHaveURL(/\/sign-in\?from=/);
  await expect(page.getByRole('textbox', { name: WORDS.EN.box, exact: true })).toHaveCount(0);
});

test('a moderator removes a message and times its author out by the keyboard alone; the author keeps a draft and can write again afterwards', async ({
  page,
  run,
  context,
  browser,
  enter,
}) => {
  const [author, moderator] = [await enter(0), await enter(8)];
  await operate('role', moderator.memberId, 'moderator', '--reason', 'a journey');
  try {
    await prepare(context, run, { language: 'TH', fan: author });
    const other = await openBrowser(browser, run, { language: 'EN', fan: moderator });
    const [authorChat, moderatorChat] = await Promise.all([
      openChat(page, run, 'TH'),
      openChat(other, run, 'EN'),
    ]);
    const line = unique('ลบฉันที');
    await sendMessage(authorChat, line);

    const dialog = other.getByRole('dialog');
    const received = lineOf(moderatorChat, line);
    await expect(received).toBeVisible();
    // The last line of the chat may be another member's.
    const menu = received.locator('xpath=ancestor-or-self::p/following-sibling::button');
    await menu.press('Enter');
    await expect(dialog.getByText(line)).toBeVisible();
    await dialog.getByRole('button', { name: '10 minutes' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(authorChat.notice).toHaveText(WORDS.TH.out);
    await expect(page.getByText(/^เหลืออีก (10:00|9:\d\d)$/)).toBeVisible();
    const kept = unique('ยังอยู่');
    await authorChat.box.fill(kept);
    await expect(authorChat.send).toBeDisabled();
    await menu.press('Enter');
    await dialog.getByRole('button', { name: 'Pin this message' }).press('Enter');
    await expect(page.getByRole('status', { name: 'ข้อความที่ปักหมุด' })).toContainText(line);
    await menu.press('Enter');
    await dialog.getByRole('button', { name: 'Remove this message' }).press('Enter');
    await expect(lineOf(authorChat, WORDS.TH.removed).last()).toBeVisible();
    await expect(page.getByText(line)).toHaveCount(0);

    await page.reload();
    await expect(authorChat.notice).toHaveText(WORDS.TH.out);
    await expect(authorChat.box).toHaveValue(kept);
    await operateOn('chat', 'end-timeout', author.memberId, '--reason', 'a journey');
    await expect(authorChat.notice).toBeEmpty();
    await authorChat.box.fill('ดูที่ example จุด com');
    await authorChat.send.click();
    await expect(authorChat.notice).toHaveText(WORDS.TH.link);
    await expect(authorChat.box).toHaveValue('ดูที่ example จุด com');
    await other.context().close();
  } finally {
    await Promise.all([
      operate('role', moderator.memberId, 'none', '--reason', 'a journey'),
      operateOn('chat', 'end-timeout', author.memberId, '--reason', 'a journey'),
    ]);
  }
});

test(
  'at twenty messages a second the reading position stays, the list is virtualised, and a button leads to the newest message',
  LONG,
  async ({ page, run, context, enter }) => {
    const senders = await Promise.all([1, 2, 3, 4].map((index) => enter(index)));
    const setRole = (role: string) =>
      Promise.all(
        senders.map(({ memberId }) => operate('role', memberId, role, '--reason', 'a journey')),
      );
    await setRole('moderator');
    const sockets = await Promise.all(
      senders.map(({ accessToken }) => connectEventSocket(run, accessToken)),
    );
    try {
      await prepare(context, run, { language: 'EN', fan: await enter(5) });
      const mark = randomUUID().slice(0, 8);
      const received = new Set<string>();
      page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => {
          for (const [line] of payload.toString().matchAll(new RegExp(`line \\d+ ${mark}`, 'g')))
            received.add(line);
        }),
      );
      const chat = await openChat(page, run, 'EN');
      const { program_live_id } = await findLiveOn(run);
      let sent = 0;
      // At the limit of one connection: 20 messages at once, then 5 per second. A burst is the harder case.
      const sendMany = (count: number) =>
        Promise.all(
          Array.from({ length: count }, async (_, index) => {
            sent += 1;
            const text = `line ${sent} ${mark}`;
            const line = { program_live_id, text, chat_message_id: randomUUID() };
            const socket = sockets[index % sockets.length];
            if (socket === undefined) return;
            // A new role takes effect within seconds; until then the limit of members applies.
            await expect.poll(async () => (await ask(socket, 'chat:send', line)).ok).toBe(true);
          }),
        );
      await sendMany(40);
      // During heavy load a tick contains only a sample of the messages.
      await expect.poll(() => received.size).toBeGreaterThanOrEqual(20);
      await expect(lineOf(chat, mark).last()).toBeVisible();
      // A pending automatic scroll to the end must not undo the fan's scrolling up while messages arrive.
      const newest = page.getByRole('button', { name: 'New messages' });
      await chat.lines.hover();
      const sending = sendMany(20);
      await page.mouse.wheel(0, -600);
      await sending;
      await expect(newest).toBeVisible();
      const place = () =>
        chat.lines.evaluate((list) => {
          const top = list.getBoundingClientRect().top + 100;
          const rows = [...list.querySelectorAll('p')];
          const row = rows.find((one) => one.getBoundingClientRect().top >= top);
          return [row?.textContent, Math.round(row?.getBoundingClientRect().top ?? 0)];
        });
      const height = () =>
        chat.lines.evaluate((list) => list.querySelector('[tabindex]')?.scrollHeight ?? 0);
      const before = await place();
      const [heightBefore, receivedBefore] = [await height(), received.size];
      await sendMany(40);
      await expect.poll(() => received.size).toBeGreaterThanOrEqual(receivedBefore + 20);
      await expect.poll(height).toBeGreaterThan(heightBefore);
      expect(await place()).toEqual(before);
      expect(await chat.lines.locator('p').count()).toBeLessThan(60);
      await newest.click();
      await expect(newest).toBeHidden();
      await expect(lineOf(chat, mark).last()).toBeInViewport();
    } finally {
      for (const socket of sockets) socket.close();
      await setRole('none');
    }
  },
);
