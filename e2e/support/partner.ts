import { createCipheriv, hash, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { RunFile } from './start-stack.ts';
import type { Language } from './visit.ts';

/** Members of the sample partner, by the names on the partner's page. */
export const PARTNER_MEMBERS = {
  palin: { id: 'lp-1001', firstName: 'ปาลิน', name: 'ปาลิน ลำพูทอง' },
  nara: { id: 'lp-1002', firstName: 'Nara', name: 'Nara Chomlak' },
  thi: { id: 'lp-1003', firstName: 'ธีร์', name: 'ธีร์ ศรีลำดวน' },
} as const;
type PartnerMember = (typeof PARTNER_MEMBERS)[keyof typeof PARTNER_MEMBERS];

const WORDS = {
  TH: { watch: 'ดูมวยสด', seal: 'สร้างลิงก์ปิดผนึก', open: 'เปิดลิงก์' },
  EN: { watch: 'Watch Muay Thai', seal: 'Make a sealed link', open: 'Open the link' },
} as const;

async function choose(page: Page, language: Language, member: PartnerMember): Promise<void> {
  await page.goto(`/sandbox/partner?lang=${language.toLowerCase()}`);
  await page.getByRole('radio', { name: member.name }).check();
}

/** Presses "Watch" on the partner's page as a member. */
export async function watchFromPartner(
  page: Page,
  language: Language,
  member: PartnerMember,
): Promise<void> {
  await choose(page, language, member);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: WORDS[language].watch }).click();
}

/** Creates a sealed link at the partner and returns its URL. */
export async function makeSealedLink(
  page: Page,
  language: Language,
  member: PartnerMember,
  target: '/liveExternal' | '/live' | '/' = '/liveExternal',
): Promise<string> {
  await choose(page, language, member);
  const value = { '/liveExternal': 'lives', '/live': 'live', '/': 'home' }[target];
  await page.locator(`input[name="target"][value="${value}"]`).check();
  await page.getByRole('button', { name: WORDS[language].seal }).click();
  const href = await openLink(page, language).getAttribute('href');
  if (href === null) throw new Error('the partner shows no link');
  return href;
}

export const openLink = (page: Page, language: Language) =>
  page.getByRole('link', { name: WORDS[language].open, exact: true });

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');

/** Seals a link with this run's key. The link expired an hour ago. */
export function sealExpiredLink(run: RunFile, dataDir: string, memberId: string): string {
  const { HANDOVER_SECRET } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
  const key = new Uint8Array(hkdfSync('sha256', HANDOVER_SECRET, '', 'sangwian handover', 32));
  const kid = hash('sha256', key, 'base64url').slice(0, 8);
  const header = base64url(JSON.stringify({ alg: 'dir', enc: 'A256GCM', kid }));
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    member_id: memberId,
    map_system_id: 'lumphu-play',
    max_satang: null,
    target: '/liveExternal',
    jti: randomUUID(),
    iat: now - 13 * 3_600,
    exp: now - 3_600,
  };
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(header));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(claims)), cipher.final()]);
  const data = [header, '', base64url(iv), base64url(sealed), base64url(cipher.getAuthTag())];
  return `${run.url}/redirect?data=${data.join('.')}`;
}
