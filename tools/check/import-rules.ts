import { globSync } from 'node:fs';
import { cruise, type IForbiddenRuleType, type IViolation } from 'dependency-cruiser';
import { CONSOLE_IMPORT_RULES } from './console-import-rules.ts';
import { findRarelyShared, WEB_IMPORT_RULES } from './web-import-rules.ts';

/** The folders whose imports are checked. */
export const CODE_FOLDERS = ['packages', 'apps', 'services', 'e2e', 'bench', 'tools'] as const;

const OURS = '^(packages|apps|services|e2e|bench|tools)/';
const TESTS =
  '(\\.test\\.tsx?$|/src/.+/testing/|^packages/testkit/|^e2e/|^bench/|^vitest\\.config\\.ts$)';
const MODULE = '^services/api/src/domains/([^/]+/[^/]+)/';
const API = '^services/api/src';

/** The folders that each folder may import, besides itself. */
const onlyImports = (
  name: string,
  from: string,
  allowed: readonly string[],
): IForbiddenRuleType => ({
  name,
  severity: 'error',
  from: { path: `^${from}/`, pathNot: TESTS },
  to: { path: OURS, pathNot: [`^${from}/`, ...allowed.map((folder) => `^${folder}/`)] },
});

/** The domains that each domain of the API may import (decision 50). */
const domainImportsOnly = (domain: string, allowed: readonly string[]): IForbiddenRuleType => ({
  name:
    allowed.length === 0
      ? `${domain}-imports-no-other-domain`
      : `${domain}-imports-only-${allowed.join('-and-')}`,
  comment: 'ports are interfaces of the domain that needs them; `compose` passes their parts',
  severity: 'error',
  from: { path: `${API}/domains/${domain}/`, pathNot: TESTS },
  to: {
    path: `${API}/domains/`,
    pathNot: [domain, ...allowed].map((folder) => `${API}/domains/${folder}/`),
  },
});

