import type { IForbiddenRuleType } from 'dependency-cruiser';

const FEATURES = '^apps/web/src/features/';
const TESTS = '(\\.test\\.tsx?$|/src/.+/testing/)';

/**
 * The units of `apps/web/src/features` and the other units that each may import. A unit is a feature, or a subfolder of
 * a split feature. A feature that is not listed imports only itself and `shared`.
 */
export const UNIT_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  'live/page': [
    'chat',
    'cheer',
    'checkout/core',
    'community',
    'live/bouts',
    'live/frame',
    'live/room',
    'peaks',
    'player/controls',
    'player/engine',
    'player/state',
    'redeem',
    'replay/page',
  ],
  'live/frame': ['checkout/phone', 'player/controls', 'player/engine', 'redeem'],
  'live/bouts': ['live/room'],
  'live/room': ['player/engine', 'player/state'],
  chat: ['community', 'live/room'],
  community: ['live/room'],
  cheer: ['live/room'],
  peaks: ['cheer', 'live/bouts', 'live/room', 'scorecard'],
  'player/controls': ['player/engine', 'player/state'],
  'replay/page': [
    'clips',
    'live/frame',
    'live/room',
    'player/state',
    'replay/chapters',
    'replay/moments',
    'replay/player',
  ],
  clips: ['player/state', 'replay/player'],
  'replay/library': [],
  'replay/chapters': ['replay/player'],
  'replay/moments': ['replay/player'],
  'replay/player': ['player/controls', 'player/engine', 'player/state'],
  'player/state': ['player/engine', 'telemetry'],
  'player/engine': [],
  'checkout/desktop': ['checkout/core', 'redeem'],
  'checkout/phone': ['checkout/core'],
  'checkout/core': [],
  redeem: ['checkout/core'],
  'coin-history': ['checkout/core'],
  account: ['follows', 'notices', 'redeem', 'scorecard'],
  fighters: ['follows'],
  home: ['handover', 'reminders', 'replay/library'],
  programme: ['reminders'],
};

const folderOf = (unit: string): string => `${FEATURES}${unit}/`;

/** Import rules of the web, from the outermost folder to the innermost. */
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

/** An entry of `shared` with fewer users belongs in one of these features. */
const SHARED_USERS_MIN = 3;
const SHARED = 'apps/web/src/shared/';

interface ReadModule {
  readonly source: string;
  readonly dependencies: readonly { readonly resolved: string }[];
}

/** Returns the owner of a file: its top-level entry of `shared`, its feature, or `app`. */
const ownerOf = (file: string): string | null =>
  /^apps\/web\/src\/(shared\/[^/]+|features\/[^/]+|app)/.exec(file)?.[1]?.replace(/\.tsx?$/, '') ??
  null;

/**
 * Returns the top-level entries of `shared` that fewer than three features use, directly or through other shared code,
 * with their users. The app counts as one feature.
 */
export function findRarelyShared(modules: readonly ReadModule[]): string[] {
  const usersOf = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const user = ownerOf(source);
    if (user === null || new RegExp(TESTS).test(source)) continue;
    if (source.startsWith(SHARED) && !usersOf.has(user)) usersOf.set(user, new Set());
    for (const { resolved } of dependencies) {
      const used = resolved.startsWith(SHARED) ? ownerOf(resolved) : null;
      if (used === null || used === user) continue;
      usersOf.set(used, (usersOf.get(used) ?? new Set()).add(user));
    }
  }
  const featuresOf = (entry: string, seen: Set<string>): Set<string> => {
    if (seen.has(entry)) return new Set();
    seen.add(entry);
    const users = [...(usersOf.get(entry) ?? [])];
    return new Set(
      users.flatMap((user) => (usersOf.has(user) ? [...featuresOf(user, seen)] : [user])),
    );
  };
  return [...usersOf.keys()].sort().flatMap((entry) => {
    const features = featuresOf(entry, new Set());
    return features.size < SHARED_USERS_MIN ? [`${entry}: ${[...features].sort().join(', ')}`] : [];
  });
}
