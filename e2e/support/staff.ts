import type { Browser, Page } from '@playwright/test';
import type { StaffRole } from '@sangwian/contract/permissions';
import { forgetUsedCode } from './database.ts';
import { expect } from './journey.ts';
import type { RunFile, StaffAccount } from './start-stack.ts';
import { totpCode } from './totp.ts';
import { type Language, openBrowser, type Screen } from './visit.ts';

/** Returns the sample account of a role. */
export function staffAccount(run: RunFile, role: StaffRole): StaffAccount {
  const account = run.accounts.operators.find((operator) => operator.role === role);
  if (account === undefined) throw new Error(`the sample data has no ${role}`);
  return account;
}

/** Signs in the sample account of a role at the API, in the browser context of a page. */
export async function signStaffIn(page: Page, run: RunFile, role: StaffRole): Promise<void> {
  const { email, password, totp_secret } = staffAccount(run, role);
  await forgetUsedCode(email);
  const answer = await page.request.post(`${run.api}/operator/sign-in`, {
    data: { email, password, code: totpCode(totp_secret) },
    headers: { 'x-app-key': run.app_key, origin: run.url },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Opens a separate browser at a path of the console, signed in with the sample account of a role. */
export async function openConsole(
  browser: Browser,
  run: RunFile,
  role: StaffRole,
  {
    language,
    path,
    screen,
  }: { readonly language: Language; readonly path?: string; readonly screen?: Screen },
): Promise<Page> {
  const page = await openBrowser(browser, run, { language }, screen);
  await signStaffIn(page, run, role);
  if (path !== undefined) await page.goto(`/console/${path}`);
  return page;
}
