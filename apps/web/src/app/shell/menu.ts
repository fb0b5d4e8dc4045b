import type { LinkSection, SiteConfig } from '../../shared/site-config.ts';

export type MenuLinkKey = 'live' | 'program' | 'fighter' | 'game' | 'download';
export type MenuGroupKey = 'news' | 'highlights';

/** One place that a menu leads to. A path of this site, or an address elsewhere. */
export interface MenuLink {
  readonly kind: 'link';
  readonly key: MenuLinkKey;
  readonly href: string;
}

/** A drop-down of links to the external site in sections, whose labels come from configuration. */
export interface MenuGroup {
  readonly kind: 'group';
  readonly key: MenuGroupKey;
  readonly sections: readonly LinkSection[];
}

export type MenuItem = MenuLink | MenuGroup;

export interface MenuInput {
  readonly site: SiteConfig;
  /** External mode has no prediction game. */
  readonly external: boolean;
  /** The store of this device. */
  readonly storeUrl: string;
  /** Whether this build has a page at a path. */
  readonly hasPage: (path: string) => boolean;
}

export const isElsewhere = (href: string): boolean => /^https?:/.test(href);

const link = (key: MenuLinkKey, href: string): MenuLink => ({ kind: 'link', key, href });

/**
 * The menu of the top bar, in the specification's order. Program and Fighter go to the external site where one is
 * configured, else to our own pages. What this build has no page for is not in the menu.
 */
export function menuItems({ site, external, storeUrl, hasPage }: MenuInput): MenuItem[] {
  const items: MenuItem[] = [
    link('live', '/live'),
    { kind: 'group', key: 'news', sections: site.news },
    { kind: 'group', key: 'highlights', sections: site.highlights },
    link('program', site.programUrl || '/program'),
    link('fighter', site.fighterUrl || '/history'),
    ...(external ? [] : [link('game', '/predict')]),
    link('download', storeUrl),
  ];
  return items.filter((item) =>
    item.kind === 'group' ? item.sections.length > 0 : isElsewhere(item.href) || hasPage(item.href),
  );
}

export type TabKey =
  | 'home'
  | 'live'
  | 'program'
  | 'predict'
  | 'wallet'
  | 'news'
  | 'download'
  | 'me';

export interface Tab {
  readonly key: TabKey;
  /** `me` has none: it opens the menu with the account, unless there is a profile page. */
  readonly href: string | null;
}

const TABS_MAX = 5;

/**
 * The five places at the thumb: home, programme, predict, wallet, me. While a build has no page for one of them, the
 * next best takes its place.
 */
export function tabs({ site, external, storeUrl, hasPage }: MenuInput): Tab[] {
  const all: readonly (Tab & { readonly rank: number })[] = [
    { key: 'home', href: '/', rank: 0 },
    { key: 'live', href: '/live', rank: 5 },
    { key: 'program', href: site.programUrl || '/program', rank: 2 },
    { key: 'predict', href: external ? null : '/predict', rank: 3 },
    { key: 'wallet', href: '/wallet', rank: 4 },
    { key: 'news', href: site.newsUrl, rank: 6 },
    { key: 'download', href: storeUrl, rank: 7 },
    { key: 'me', href: hasPage('/profile') ? '/profile' : null, rank: 1 },
  ];
  const there = all.filter(
    ({ key, href }) =>
      key === 'me' || (href !== null && href !== '' && (isElsewhere(href) || hasPage(href))),
  );
  const chosen = new Set(
    [...there]
      .sort((a, b) => a.rank - b.rank)
      .slice(0, TABS_MAX)
      .map(({ key }) => key),
  );
  return there.filter(({ key }) => chosen.has(key)).map(({ key, href }) => ({ key, href }));
}
