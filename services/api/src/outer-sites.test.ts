import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Environment } from '@sangwian/node-kit/environment';
import { afterAll, expect, test } from 'vitest';
import { readOuterSites } from './outer-sites.ts';

const folder = mkdtempSync(join(tmpdir(), 'sangwian-menu-'));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (values: Record<string, string>) => readOuterSites(new Environment(values));
function readMenu(menu: unknown) {
  const file = join(folder, 'menu.json');
  writeFileSync(file, typeof menu === 'string' ? menu : JSON.stringify(menu));
  return read({ WEB_MENU_FILE: file }).menu;
}
const link = { label: { th: 'ศึกเพชรอรุณ', en: 'Phet Arun' }, href: 'https://news.example/arun' };
const section = { heading: { th: 'ศึกมวยไทย', en: 'Promotions' }, links: [link] };

test('nothing is configured at first but where the apps are', () => {
  expect(read({})).toMatchObject({ newsUrl: '', programUrl: '', fighterUrl: '', menu: null });
  expect(read({}).iosStoreUrl).toMatch(/^https:/);
  expect(read({}).androidStoreUrl).toMatch(/^https:/);
});

test('each address of another site is configured by itself', () => {
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
    menu: null,
  });
  expect(() => read({ WEB_PROGRAM_URL: '/program' })).toThrow('WEB_PROGRAM_URL');
});

test('the menus come from a file, section by section, in its order', () => {
  const menu = { news: [{ heading: null, links: [link] }], highlights: [section] };
  expect(readMenu(menu)).toEqual(menu);
});

test.each([
  ['that is no JSON', '{'],
  ['without Highlights', { news: [] }],
  ['with a section of nothing', { news: [], highlights: [{ ...section, links: [] }] }],
  [
    'with a heading in one language',
    { news: [], highlights: [{ ...section, heading: { en: 'Promotions' } }] },
  ],
  [
    'whose link is a script',
    { news: [], highlights: [{ ...section, links: [{ ...link, href: 'javascript:alert(1)' }] }] },
  ],
])('a menu %s is refused by its name', (_, menu) => {
  expect(() => readMenu(menu)).toThrow('WEB_MENU_FILE');
});

test('a menu that is not there is told, not left out', () => {
  expect(() => read({ WEB_MENU_FILE: join(folder, 'gone.json') })).toThrow('WEB_MENU_FILE');
});
