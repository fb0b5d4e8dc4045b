import { beforeEach, expect, test, vi } from 'vitest';
import { keepMember, type MemberProfile } from '../session/session.ts';
import { keepLanguage } from './keep-language.ts';

const member = { member_id: 'm', language: 'TH', wallet: { balance: 0 } } as MemberProfile;

/** Stubs a server that stores the language. Returns the received languages. */
function createServer(): string[] {
  const received: string[] = [];
  const items = new Map([['access_token', 'token']]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  });
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const { language } = JSON.parse(String(init.body));
    received.push(language);
    return Response.json({ data: { ...member, language } });
  });
  keepMember(member);
  return received;
}

beforeEach(() => {
  vi.unstubAllGlobals();
});

test('an unchanged language is not sent', async () => {
  const received = createServer();
  await keepLanguage('TH');
  expect(received).toEqual([]);
});

test('the last of two quick choices is stored last', async () => {
  const received = createServer();
  await Promise.all([keepLanguage('EN'), keepLanguage('TH')]);
  expect(received).toEqual(['EN', 'TH']);
});
