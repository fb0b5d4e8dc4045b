import type { IForbiddenRuleType } from 'dependency-cruiser';

const FEATURES = '^apps/web/src/features/';
const TESTS = '(\\.test\\.tsx?$|/src/.+/testing/)';

/**
 * The units of `apps/web/src/features` that import others, and which. A unit is a feature, or a part of a feature that
 * is split into parts. Every other feature imports only itself and `shared`.
 */
export const UNIT_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  'live/page': [
    'chat',
    'cheer',
    'checkout/core',
    'checkout/phone',
    'live/bouts',
    'live/room',
    'player/controls',
    'player/engine',
    'player/state',
    'redeem',
  ],
  'live/bouts': ['live/room'],
  'live/room': ['player/engine', 'player/state'],
  chat: ['live/room'],
  cheer: ['live/room'],
  'player/controls': ['player/engine', 'player/state'],
  'player/state': ['player/engine'],
  'player/engine': [],
  'checkout/desktop': ['checkout/core', 'redeem'],
  'checkout/phone': ['checkout/core'],
  'checkout/core': [],
  redeem: ['checkout/core'],
  'coin-history': ['checkout/core'],
  account: ['redeem'],
  home: ['handover', 'reminders'],
  programme: ['reminders'],
};

const folderOf = (unit: string): string => `${FEATURES}${unit}/`;

/** Who may import whom in the web, from the outermost folder to the innermost. */
export const WEB_IMPORT_RULES: readonly IForbiddenRuleType[] = [
  {
    name: 'web-features-do-not-import-the-app',
    severity: 'error',
    from: { path: FEATURES },
    to: { path: '^apps/web/src/app/' },
  },
  {
    name: 'web-shared-imports-no-feature-and-no-app',
    severity: 'error',
    from: { path: '^apps/web/src/shared/' },
    to: { path: '^apps/web/src/(features|app)/' },
  },
  ...Object.entries(UNIT_IMPORTS).map(
    ([unit, imports]): IForbiddenRuleType => ({
      name: `web-${unit.replace('/', '-')}-imports-only-its-listed-features`,
      severity: 'error',
      from: { path: folderOf(unit), pathNot: TESTS },
      to: { path: FEATURES, pathNot: [unit, ...imports].map(folderOf) },
    }),
  ),
  {
    name: 'web-other-features-import-no-feature',
    severity: 'error',
    from: {
      path: `${FEATURES}([^/]+)/`,
      pathNot: [TESTS, ...Object.keys(UNIT_IMPORTS).map(folderOf)],
    },
    to: { path: FEATURES, pathNot: `${FEATURES}$1/` },
  },
];
