import type { Page } from '@playwright/test';
import { enterOtp, field, press } from './entrance.ts';
import type { EntranceWords } from './entrance-words.ts';
import { expect } from './journey.ts';
import { newPhone } from './new-member.ts';
import type { RunFile } from './start-stack.ts';
import { untilAlive } from './visit.ts';

export async function fillDetails(page: Page, words: EntranceWords): Promise<void> {
  await field(page, words.firstName).fill('น้ำค้าง');
  await field(page, words.lastName).fill("O'Neil ใจดี");
  await field(page, words.day).selectOption('29');
  await field(page, words.month).selectOption('2');
  await field(page, words.year).selectOption('2000');
  await page.getByRole('radio', { name: words.female, exact: true }).check();
}

export async function fillPasswords(
  page: Page,
  words: EntranceWords,
  password: string,
): Promise<void> {
  await field(page, words.password).fill(password);
  await field(page, words.confirm).fill(password);
}

/** Opens the details form of a new member with a confirmed phone number. Returns the phone number. */
export async function reachDetails(
  page: Page,
  run: RunFile,
  words: EntranceWords,
): Promise<string> {
  const phone = newPhone();
  await page.goto('/sign-up');
  await untilAlive(page);
  await field(page, words.phone).fill(phone);
  await press(page, words.sendOtp);
  await enterOtp(page, run, words, phone);
  await expect(field(page, words.firstName)).toBeVisible();
  return phone;
}
