import { createHmac } from 'node:crypto';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { StaffRole } from '@sangwian/contract/permissions';
import { expect } from './journey.ts';
import type { RunFile } from './start-stack.ts';
import { type Language, SCREENS, type Screen } from './visit.ts';

const STEP_MS = 30_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function decodeBase32(secret: string): Buffer {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** Returns the code that an authenticator app shows now (RFC 6238). */
function totpCode(secret: string): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS)));
  const digest = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

interface Account {
  readonly role: StaffRole;
  readonly email: string;
  readonly password: string;
  readonly totp_secret: string;
}

/** Signs a context in by the API. A used code is refused until the next one; few attempts stay below the limit of sign-ins. */
async function signIn(page: Page, run: RunFile, { email, password, totp_secret }: Account) {
  await expect
    .poll(
      async () => {
        const data = { email, password, code: totpCode(totp_secret) };
        const answer = await page.request.post(`${run.api}/operator/sign-in`, {
          data,
          headers: { 'x-app-key': run.app_key, origin: run.url },
        });
        return answer.ok() ? 'signed in' : await answer.text();
      },
      { timeout: STEP_MS + 10_000, intervals: [10_000] },
    )
    .toBe('signed in');
}

/** The sessions of this worker: a code works once, so that a second sign-in would wait for the next one. */
const sessions = new Map<StaffRole, Awaited<ReturnType<BrowserContext['cookies']>>>();

/** Opens the console in a browser of its own, signed in with the sample account of a role. */
export async function openConsole(
  browser: Browser,
  run: RunFile,
  role: StaffRole,
  { language, screen = 'a desktop' }: { readonly language: Language; readonly screen?: Screen },
): Promise<Page> {
  const { operators } = run.accounts as unknown as { operators: readonly Account[] };
  const account = operators.find((one) => one.role === role);
  if (account === undefined) throw new Error(`the sample data has no ${role}`);
  const context = await browser.newContext({
    ...SCREENS[screen],
    baseURL: run.url,
    timezoneId: 'Asia/Bangkok',
  });
  await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  const page = await context.newPage();
  const known = sessions.get(role);
  if (known === undefined) await signIn(page, run, account);
  else await context.addCookies(known);
  sessions.set(role, await context.cookies());
  return page;
}
