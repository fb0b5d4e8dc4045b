import { expect, test } from 'vitest';
import { documentTitle } from '../document-meta.ts';
import { headTags } from './head-tags.ts';

const publicUrl = 'https://sangwian.example';

test('a title contains the name of the site', () => {
  expect(documentTitle({ title: 'เข้าสู่ระบบ' }, 'TH')).toBe('เข้าสู่ระบบ · สังเวียน');
  expect(documentTitle({}, 'EN')).toContain('Sangwian');
});

test('a title cannot inject markup into the head', () => {
  const head = headTags({
    meta: { title: '</title><script>alert(1)</script>', description: '"><b>' },
    language: 'EN',
    publicUrl,
    canonical: '/live/1',
  });
  expect(head).not.toContain('<script>');
  expect(head).not.toContain('"><b>');
});

test('a public page has its canonical URL and both languages', () => {
  const known = { meta: {}, publicUrl, canonical: '/history/boxer_detail?id=1' } as const;
  const thai = headTags({ ...known, language: 'TH' });
  const english = headTags({ ...known, language: 'EN' });
  const address = 'https://sangwian.example/history/boxer_detail?id=1';
  expect(thai).toContain(`<link rel="canonical" href="${address}">`);
  expect(english).toContain(`<link rel="canonical" href="${address}&amp;lang=en">`);
  for (const head of [thai, english]) {
    expect(head).toContain(`hreflang="th" href="${address}"`);
    expect(head).toContain(`hreflang="en" href="${address}&amp;lang=en"`);
    expect(head).toContain(`hreflang="x-default" href="${address}"`);
  }
  expect(thai).toContain('property="og:image" content="https://sangwian.example/share.jpg"');
  expect(english).toContain('name="twitter:title" content="Sangwian');
});

test('structured data cannot close its script element', () => {
  const head = headTags({
    meta: {},
    language: 'TH',
    publicUrl,
    canonical: '/',
    structured: [{ name: '</script><script>alert(1)</script>' }],
  });
  expect(head).not.toContain('</script><script>');
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(head) ?? [];
  expect(JSON.parse(json)).toEqual({ name: '</script><script>alert(1)</script>' });
});

test('a noindex page has the robots tag and no canonical URL', () => {
  const head = headTags({
    meta: { noindex: true },
    language: 'TH',
    publicUrl,
    canonical: '/sign-in',
  });
  expect(head).toContain('content="noindex"');
  expect(head).not.toContain('canonical');
});
