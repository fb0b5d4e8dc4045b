import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Locale } from '@sangwian/i18n/language';
import { type ShownPhoto, srcSetOf } from '../shared/photo/photo-sources.ts';
import { BOOT_ID } from './boot.ts';
import type { Page } from './pages.ts';

/** The used fields of an entry in Vite's manifest. */
interface ManifestEntry {
  readonly file: string;
  readonly src?: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}
type Manifest = Readonly<Record<string, ManifestEntry>>;

const ENTRY = 'src/app/entry-client.tsx';
/** Every page uses both fonts above the fold, so a late load would be visible. */
const FONTS = /(anuphan-thai|chakra-petch-latin-700).*\.woff2$/;

/** The web app manifests, one per language, so that the installed app has its name in the page's language. */
const WEB_APP_MANIFESTS: Readonly<Record<Locale, string>> = {
  th: '/manifest.webmanifest',
  en: '/manifest.en.webmanifest',
};

export interface PageAssets {
  readonly entry: string;
  /** The chunks of the page, preloaded to avoid a chain of requests. */
  readonly modules: readonly string[];
  readonly styles: readonly { readonly href: string; readonly css: string }[];
  readonly fonts: readonly string[];
}

// The server bundle is in `dist/server`, next to `dist/client`.
const clientFile = (path: string): string =>
  readFileSync(new URL(`../client/${path}`, import.meta.url), 'utf8');

// Read once when the module loads, so that a later build does not break a running server. The development server has no
// build and injects styles itself.
const manifest: Manifest = import.meta.env.DEV
  ? { [ENTRY]: { file: ENTRY } }
  : JSON.parse(clientFile('.vite/manifest.json'));
const stylesheets = new Map(
  Object.values(manifest)
    .flatMap(({ css }) => css ?? [])
    .map((path) => [path, clientFile(path).trim()]),
);

/**
 * Returns the entries of the given sources and of all their imports. Imports come first, so that a page's styles
 * override those of its components.
 */
function closure(keys: readonly string[]): ManifestEntry[] {
  const seen = new Set<string>();
  const ordered: ManifestEntry[] = [];
  const visit = (key: string): void => {
    const entry = manifest[key];
    if (!entry || seen.has(key)) return;
    seen.add(key);
    for (const next of entry.imports ?? []) visit(next);
    ordered.push(entry);
  };
  for (const key of keys) visit(key);
  return ordered;
}

const cache = new Map<string, PageAssets>();

/** Returns the files of a page for preloading, because the browser would otherwise discover them one by one. */
export function assetsOf(page: Page | undefined, locale: Locale): PageAssets {
  const { source, catalogue } = page ?? {};
  const key = `${source} ${locale}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const needed = closure([
    ENTRY,
    ...(source ? [source] : []),
    `src/locales/${locale}.po`,
    ...(catalogue ? [`src/locales/${catalogue}/${locale}.po`] : []),
  ]);
  const css = [...new Set(needed.flatMap((entry) => entry.css ?? []))];
  const entry = manifest[ENTRY];
  if (!entry) throw new Error(`${ENTRY} is not in the manifest of the client's build`);
  const assets: PageAssets = {
    entry: `/${entry.file}`,
    modules: needed.filter(({ file }) => file !== entry.file).map(({ file }) => `/${file}`),
    styles: css.map((href) => ({ href: `/${href}`, css: stylesheets.get(href) ?? '' })),
    fonts: Object.values(manifest)
      .map(({ file }) => `/${file}`)
      .filter((file) => FONTS.test(file)),
  };
  cache.set(key, assets);
  return assets;
}

/** Returns the Content-Security-Policy hash of an inline text, without quotes. */
export const hashOf = (text: string): string =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`;

/**
 * Returns the `Link` header that preloads the largest image of a page. The header arrives before the document, so the
 * image does not compete with fonts and scripts.
 */
export function pictureLink(picture: string | ShownPhoto): string {
  if (typeof picture !== 'string') {
    const { photo, owner, sizes } = picture;
    // A browser without AVIF ignores the header and fetches the WebP later.
    return `<${photo.path}>; rel=preload; as=image; type="image/avif"; imagesrcset="${srcSetOf(photo.path, owner, 'avif')}"; imagesizes="${sizes}"; fetchpriority=high`;
  }
  // Parsing escapes characters that could end the URL or the header.
  const { pathname, search } = new URL(picture, 'http://site.invalid');
  return `<${pathname}${search}>; rel=preload; as=image; fetchpriority=high`;
}

export interface DocumentInput {
  readonly locale: Locale;
  /** Whether the user agent is mobile, for the layout in `global.css`. */
  readonly isMobile: boolean;
  readonly head: string;
  readonly assets: PageAssets;
  readonly body: string;
  readonly boot: string;
  /** HTML of the notice above the page; empty without one. */
  readonly notice: string;
}

/**
 * Returns the whole document. Styles are inlined for the first paint, and the CSP contains their hashes. Each style has
 * a disabled link next to it, so that Vite's loader does not fetch the file again.
 */
export function documentHtml({
  locale,
  isMobile,
  head,
  assets,
  body,
  boot,
  notice,
}: DocumentInput): string {
  // In order of priority: fonts and styles first, then scripts.
  const links = [
    ...assets.fonts.map(
      (href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`,
    ),
    ...assets.styles.map(
      ({ href, css }) => `<style>${css}</style><link rel="stylesheet" href="${href}" disabled>`,
    ),
    ...assets.modules.map(
      (href) => `<link rel="modulepreload" href="${href}" fetchpriority="low">`,
    ),
  ].join('');
  return `<!doctype html><html lang="${locale}"${isMobile ? ' data-mobile' : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">${head}<meta name="theme-color" content="#0a0c10"><link rel="icon" href="/icon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/icon-180.png"><link rel="manifest" href="${WEB_APP_MANIFESTS[locale]}">${links}<script type="module" src="${assets.entry}" fetchpriority="low"></script></head><body>${notice}<div id="root">${body}</div><script type="application/json" id="${BOOT_ID}">${boot}</script></body></html>`;
}
