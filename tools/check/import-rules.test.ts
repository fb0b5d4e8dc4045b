import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkImports, type ImportReport } from './import-rules.ts';

/** One planted violation per rule: importing file, imported file. */
const PLANTED: Record<string, { from: string; to: string; isValue?: true }> = {
  'money-imports-nothing-of-ours': {
    from: 'packages/money/src/coins.ts',
    to: 'packages/contract/src/ids.ts',
  },
  'ui-imports-only-i18n': {
    from: 'packages/ui/src/button.tsx',
    to: 'packages/contract/src/ids.ts',
  },
  'embedded-postgres-imports-only-node-kit': {
    from: 'packages/embedded-postgres/src/prepare.ts',
    to: 'packages/contract/src/limits.ts',
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
  'identity-imports-no-other-domain': {
    from: 'services/api/src/domains/identity/account/delete.ts',
    to: 'services/api/src/domains/live/chat/chat.module.ts',
  },
  'money-imports-no-other-domain': {
    from: 'services/api/src/domains/money/redeem/use-code.ts',
    to: 'services/api/src/domains/identity/members/members.module.ts',
  },
  'live-imports-only-identity-and-money': {
    from: 'services/api/src/domains/live/bouts/begin.ts',
    to: 'services/api/src/domains/sport/predict/predict.module.ts',
  },
  'sport-imports-only-identity-and-money-and-live': {
    from: 'services/api/src/domains/sport/push/share.ts',
    to: 'services/api/src/domains/site/pages/pages.module.ts',
  },
  'site-imports-no-other-domain': {
    from: 'services/api/src/domains/site/discovery/list.ts',
    to: 'services/api/src/domains/live/lives/lives.module.ts',
  },
  'domains-import-no-composition': {
    from: 'services/api/src/domains/operations/desk/desk.ts',
    to: 'services/api/src/compose.ts',
  },
  'platform-imports-no-domain': {
    from: 'services/api/src/platform/http/greet.ts',
    to: 'services/api/src/domains/identity/members/names.module.ts',
  },
  'config-is-read-only-by-compose': {
    from: 'services/api/src/domains/money/omise/charge.ts',
    to: 'services/api/src/config/config.ts',
    isValue: true,
  },
  'config-imports-nothing-of-the-api': {
    from: 'services/api/src/config/otp.ts',
    to: 'services/api/src/platform/time/clock.ts',
  },
  'one-socket-server': {
    from: 'services/api/src/domains/live/room/second-server.ts',
    to: 'node_modules/socket.io/dist/index.ts',
    isValue: true,
  },
  'site-build-imports-nothing-of-ours': {
    from: 'packages/site-build/src/build.ts',
    to: 'packages/contract/src/ids.ts',
  },
  'site-build-runs-only-in-builds': {
    from: 'apps/console/src/app/browsers.ts',
    to: 'packages/site-build/src/browsers.ts',
  },
  'apps-console-imports-only-packages-for-browsers': {
    from: 'apps/console/src/app/main.tsx',
    to: 'apps/web/src/shared/store.ts',
  },
  'console-places-do-not-import-the-app': {
    from: 'apps/console/src/places/staff/staff-menu.ts',
    to: 'apps/console/src/app/shell.ts',
  },
  'console-shared-imports-no-place-and-no-app': {
    from: 'apps/console/src/shared/clock.ts',
    to: 'apps/console/src/places/money/orders.ts',
  },
  'console-places-import-no-other-place': {
    from: 'apps/console/src/places/chat/feed.ts',
    to: 'apps/console/src/places/members/member.ts',
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

const LIVES = 'services/api/src/domains/live/lives/lives.module.ts';

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
  for (const { from, to, isValue } of Object.values(PLANTED)) {
    const kind = isValue ? '' : 'type ';
    plant(from, `import ${kind}{ Thing } from '${climb(from, to)}';\nexport type Mine = Thing;\n`);
    if (!to.endsWith('nowhere.ts')) plant(to, 'export type Thing = 1;\n');
  }
  plant(
    'services/media/src/b.ts',
    `import type { Mine } from './a.ts';\nexport type Back = Mine;\n`,
  );
  plant(LIVES, `import '../../money/wallet/wallet.module.ts';\n`);
  plant('services/api/src/domains/money/wallet/wallet.module.ts', 'export {};\n');
  plant(
    'services/api/src/domains/sport/cards/cards.ts',
    `import '../../live/lives/lives.module.ts';\n`,
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

  it('let the lives module import the wallet, and the programme import lives', () => {
    const sources = report.violations.map((found) => found.from);
    expect(sources).not.toContain(LIVES);
    expect(sources).not.toContain('services/api/src/domains/sport/cards/cards.ts');
  });

  it('cover every file on disk', () => {
    expect(report.modules).toBe(report.files);
    expect(report.files).toBeGreaterThan(Object.keys(PLANTED).length);
  });
});