/** The import rules, which CONTRIBUTING.md describes. */
export const IMPORT_RULES: IForbiddenRuleType[] = [
  onlyImports('contract-imports-nothing-of-ours', 'packages/contract', []),
  onlyImports('money-imports-nothing-of-ours', 'packages/money', []),
  onlyImports('rtmp-imports-nothing-of-ours', 'packages/rtmp', []),
  onlyImports('i18n-imports-nothing-of-ours', 'packages/i18n', []),
  onlyImports('ui-imports-only-i18n', 'packages/ui', ['packages/i18n']),
  onlyImports('node-kit-imports-only-contract', 'packages/node-kit', ['packages/contract']),
  onlyImports('embedded-postgres-imports-only-node-kit', 'packages/embedded-postgres', [
    'packages/node-kit',
  ]),
  ...['apps/web', 'apps/console'].map((app) =>
    onlyImports(`${app.replace('/', '-')}-imports-only-packages-for-browsers`, app, [
      'packages/contract',
      'packages/ui',
      'packages/i18n',
      'packages/site-build',
    ]),
  ),
  onlyImports('site-build-imports-nothing-of-ours', 'packages/site-build', []),
  {
    name: 'site-build-runs-only-in-builds',
    severity: 'error',
    from: { path: '^apps/[^/]+/src/' },
    to: { path: '^packages/site-build/' },
  },
  ...['services/api', 'services/media', 'services/sandbox'].map((service) =>
    onlyImports(`${service.replace('/', '-')}-imports-no-other-service`, service, [
      'packages/contract',
      'packages/money',
      'packages/node-kit',
      'packages/rtmp',
    ]),
  ),
  {
    name: 'only-tests-import-testkit',
    severity: 'error',
    from: { pathNot: TESTS },
    to: { path: '^packages/testkit/' },
  },
  {
    name: 'modules-meet-at-their-module-file',
    comment:
      'another module is reached through its *.module.ts, its table types through *.tables.ts',
    severity: 'error',
    from: { path: MODULE, pathNot: TESTS },
    to: { path: MODULE, pathNot: ['^services/api/src/domains/$1/', '\\.(module|tables)\\.ts$'] },
  },
  domainImportsOnly('identity', []),
  domainImportsOnly('money', []),
  domainImportsOnly('live', ['identity', 'money']),
  domainImportsOnly('sport', ['identity', 'money', 'live']),
  domainImportsOnly('site', []),
  {
    name: 'domains-import-no-composition',
    comment: 'only `compose` creates modules',
    severity: 'error',
    from: { path: `${API}/domains/`, pathNot: TESTS },
    to: { path: `${API}/([^/]+\\.ts$|sample-season/)` },
  },
  {
    name: 'platform-imports-no-domain',
    severity: 'error',
    from: { path: `${API}/platform/`, pathNot: TESTS },
    to: { path: `${API}/`, pathNot: `${API}/(platform|schema|database|config)/` },
  },
  {
    name: 'config-is-read-only-by-compose',
    comment: 'modules receive settings and import only their types',
    severity: 'error',
    from: { path: `${API}/.+/`, pathNot: [TESTS, `${API}/config/`] },
    to: { path: `${API}/config/`, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'config-imports-nothing-of-the-api',
    severity: 'error',
    from: { path: `${API}/config/`, pathNot: TESTS },
    to: { path: `${API}/`, pathNot: `${API}/config/` },
  },
  {
    name: 'one-socket-server',
    comment: 'a namespace is opened by its owner through `SocketServer.open` (decision 51)',
    severity: 'error',
    from: {
      path: `${API}/`,
      pathNot: [TESTS, `${API}/platform/sockets/socket-server\\.ts$`],
    },
    to: { path: '(^|/)node_modules/socket\\.io/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'wallet-knows-no-feature',
    comment: 'money flows one way: gifts, orders, redeem and live import the wallet',
    severity: 'error',
    from: { path: '^services/api/src/domains/money/wallet/', pathNot: TESTS },
    to: { path: MODULE, pathNot: '^services/api/src/domains/money/wallet/' },
  },
  {
    name: 'rules-are-pure',
    comment: 'rules know no clock, random, network, database or environment: pass them in',
    severity: 'error',
    from: { path: '^(packages|apps|services)/.*-rules\\.ts$' },
    to: {
      path: [
        '\\.store\\.ts$',
        '\\.routes\\.ts$',
        '/database/',
        'node_modules/(kysely|pg|fastify|pino)/',
      ],
    },
  },
  {
    name: 'rules-use-no-node-module',
    severity: 'error',
    from: { path: '^(packages|apps|services)/.*-rules\\.ts$' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'routes-do-not-reach-the-store',
    comment: 'routes parse, call a use case and present',
    severity: 'error',
    from: { path: '\\.routes\\.ts$' },
    to: { path: '\\.store\\.ts$' },
  },
  ...WEB_IMPORT_RULES,
  ...CONSOLE_IMPORT_RULES,
  { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  {
    name: 'everything-resolves',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true, pathNot: ['\\?', '^virtual:', '\\.po$'] },
  },
];

export interface ImportReport {
  readonly violations: readonly IViolation[];
  /** Entries of the web's `shared` folder that fewer than three features use. */
  readonly rarelyShared: readonly string[];
  /** Number of analysed modules. Compared with `files`, because a parser that fails reports no violation. */
  readonly modules: number;
  readonly files: number;
}

/** Checks the code below `root` against the import rules. */
export async function checkImports(root: string): Promise<ImportReport> {
  const files = globSync(`{${CODE_FOLDERS.join(',')}}/**/*.{ts,tsx,mjs}`, {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  }).filter((file) => !/node_modules|\/dist\//.test(file));
  const report = await cruise(files, {
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: IMPORT_RULES },
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Our own build output. The `dist` folders of npm packages are imported, so they are not excluded.
    exclude: { path: `(${OURS}.*/dist/|\\.module\\.css$)` },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  });
  if (typeof report.output === 'string')
    throw new Error('dependency-cruiser returned text instead of a result');
  const { modules, summary } = report.output;
  return {
    violations: summary.violations,
    rarelyShared: findRarelyShared(modules),
    modules: modules.filter((module) => files.includes(module.source)).length,
    files: files.length,
  };
}
