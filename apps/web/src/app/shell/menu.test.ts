import { expect, test } from 'vitest';
import type { SiteConfig } from '../../shared/site-config.ts';
import { type MenuInput, menuItems, tabs } from './menu.ts';

const site: SiteConfig = {
  publicUrl: '',
  appKey: '',
  contactUrl: 'https://chat.example',
  reportEvery: 10,
  otpCountries: [],
  newsUrl: 'https://news.example',
  programUrl: '',
  fighterUrl: '',
  iosStoreUrl: 'https://ios.example',
  androidStoreUrl: 'https://android.example',
  news: [
    {
      heading: null,
      links: [{ label: { th: 'ข่าว', en: 'News' }, href: 'https://news.example/news' }],
    },
  ],
  state: { revision: 6, off: [], notice: null },
  highlights: [
    {
      heading: { th: 'ศึกมวยไทย', en: 'Promotions' },
      links: [{ label: { th: 'ทดสอบ', en: 'Test' }, href: 'https://news.example/test' }],
    },
  ],
};
const everything: MenuInput = {
  site,
  external: false,
  storeUrl: site.androidStoreUrl,
  hasPage: () => true,
};
const keys = (items: readonly { key: string }[]) => items.map(({ key }) => key);

test('the menu has the items of the specification in the same order, and the replays after the live', () => {
  expect(keys(menuItems(everything))).toEqual([
    'live',
    'replays',
    'news',
    'highlights',
    'program',
    'fighter',
    'game',
    'download',
  ]);
});

test('external mode has no prediction game', () => {
  expect(keys(menuItems({ ...everything, external: true }))).not.toContain('game');
  expect(keys(tabs({ ...everything, external: true }))).not.toContain('predict');
});

test('program and fighter link to the external site if one is configured', () => {
  const configured = { ...site, programUrl: 'https://news.example/program' };
  const item = menuItems({ ...everything, site: configured, hasPage: () => false }).find(
    ({ key }) => key === 'program',
  );
  expect(item).toMatchObject({ href: 'https://news.example/program' });
});

test('the menu leaves out pages that this build does not have', () => {
  const input = { ...everything, hasPage: (path: string) => path === '/' };
  expect(keys(menuItems(input))).toEqual(['news', 'highlights', 'download']);
});

test('the tab bar has home, programme, predict, wallet and me', () => {
  expect(keys(tabs(everything))).toEqual(['home', 'program', 'predict', 'wallet', 'me']);
});

test('other tabs replace the tabs of missing pages, and the tab me stays last', () => {
  const input = { ...everything, hasPage: (path: string) => path === '/' || path === '/live' };
  expect(keys(tabs(input))).toEqual(['home', 'live', 'news', 'download', 'me']);
});
