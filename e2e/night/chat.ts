import { consoleWords, refusal, wordsOf } from '../support/words.ts';
import type { Fans } from './fans.ts';
import { expectViewers } from './show.ts';
import { expect, type Night } from './site.ts';
import type { Crew } from './staff.ts';

const WORDS = consoleWords({
  word: 'Word',
  add: 'Add',
  reason: 'Reason',
  addWord: 'Add the word',
  held: 'Held for review',
  banned: 'Banned',
  actions: 'Actions',
});
const FAN_WORDS = wordsOf({
  lines: 'Chat messages',
  box: 'Message',
  send: 'Send',
  banned: refusal('member_banned'),
});
/** A watched word: the chat holds messages with this tip for gamblers until a moderator reviews them. */
const WATCHED = 'ทีเด็ด';
export const BAN_REASON = 'A copied slip';

/** Adds a watched word, checks that a fan's message with the word is held, and releases the message. */
export async function releaseHeldMessage(
  { language }: Night,
  { moderator }: Crew,
  { red, blue }: Fans,
): Promise<void> {
  const words = WORDS[language];
  const fanWords = FAN_WORDS[language];
  await moderator.goto('/console/chat/words');
  await moderator.getByRole('textbox', { name: words.word, exact: true }).fill(WATCHED);
  await moderator.getByRole('button', { name: words.add, exact: true }).click();
  const dialog = moderator.getByRole('dialog');
  await dialog.getByLabel(words.reason).fill('Tips for gamblers');
  await dialog.getByRole('button', { name: words.addWord }).click();
  await expect(moderator.getByText(WATCHED, { exact: true })).toBeVisible();
  await moderator.goto('/console/chat/live');
  const queue = moderator.getByRole('region', { name: words.held });
  await expect(queue).toBeVisible();

  const text = `${WATCHED} 1-0`;
  await blue.page.getByRole('textbox', { name: fanWords.box }).fill(text);
  await blue.page.getByRole('button', { name: fanWords.send, exact: true }).click();
  await expect(queue).toContainText(text);
  const lines = red.page.getByRole('log', { name: fanWords.lines });
  await expect(lines).toBeVisible();
  await expect(lines.getByText(text)).toHaveCount(0);
  await moderator.keyboard.press('a');
  await expect(lines.getByText(text)).toBeVisible();
}

/** Bans the cheat. The page and the video of the cheat end at once, and the viewer count drops. */
export async function banWatchingMember(night: Night, crew: Crew, fans: Fans): Promise<void> {
  const { run, language } = night;
  const { owner } = crew;
  const words = WORDS[language];
  const { page, member } = fans.cheat;
  await owner.goto(`/console/members?q=${member.phone}`);
  const row = owner.getByRole('row').filter({ hasText: `••• ${member.phone.slice(-4)}` });
  await row.getByRole('button').click();
  await expect(owner.getByRole('region', { name: words.actions, exact: true })).toBeVisible();
  await owner.keyboard.press('b');
  const dialog = owner.getByRole('dialog');
  await dialog.getByRole('textbox').last().fill(BAN_REASON);
  await owner.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(`${run.url}/sign-in?status=ban`);
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expect(owner.getByText(words.banned, { exact: true }).first()).toBeVisible();
  await owner.goto('/console/tonight');
  await expectViewers(crew, night, Object.keys(fans).length - 1);
}
