import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OuterSites } from '@sangwian/contract/page-render';
import { isProduction, variables } from '@sangwian/node-kit/environment';
import { VARIABLES } from '@sangwian/node-kit/variables';
import { z } from 'zod';

const WEB_DIST_DEFAULT = join(import.meta.dirname, '../../../../apps/web/dist');
const CONSOLE_DIST_DEFAULT = join(import.meta.dirname, '../../../../apps/console/dist');

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
/** The menus from a JSON file; `null` without a path. */
const MenuFile = VARIABLES.WEB_MENU_FILE.transform((path, context): unknown => {
  if (path === '') return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    context.addIssue({ code: 'custom', message: `cannot be read: ${String(error)}` });
    return z.NEVER;
  }
}).pipe(z.strictObject({ news: Sections, highlights: Sections }).nullable());

/** Sample URLs for development: search pages of the app stores, and LINE's start page. */
const SAMPLES = {
  WEB_IOS_STORE_URL: 'https://apps.apple.com/th/search?term=sangwian',
  WEB_ANDROID_STORE_URL: 'https://play.google.com/store/search?q=sangwian&c=apps',
  WEB_CONTACT_URL: 'https://line.me/R/',
} as const;

/** The web app and its links to other sites. */
export const WebSettings = variables(
  'NODE_ENV',
  'WEB_DIST',
  'CONSOLE_DIST',
  'FRAME_ANCESTORS',
  'WEB_NEWS_URL',
  'WEB_PROGRAM_URL',
  'WEB_FIGHTER_URL',
  'WEB_IOS_STORE_URL',
  'WEB_ANDROID_STORE_URL',
  'WEB_CONTACT_URL',
)
  .extend({ WEB_MENU_FILE: MenuFile })
  .transform((values) => {
    // Samples are never shown in production.
    const orSample = (name: keyof typeof SAMPLES): string =>
      values[name] || (isProduction(values) ? '' : SAMPLES[name]);
    return {
      webDist: values.WEB_DIST || WEB_DIST_DEFAULT,
      consoleDist: values.CONSOLE_DIST || CONSOLE_DIST_DEFAULT,
      outerSites: {
        newsUrl: values.WEB_NEWS_URL,
        programUrl: values.WEB_PROGRAM_URL,
        fighterUrl: values.WEB_FIGHTER_URL,
        iosStoreUrl: orSample('WEB_IOS_STORE_URL'),
        androidStoreUrl: orSample('WEB_ANDROID_STORE_URL'),
        samples: !isProduction(values),
        menu: values.WEB_MENU_FILE,
      } satisfies OuterSites,
      /** URL of the support chat; if empty, the site shows no link to it. */
      contactUrl: orSample('WEB_CONTACT_URL'),
      /** Origins that may embed the embeddable pages. */
      frameAncestors: values.FRAME_ANCESTORS,
    };
  });
export type WebSettings = z.output<typeof WebSettings>;

/** Returns the unset environment variables whose items the site hides. */
export function hiddenItems({
  outerSites,
  contactUrl,
}: Pick<WebSettings, 'outerSites' | 'contactUrl'>): string[] {
  if (outerSites.samples) return [];
  const { newsUrl, menu, iosStoreUrl, androidStoreUrl } = outerSites;
  const items: readonly (readonly [name: string, hidden: boolean])[] = [
    ['WEB_NEWS_URL', newsUrl === '' && menu === null],
    ['WEB_MENU_FILE', menu === null],
    ['WEB_IOS_STORE_URL', iosStoreUrl === ''],
    ['WEB_ANDROID_STORE_URL', androidStoreUrl === ''],
    ['WEB_CONTACT_URL', contactUrl === ''],
  ];
  return items.flatMap(([name, hidden]) => (hidden ? [name] : []));
}
