import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../public', name), 'utf8');

test('an old browser can read why it is too old: no script, and no style that it would have to know', () => {
  const page = read('unsupport.html');
  expect(page).not.toMatch(/<script|<noscript|type="module"|<picture|srcset/);
  // What it does not know it leaves out, but a variable or a nested rule would take the colours of the text with it.
  const style = read('alone.css');
  expect(style).not.toMatch(/var\(|@import|@layer|&|:has\(|:is\(|:where\(|\bclamp\(|\bmin\(/);
  expect(style).toMatch(/body \{[^}]*background: #[0-9a-f]{6};\s*color: #[0-9a-f]{6};/);
});

test('it says so in both languages, and which browsers there are', () => {
  const page = read('unsupport.html');
  expect(page).toContain('เบราว์เซอร์นี้ยังไม่รองรับ');
  expect(page).toContain('This browser is not supported');
  for (const browser of ['Chrome', 'Edge', 'Safari']) {
    expect(page.split(`>${browser}</a>`)).toHaveLength(3);
  }
});
