import type { Locator, Page } from '@playwright/test';
import type { EntranceWords } from './entrance-words.ts';
import { expect } from './journey.ts';
import { readOtp } from './read-sms.ts';
import type { RunFile } from './start-stack.ts';

/** A field of the page by the words beside it. */
export const field = (page: Page, label: string): Locator =>
  page.getByRole('main').getByLabel(label, { exact: true });

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();

/** Fills the six boxes with what has come by SMS under the shown reference; the last digit sends them. */
export async function enterOtp(
  page: Page,
  run: RunFile,
  words: EntranceWords,
  phone: string,
): Promise<void> {
  const line = page.getByRole('main').getByText(words.reference);
  const [, reference = ''] = (await line.innerText()).match(words.reference) ?? [];
  await field(page, words.otp).fill(await readOtp(run, phone, reference));
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** That a field says what is wrong with it, to the eye and, after its hint if there is one, to who listens. */
export async function expectComplaint(at: Locator, sentence: string): Promise<void> {
  await expect(at).toHaveAttribute('aria-invalid', 'true');
  await expect(at).toHaveAccessibleDescription(new RegExp(`(^|\\s)${escaped(sentence)}$`));
}

/** Leaves a field with a text in it, so that its rule speaks. */
export async function leaveWith(at: Locator, text: string): Promise<void> {
  await at.fill(text);
  await at.blur();
}
