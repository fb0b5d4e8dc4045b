import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../public', name), 'utf8');

test('an old browser can show the page: it has no script and no modern style', () => {
  const page = read('unsupport.html');
  expect(page).not.toMatch(/<script|<noscript|type="module"|<picture|srcset/);
  // Old browsers ignore unknown rules, so a variable or a nested rule would remove the colours of the text.
  const style = read('alone.css');
  expect(style).not.toMatch(/var\(|@import|@layer|&|:has\(|:is\(|:where\(|\bclamp\(|\bmin\(/);
  expect(style).toMatch(/body \{[^}]*background: #[0-9a-f]{6};\s*color: #[0-9a-f]{6};/);
});

test('the page names the supported browsers in both languages', () => {
  const page = read('unsupport.html');
  expect(page).toContain('เบราว์เซอร์นี้ยังไม่รองรับ');
  expect(page).toContain('This browser is not supported');
  for (const browser of ['Chrome', 'Edge', 'Safari']) {
    expect(page.split(`>${browser}</a>`)).toHaveLength(3);
  }
});
