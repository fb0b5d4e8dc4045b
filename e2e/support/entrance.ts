import type { Locator, Page } from '@playwright/test';
import type { EntranceWords } from './entrance-words.ts';
import { expect } from './journey.ts';
import { readOtp } from './read-sms.ts';
import type { RunFile } from './start-stack.ts';

/** Finds a field of the page by its label. */
export const field = (page: Page, label: string): Locator =>
  page.getByRole('main').getByLabel(label, { exact: true });

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();

/** Enters the OTP of the SMS with the displayed reference. Typing the last digit submits the OTP. */
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

/** Expects a field to be marked invalid and to be described by an error, which follows its hint if it has one. */
export async function expectComplaint(at: Locator, sentence: string): Promise<void> {
  await expect(at).toHaveAttribute('aria-invalid', 'true');
  await expect(at).toHaveAccessibleDescription(new RegExp(`(^|\\s)${escaped(sentence)}$`));
}

/** Fills a field and blurs it, which validates it. */
export async function leaveWith(at: Locator, text: string): Promise<void> {
  await at.fill(text);
  await at.blur();
}
