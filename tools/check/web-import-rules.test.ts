import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkImports, type ImportReport } from './import-rules.ts';
import { UNIT_IMPORTS, WEB_IMPORT_RULES } from './web-import-rules.ts';

const WEB = 'apps/web/src';
const fileOf = (unit: string): string => `${WEB}/features/${unit}/it.ts`;

/** One planted violation per rule: importing file, forbidden import. */
const PLANTED: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'web-features-do-not-import-the-app': [`${WEB}/features/policies/menu.ts`, `${WEB}/app/main.ts`],
  'web-shared-imports-no-feature-and-no-app': [
    `${WEB}/shared/clock.ts`,
    `${WEB}/features/home/home.ts`,
  ],
  'web-other-features-import-no-feature': [
    `${WEB}/features/policies/policy.ts`,
    `${WEB}/features/sign-up/form.ts`,
  ],
  ...Object.fromEntries(
    Object.keys(UNIT_IMPORTS).map((unit) => [
      `web-${unit.replace('/', '-')}-imports-only-its-listed-features`,
      [`${WEB}/features/${unit}/wrong.ts`, `${WEB}/features/policies/policy-data.ts`],
    ]),
  ),
};
/** Allowed imports: importing file, imported file. */
const ALLOWED = Object.entries(UNIT_IMPORTS).flatMap(([unit, imports]) =>
  imports.map((imported) => [fileOf(unit), fileOf(imported)] as const),
);

let root: string;
let report: ImportReport;

const write = (file: string, text: string): void => {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { flag: 'a' });
};

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'web-import-rules-'));
  for (const [from, to] of [...Object.values(PLANTED), ...ALLOWED]) {
    const climb = '../'.repeat(from.split('/').length - 1);
    write(from, `import '${climb}${to}';\n`);
    write(to, '');
  }
  // Three features use `often`, one of them through `seldom`. Only one feature uses `seldom`.
  write(`${WEB}/shared/seldom/it.ts`, `import '../often/it.ts';\n`);
  for (const feature of ['home', 'chat', 'banned'])
    write(
      `${WEB}/features/${feature}/user.ts`,
      `import '../../shared/${feature === 'home' ? 'seldom' : 'often'}/it.ts';\n`,
    );
  write(`${WEB}/shared/often/it.ts`, '');
  report = await checkImports(root);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the import rules of the web', () => {
  it('has a planted violation of every rule', () => {
    expect(Object.keys(PLANTED).sort()).toEqual(WEB_IMPORT_RULES.map(({ name }) => name).sort());
  });

  it.each(Object.entries(PLANTED))('refuses the planted violation of %s', (rule, [from]) => {
    expect(
      report.violations.filter((found) => found.rule.name === rule).map((found) => found.from),
    ).toEqual([from]);
  });

  it('finds shared code that fewer than three features use', () => {
    expect(report.rarelyShared).toEqual([
      // `seldom` is planted above.
      'shared/clock: ',
      'shared/seldom: features/home',
    ]);
  });

  it('allows every listed import', () => {
    const planted = new Set(Object.values(PLANTED).map(([from]) => from));
    expect(report.violations.filter(({ from }) => !planted.has(from))).toEqual([]);
  });
});
