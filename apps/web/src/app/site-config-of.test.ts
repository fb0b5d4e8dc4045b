import type { OuterSites } from '@sangwian/contract/page-render';
import { expect, test } from 'vitest';
import { siteConfigOf } from './site-config-of.ts';

const NONE: OuterSites = {
  newsUrl: '',
  programUrl: '',
  fighterUrl: '',
  iosStoreUrl: '',
  androidStoreUrl: '',
  samples: false,
  menu: null,
};
const configOf = (outerSites: OuterSites) =>
  siteConfigOf({
    url: '/',
    language: 'TH',
    device: 'desktop',
    call: () => Promise.reject(new Error('not called')),
    siteState: { revision: 6, off: [], notice: null },
    publicUrl: 'https://fan.example/',
    appKey: 'key',
    outerSites,
    contactUrl: '',
    reportEvery: 10,
    otpCountries: [],
    signal: AbortSignal.abort(),
  });

test('a site without configured URLs contains only its own host', () => {
  const hosts = JSON.stringify(configOf(NONE)).match(/https?:\/\/[^"/]+/g);
  expect(hosts).toEqual(['https://fan.example']);
});

test('a news site without a menu file is one link in the News menu', () => {
  const { newsUrl, news, highlights } = configOf({ ...NONE, newsUrl: 'https://news.example/' });
  expect(newsUrl).toBe('https://news.example');
  expect(news.flatMap(({ links }) => links.map(({ href }) => href))).toEqual([
    'https://news.example',
  ]);
  expect(highlights).toEqual([]);
});

test('in development the sample menus link to the sandbox', () => {
  const config = configOf({ ...NONE, samples: true });
  expect(config.news.length * config.highlights.length).toBeGreaterThan(0);
  const links = [...config.news, ...config.highlights].flatMap((section) => section.links);
  for (const { href } of links) expect(href).toMatch(/^https:\/\/fan\.example\/sandbox\/news/);
  expect(JSON.stringify(config).match(/https?:\/\/[^"/]+/g)).toEqual(
    JSON.stringify(config).match(/https:\/\/fan\.example/g),
  );
});
