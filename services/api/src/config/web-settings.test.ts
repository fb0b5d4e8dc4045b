import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment } from '@sangwian/node-kit/environment';
import { afterAll, expect, test } from 'vitest';
import { hiddenItems, WebSettings } from './web-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'sangwian-menu-'));
afterAll(() => rmSync(folder, { recursive: true }));

const readAll = (values: Record<string, string>, production = false) =>
  readEnvironment(WebSettings, { ...values, NODE_ENV: production ? 'production' : 'test' });
const read = (values: Record<string, string>) => readAll(values).outerSites;
function readMenu(menu: unknown) {
  const file = join(folder, 'menu.json');
  writeFileSync(file, typeof menu === 'string' ? menu : JSON.stringify(menu));
  return read({ WEB_MENU_FILE: file }).menu;
}
const link = { label: { th: 'ศึกเพชรอรุณ', en: 'Phet Arun' }, href: 'https://news.example/arun' };
const section = { heading: { th: 'ศึกมวยไทย', en: 'Promotions' }, links: [link] };

test('production hides items without a URL and lists their variables', () => {
  const sites = readAll({}, true);
  expect(sites.outerSites).toEqual({
    newsUrl: '',
    programUrl: '',
    fighterUrl: '',
    iosStoreUrl: '',
    androidStoreUrl: '',
    samples: false,
    menu: null,
  });
  expect(sites.contactUrl).toBe('');
  expect(hiddenItems(sites)).toEqual([
    'WEB_NEWS_URL',
    'WEB_MENU_FILE',
    'WEB_IOS_STORE_URL',
    'WEB_ANDROID_STORE_URL',
    'WEB_CONTACT_URL',
  ]);
  const configured = readAll(
    {
      WEB_NEWS_URL: 'https://news.example',
      WEB_IOS_STORE_URL: 'https://ios.example/app',
      WEB_CONTACT_URL: 'https://chat.example',
    },
    true,
  );
  expect(hiddenItems(configured)).toEqual(['WEB_MENU_FILE', 'WEB_ANDROID_STORE_URL']);
});

test('the contact URL is a web address', () => {
  const contact = (WEB_CONTACT_URL: string) => readAll({ WEB_CONTACT_URL }, true).contactUrl;
  expect(contact('https://chat.example/admin')).toBe('https://chat.example/admin');
  expect(() => contact('javascript:alert(1)')).toThrow('WEB_CONTACT_URL');
});

test('development shows samples for URLs that are not configured', () => {
  expect(hiddenItems(readAll({}))).toEqual([]);
  expect(readAll({}).contactUrl).toMatch(/^https:/);
  expect(read({})).toMatchObject({ newsUrl: '', programUrl: '', fighterUrl: '', menu: null });
  expect(read({}).iosStoreUrl).toMatch(/^https:/);
  expect(read({}).androidStoreUrl).toMatch(/^https:/);
});

test('each URL of another site has a separate variable', () => {
  const sites = read({
    WEB_NEWS_URL: 'https://news.example/',
    WEB_PROGRAM_URL: 'https://news.example/program',
    WEB_FIGHTER_URL: 'https://news.example/fighters',
    WEB_IOS_STORE_URL: 'https://ios.example/app',
    WEB_ANDROID_STORE_URL: 'https://android.example/app',
  });
  expect(sites).toEqual({
    newsUrl: 'https://news.example',
    programUrl: 'https://news.example/program',
    fighterUrl: 'https://news.example/fighters',
    iosStoreUrl: 'https://ios.example/app',
    androidStoreUrl: 'https://android.example/app',
    samples: true,
    menu: null,
  });
  expect(() => read({ WEB_PROGRAM_URL: '/program' })).toThrow('WEB_PROGRAM_URL');
});

test('the menus come from a file, section by section and in the same order', () => {
  const menu = { news: [{ heading: null, links: [link] }], highlights: [section] };
  expect(readMenu(menu)).toEqual(menu);
});

test.each([
  ['that is not JSON', '{'],
  ['without Highlights', { news: [] }],
  ['with a section without links', { news: [], highlights: [{ ...section, links: [] }] }],
  [
    'with a heading in one language',
    { news: [], highlights: [{ ...section, heading: { en: 'Promotions' } }] },
  ],
  [
    'whose link is a script',
    { news: [], highlights: [{ ...section, links: [{ ...link, href: 'javascript:alert(1)' }] }] },
  ],
])('refuses a menu %s and names the variable', (_, menu) => {
  expect(() => readMenu(menu)).toThrow('WEB_MENU_FILE');
});

test('refuses a path to a missing menu file', () => {
  expect(() => read({ WEB_MENU_FILE: join(folder, 'gone.json') })).toThrow('WEB_MENU_FILE');
});
