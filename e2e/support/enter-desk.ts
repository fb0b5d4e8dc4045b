import { createHmac } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import type { StaffRole } from '@sangwian/contract/permissions';
import { expect } from './journey.ts';
import type { RunFile } from './start-stack.ts';
import { type Language, openBrowser, type Screen } from './visit.ts';

interface Operator {
  readonly role: StaffRole;
  readonly email: string;
  readonly password: string;
  readonly totp_secret: string;
}

const STEP_S = 30;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns the code that an authenticator shows, some steps of 30 s from now (RFC 6238). */
function codeOf(secret: string, steps: number): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1_000 / STEP_S) + steps));
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Opens a page of the console in a browser of its own, signed in as the sample account of a role. */
export async function enterDesk(
  browser: Browser,
  run: RunFile,
  role: StaffRole,
  { language, path, screen }: { language: Language; path: string; screen?: Screen },
): Promise<Page> {
  const { operators } = run.accounts as unknown as { operators: readonly Operator[] };
  const account = operators.find((one) => one.role === role);
  if (account === undefined) throw new Error(`the sample has no ${role}`);
  const page = await openBrowser(browser, run, { language }, screen);
  const { email, password, totp_secret } = account;
  const enter = async (steps: number): Promise<number> => {
    const data = { email, password, code: codeOf(totp_secret, steps) };
    return (await page.request.post(`${run.api}/operator/sign-in`, { data })).status();
  };
  // A code works once; another journey may have used the one of now.
  if ((await enter(0)) !== 200) expect(await enter(1)).toBe(200);
  await page.goto(`${run.url}/console/${path}`);
  return page;
}
