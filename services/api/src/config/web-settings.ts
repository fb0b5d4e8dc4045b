import { readFileSync } from 'node:fs';
import type { OuterSites } from '@sangwian/contract/page-render';
import { ConfigurationError, type Environment } from '@sangwian/node-kit/environment';
import { z } from 'zod';
import { readAddress } from './read-address.ts';

const SECTIONS_MAX = 8;
const LINKS_MAX = 12;
const LABEL_CHARS_MAX = 60;

const label = z.string().trim().min(1).max(LABEL_CHARS_MAX);
const Label = z.strictObject({ th: label, en: label });
const Sections = z
  .array(
    z.strictObject({
      heading: Label.nullable(),
      links: z
        .array(z.strictObject({ label: Label, href: z.url({ protocol: /^https?$/ }) }))
        .min(1)
        .max(LINKS_MAX),
    }),
  )
  .max(SECTIONS_MAX);
const Menu = z.strictObject({ news: Sections, highlights: Sections });

function readMenu(environment: Environment): OuterSites['menu'] {
  const path = environment.text('WEB_MENU_FILE');
  if (path === '') return null;
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigurationError(`WEB_MENU_FILE: ${String(error)}`);
  }
  const menu = Menu.safeParse(json);
  if (!menu.success) throw new ConfigurationError(`WEB_MENU_FILE: ${z.prettifyError(menu.error)}`);
  return menu.data;
}

/** Shown in development where nothing is configured: searches of the stores, and the chat's front page. */
const SAMPLES = {
  WEB_IOS_STORE_URL: 'https://apps.apple.com/th/search?term=sangwian',
  WEB_ANDROID_STORE_URL: 'https://play.google.com/store/search?q=sangwian&c=apps',
  WEB_CONTACT_URL: 'https://line.me/R/',
} as const;

/** The address, or in development its sample; production leads to no address that nobody has configured. */
const addressOrSample = (
  environment: Environment,
  name: keyof typeof SAMPLES,
  production: boolean,
): string => readAddress(environment, name) || (production ? '' : SAMPLES[name]);

/** The chat of the admin; empty: there is none, and the site shows no way to it. */
export const readContactUrl = (environment: Environment, production: boolean): string =>
  addressOrSample(environment, 'WEB_CONTACT_URL', production);

/**
 * Where the menus lead away from this site.
 *
 * @throws {ConfigurationError} on an address that is none, and on a menu that cannot be read
 */
export const readOuterSites = (environment: Environment, production: boolean): OuterSites => ({
  newsUrl: readAddress(environment, 'WEB_NEWS_URL'),
  programUrl: readAddress(environment, 'WEB_PROGRAM_URL'),
  fighterUrl: readAddress(environment, 'WEB_FIGHTER_URL'),
  iosStoreUrl: addressOrSample(environment, 'WEB_IOS_STORE_URL', production),
  androidStoreUrl: addressOrSample(environment, 'WEB_ANDROID_STORE_URL', production),
  samples: !production,
  menu: readMenu(environment),
});

/** The variables whose items the site hides because nothing is configured, for the log of the start. */
export function hiddenItems(sites: OuterSites, contactUrl: string): string[] {
  if (sites.samples) return [];
  const { newsUrl, menu, iosStoreUrl, androidStoreUrl } = sites;
  const items: readonly (readonly [name: string, hidden: boolean])[] = [
    ['WEB_NEWS_URL', newsUrl === '' && menu === null],
    ['WEB_MENU_FILE', menu === null],
    ['WEB_IOS_STORE_URL', iosStoreUrl === ''],
    ['WEB_ANDROID_STORE_URL', androidStoreUrl === ''],
    ['WEB_CONTACT_URL', contactUrl === ''],
  ];
  return items.flatMap(([name, hidden]) => (hidden ? [name] : []));
}
