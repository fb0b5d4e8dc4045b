import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawPolicy } from './policy-texts.ts';

const FRONT = '---\ntitle: Terms: the rules\nsummary: What holds.\nupdated: 2026-11-21\n---\n';
const texts = join(import.meta.dirname, '../src/features/policies/texts');
const names = readdirSync(texts);
const read = (name: string) => drawPolicy(readFileSync(join(texts, name), 'utf8'));

test('a text has its title, its day and an id for each section', () => {
  const drawn = drawPolicy(`${FRONT}Hello.\n\n## One & *two*\n\n- a\n\n### Small\n\n## Three\n`);
  expect(drawn).toMatchObject({
    title: 'Terms: the rules',
    summary: 'What holds.',
    updated: '2026-11-21',
    sections: [
      { id: 'section-1', title: 'One & two' },
      { id: 'section-2', title: 'Three' },
    ],
  });
  expect(drawn.html).toContain('<h2 id="section-1">One &amp; <em>two</em></h2>');
  expect(drawn.html).toContain('<h3>Small</h3>');
});

test.each([
  ['no front matter', '## One\n'],
  ['an invalid date', FRONT.replace('2026-11-21', 'soon')],
  ['no title', FRONT.replace(/title.*\n/, '')],
])('a text with %s fails the build', (_, source) => {
  expect(() => drawPolicy(source)).toThrow(Error);
});

test.each(names.filter((name) => name.endsWith('.en.md')))('%s matches its Thai text', (name) => {
  const [en, th] = [read(name), read(name.replace('.en.', '.th.'))];
  expect(th.updated).toBe(en.updated);
  expect(th.sections.map(({ id }) => id)).toEqual(en.sections.map(({ id }) => id));
  expect(th.html.match(/<li>/g)?.length).toBe(en.html.match(/<li>/g)?.length);
  expect(th.title).toMatch(/[ก-๙]/);
});

test.each([
  ['en', [/never expire/, /fees/, /fewer/, /24 hours/, /2 to 10 minutes/, /Thai baht/, /floats?/]],
  ['th', [/ไม่มีวันหมดอายุ/, /ค่าธรรมเนียม/, /น้อยกว่า/, /24 ชั่วโมง/, /2 ถึง 10 นาที/, /เงินบาท/, /ลอยตัว/]],
] as const)('the coin policy states the rules of the specification in %s', (locale, phrases) => {
  const { html } = read(`coin-policy.${locale}.md`);
  for (const phrase of phrases) expect(html).toMatch(phrase);
});
