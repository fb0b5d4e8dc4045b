import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBreaches } from './house-rules.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'house-rules-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const breachesOf = (file: string, text: string): string[] => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
  return findBreaches(root, [file]).map((breach) => breach.found);
};

describe('the house rules', () => {
  it.each([
    ['a file that is too long', 'services/api/src/long.ts', '\n'.repeat(401), '401 lines'],
    ['a test that is too long', 'services/api/src/long.test.ts', '\n'.repeat(401), '401 lines'],
    ['code marked as unfinished', 'services/api/src/a.ts', `// ${'TO'}${'DO'} later`, 'TODO'],
    ['a read of the environment', 'services/api/src/b.ts', 'process.env.X', 'process.env'],
    [
      'a ledger table outside the wallet',
      'services/api/src/domains/live/gifts/gifts.store.ts',
      "db.insertInto('transfer')",
      "insertInto('transfer",
    ],
    [
      'a fixed wait in a test',
      'e2e/a.test.ts',
      `page.waitFor${'Timeout'}(5)`,
      `waitFor${'Timeout'}(`,
    ],
    ['a test that runs alone', 'e2e/b.test.ts', `it.${'on'}${'ly'}('x')`, `it.${'on'}${'ly'}`],
    [
      'text that is normalised without a bound',
      'services/api/src/c.ts',
      "text.normalize('NFC')",
      ".normalize('NFC'",
    ],
    [
      'an interval outside node-kit',
      'services/api/src/d.ts',
      'const timer = setInterval(sweep, 5_000);',
      'setInterval',
    ],
    [
      'a function that schedules itself',
      'services/api/src/e.ts',
      'const poll = () => { work().finally(() => { timer = setTimeout(poll, 5_000); }); };',
      'setTimeout(poll)',
    ],
    [
      'a method that schedules itself',
      'services/media/src/f.ts',
      'class A { async #pull() { this.#timer = setTimeout(() => void this.#pull(), 5_000); } }',
      'setTimeout(pull)',
    ],
    [
      'a picture that is missing',
      'docs/y.md',
      '![A ring](pictures/ring.webp)',
      'pictures/ring.webp',
    ],
    ['a link that leads nowhere', 'docs/y.md', 'see [z](../z.md#end)', '../z.md#end'],
    [
      'a picture without a text',
      'docs/y.md',
      '![](https://a.example/b.png)',
      '![](https://a.example/b.png)',
    ],
    ['a path of a machine', 'docs/x.md', `see "/${'root'}/x"`, `"/${'root'}/`],
  ])('find %s', (_name, file, text, found) => {
    expect(breachesOf(file, text)).toContain(found);
  });

  it('accept a timeout that does not repeat', () => {
    const text = 'const send = () => { const timer = setTimeout(() => giveUp(), 5_000); };';
    expect(breachesOf('services/api/src/g.ts', text)).toEqual([]);
  });

  it('accept links to existing files, to sections and to other sites, and links inside code', () => {
    breachesOf('docs/there.md', '');
    const text = '[a](there.md#b) [c](#d) [e](https://f.example) `[g](gone.md)`';
    expect(breachesOf('docs/links.md', text)).toEqual([]);
  });

  it('accept a file without violations', () => {
    expect(
      breachesOf(
        'services/api/src/domains/money/wallet/wallet.store.ts',
        "db.insertInto('transfer')",
      ),
    ).toEqual([]);
  });
});
