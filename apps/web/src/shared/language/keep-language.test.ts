import { beforeEach, expect, test, vi } from 'vitest';
import { keepMember, type MemberProfile } from '../session/session.ts';
import { keepLanguage } from './keep-language.ts';

const member = { member_id: 'm', language: 'TH', wallet: { balance: 0 } } as MemberProfile;

/** A server that answers with what it was told, and what it was told. */
function createServer(): string[] {
  const told: string[] = [];
  const items = new Map([['access_token', 'token']]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  });
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const { language } = JSON.parse(String(init.body));
    told.push(language);
    return Response.json({ data: { ...member, language } });
  });
  keepMember(member);
  return told;
}

beforeEach(() => {
  vi.unstubAllGlobals();
});

test('a language that the server has already is not sent', async () => {
  const told = createServer();
  await keepLanguage('TH');
  expect(told).toEqual([]);
});

test('of two quick choices the last one stays', async () => {
  const told = createServer();
  await Promise.all([keepLanguage('EN'), keepLanguage('TH')]);
  expect(told).toEqual(['EN', 'TH']);
});
