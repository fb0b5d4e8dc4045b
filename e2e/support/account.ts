import type { BrowserContext, Page } from '@playwright/test';
import { callApi } from './fan.ts';
import { type NewMember, registerMember } from './new-member.ts';
import type { RunFile } from './start-stack.ts';
import { type Language, prepare, untilAlive } from './visit.ts';

/** Registers a member and opens a page as that member. */
export async function openAs(
  page: Page,
  context: BrowserContext,
  run: RunFile,
  { language, path }: { language: Language; path: string },
): Promise<NewMember> {
  const member = await registerMember(run);
  await prepare(context, run, { language, fan: member });
  await page.goto(path);
  await untilAlive(page);
  return member;
}

/** Signs the member in on another device and returns the access token. */
export async function signInElsewhere(
  run: RunFile,
  { phone, password }: NewMember,
): Promise<string> {
  const { data } = await callApi(run, null, 'POST /auth/member/login-v2', {
    body: { phone, password },
  });
  return data.access_token;
}

/** Returns whether an access token is still valid. */
export const isSignedIn = (run: RunFile, token: string): Promise<boolean> =>
  callApi(run, token, 'GET /auth/member/sessions', {}).then(
    () => true,
    () => false,
  );
