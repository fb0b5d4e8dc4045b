import type { LinkSection, SiteConfig } from '../../shared/site-config.ts';

export type MenuLinkKey = 'live' | 'replays' | 'program' | 'fighter' | 'game' | 'download';
export type MenuGroupKey = 'news' | 'highlights';

/** A menu link to a path of this site or to another site. */
export interface MenuLink {
  readonly kind: 'link';
  readonly key: MenuLinkKey;
  readonly href: string;
}

/** A drop-down of configured external links in sections. */
export interface MenuGroup {
  readonly kind: 'group';
  readonly key: MenuGroupKey;
  readonly sections: readonly LinkSection[];
}

export type MenuItem = MenuLink | MenuGroup;

export interface MenuInput {
  readonly site: SiteConfig;
  /** Whether the site is in external mode, which has no prediction game. */
  readonly external: boolean;
  /** The URL of the app store for this device. */
  readonly storeUrl: string;
  /** Whether this build has a page at a path. */
  readonly hasPage: (path: string) => boolean;
}

export const isExternalUrl = (href: string): boolean => /^https?:/.test(href);

const link = (key: MenuLinkKey, href: string): MenuLink => ({ kind: 'link', key, href });

/**
 * Returns the menu of the top bar in the specification's order. Program and Fighter link to the external site if one is
 * configured, otherwise to the pages of this site. Pages that this build does not have are left out.
 */
export function menuItems({ site, external, storeUrl, hasPage }: MenuInput): MenuItem[] {
  const items: MenuItem[] = [
    link('live', '/live'),
    link('replays', '/replays'),
    { kind: 'group', key: 'news', sections: site.news },
    { kind: 'group', key: 'highlights', sections: site.highlights },
    link('program', site.programUrl || '/program'),
    link('fighter', site.fighterUrl || '/history'),
    ...(external ? [] : [link('game', '/predict')]),
    link('download', storeUrl),
  ];
  return items.filter((item) =>
    item.kind === 'group'
      ? item.sections.length > 0
      : isExternalUrl(item.href) || hasPage(item.href),
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
  /** `null` for the tab `me` if this build has no profile page. The tab then opens the side menu. */
  readonly href: string | null;
}

const TABS_MAX = 5;

/**
 * Returns the five tabs: home, programme, predict, wallet, me. If this build lacks the page of a tab, the next tab by
 * rank replaces that tab.
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
  const available = all.filter(
    ({ key, href }) =>
      key === 'me' || (href !== null && href !== '' && (isExternalUrl(href) || hasPage(href))),
  );
  const chosen = new Set(
    [...available]
      .sort((a, b) => a.rank - b.rank)
      .slice(0, TABS_MAX)
      .map(({ key }) => key),
  );
  return available.filter(({ key }) => chosen.has(key)).map(({ key, href }) => ({ key, href }));
}
