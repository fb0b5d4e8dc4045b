import { expect, test } from 'vitest';
import { documentTitle, headTags } from './document-meta.ts';

const publicUrl = 'https://sangwian.example';

test('a title carries the name of the site', () => {
  expect(documentTitle({ title: 'เข้าสู่ระบบ' }, 'TH')).toBe('เข้าสู่ระบบ · สังเวียน');
  expect(documentTitle({}, 'EN')).toContain('Sangwian');
});

test('what a live is called cannot break out of the head', () => {
  const head = headTags({
    meta: { title: '</title><script>alert(1)</script>', description: '"><b>' },
    language: 'EN',
    publicUrl,
    pathname: '/live/1',
  });
  expect(head).not.toContain('<script>');
  expect(head).not.toContain('"><b>');
});

test('a public page names its canonical address and both languages', () => {
  const head = headTags({ meta: {}, language: 'TH', publicUrl, pathname: '/live/1' });
  expect(head).toContain('<link rel="canonical" href="https://sangwian.example/live/1">');
  expect(head).toContain('hreflang="th" href="https://sangwian.example/live/1?lang=th"');
  expect(head).toContain('hreflang="en" href="https://sangwian.example/live/1?lang=en"');
  expect(head).toContain('property="og:image" content="https://sangwian.example/share.jpg"');
});

test('a page that is not for search engines says so and names no address', () => {
  const head = headTags({
    meta: { noindex: true },
    language: 'TH',
    publicUrl,
    pathname: '/sign-in',
  });
  expect(head).toContain('content="noindex"');
  expect(head).not.toContain('canonical');
});
