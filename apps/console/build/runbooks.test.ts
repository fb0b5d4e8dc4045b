import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawRunbook } from './runbooks.ts';

const FOLDER = join(import.meta.dirname, '../../../docs/runbooks');

test('links lead to runbooks of the console, and files of the repository are only named', () => {
  const { title, html } = drawRunbook(
    '# Jobs\n\nSee [mails](mail.md), [why](../decisions/0058.md) and [the manual](https://example.com).\n',
  );
  expect(title).toBe('Jobs');
  expect(html).toContain('<a href="/console/health/runbooks/mail">mails</a>, why and');
  expect(html).toContain('<a href="https://example.com" rel="noreferrer">the manual</a>');
});

test('tables scroll by the keyboard', () => {
  const { html } = drawRunbook('# A\n\n| sign | do |\n|---|---|\n| `x` grows | restart |\n');
  expect(html).toContain('tabindex="0"><table><thead><tr><th>sign</th>');
  expect(html).toContain('<td><code>x</code> grows</td><td>restart</td>');
});

test('every runbook has a title, and links only to runbooks that exist', () => {
  const files = readdirSync(FOLDER);
  for (const file of files) {
    const { html } = drawRunbook(readFileSync(join(FOLDER, file), 'utf8'));
    for (const [, name] of html.matchAll(/\/console\/health\/runbooks\/([\w-]+)/g)) {
      expect(files, `${file} links to ${name}`).toContain(`${name}.md`);
    }
  }
});

test('a text without a title is refused', () => {
  expect(() => drawRunbook('Jobs')).toThrow('no title');
});
