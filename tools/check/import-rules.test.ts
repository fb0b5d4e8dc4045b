import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkImports, type ImportReport } from './import-rules.ts';

/** A small tree in which every rule is broken once; the key is the rule. */
const PLANTED: Record<string, { from: string; to: string }> = {
  'money-imports-nothing-of-ours': {
    from: 'packages/money/src/coins.ts',
    to: 'packages/contract/src/ids.ts',
  },
  'ui-imports-only-i18n': {
    from: 'packages/ui/src/button.tsx',
    to: 'packages/contract/src/ids.ts',
  },
  'apps-web-imports-only-packages-for-browsers': {
    from: 'apps/web/src/app/main.tsx',
    to: 'services/api/src/platform/http/app.ts',
  },
  'services-api-imports-no-other-service': {
    from: 'services/api/src/media-client.ts',
    to: 'services/media/src/server.ts',
  },
  'only-tests-import-testkit': {
    from: 'services/api/src/seed.ts',
    to: 'packages/testkit/src/factory.ts',
  },
  'modules-meet-at-their-module-file': {
    from: 'services/api/src/domains/live/gifts/send-gift.ts',
    to: 'services/api/src/domains/money/wallet/wallet.store.ts',
  },
  'wallet-knows-no-feature': {
    from: 'services/api/src/domains/money/wallet/pay.ts',
    to: 'services/api/src/domains/live/gifts/gifts.module.ts',
  },
  'rules-are-pure': {
    from: 'services/api/src/domains/live/gifts/gift-rules.ts',
    to: 'services/api/src/domains/live/gifts/gifts.store.ts',
  },
  'routes-do-not-reach-the-store': {
    from: 'services/api/src/domains/live/gifts/gifts.routes.ts',
    to: 'services/api/src/domains/live/gifts/gifts.store.ts',
  },
  'no-cycles': { from: 'services/media/src/a.ts', to: 'services/media/src/b.ts' },
  'everything-resolves': {
    from: 'services/media/src/lost.ts',
    to: 'services/media/src/nowhere.ts',
  },
};

let root: string;
let report: ImportReport;

const plant = (file: string, text: string): void => {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { flag: 'a' });
};

const climb = (from: string, to: string): string =>
  `${'../'.repeat(from.split('/').length - 1)}${to}`;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'import-rules-'));
  for (const { from, to } of Object.values(PLANTED)) {
    plant(from, `import type { Thing } from '${climb(from, to)}';\nexport type Mine = Thing;\n`);
    if (!to.endsWith('nowhere.ts')) plant(to, 'export type Thing = 1;\n');
  }
  plant(
    'services/media/src/b.ts',
    `import type { Mine } from './a.ts';\nexport type Back = Mine;\n`,
  );
  report = await checkImports(root);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the import rules', () => {
  it.each(Object.entries(PLANTED))('refuse the planted violation of %s', (rule, { from }) => {
    expect(
      report.violations.filter((found) => found.rule.name === rule).map((found) => found.from),
    ).toContain(from);
  });

  it('see every file that is on disk', () => {
    expect(report.modules).toBe(report.files);
    expect(report.files).toBeGreaterThan(Object.keys(PLANTED).length);
  });
});
