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

/**
 * Where the menus lead away from this site.
 *
 * @throws {ConfigurationError} on an address that is none, and on a menu that cannot be read
 */
export const readOuterSites = (environment: Environment): OuterSites => ({
  newsUrl: readAddress(environment, 'WEB_NEWS_URL'),
  programUrl: readAddress(environment, 'WEB_PROGRAM_URL'),
  fighterUrl: readAddress(environment, 'WEB_FIGHTER_URL'),
  iosStoreUrl: readAddress(environment, 'WEB_IOS_STORE_URL'),
  androidStoreUrl: readAddress(environment, 'WEB_ANDROID_STORE_URL'),
  menu: readMenu(environment),
});
