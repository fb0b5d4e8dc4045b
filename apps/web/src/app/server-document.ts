import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Locale } from '@sangwian/i18n/language';
import { BOOT_ID } from './boot.ts';
import type { Page } from './pages.ts';

/** What Vite writes about a file of the client's build, as far as a page needs it. */
interface ManifestEntry {
  readonly file: string;
  readonly src?: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}
type Manifest = Readonly<Record<string, ManifestEntry>>;

const ENTRY = 'src/app/entry-client.tsx';
/** Both are above the fold of every page; a font that comes late would be seen to come. */
const FONTS = /(anuphan-thai|chakra-petch-latin-700).*\.woff2$/;

/** What the site is called once it is installed, in the language of the page that it was installed from. */
const MANIFESTS: Readonly<Record<Locale, string>> = {
  th: '/manifest.webmanifest',
  en: '/manifest.en.webmanifest',
};

export interface PageAssets {
  readonly entry: string;
  /** Chunks that the page needs, so that none waits for another. */
  readonly modules: readonly string[];
  readonly styles: readonly { readonly href: string; readonly css: string }[];
  readonly fonts: readonly string[];
}

// The server's bundle lies in `dist/server`, beside `dist/client`.
const clientFile = (path: string): string =>
  readFileSync(new URL(`../client/${path}`, import.meta.url), 'utf8');

// Read once, when the bundle is loaded: a build that replaces the files later must not break a server that runs.
// The development server has no build, and adds the page's styles itself.
const manifest: Manifest = import.meta.env.DEV
  ? { [ENTRY]: { file: ENTRY } }
  : JSON.parse(clientFile('.vite/manifest.json'));
const stylesheets = new Map(
  Object.values(manifest)
    .flatMap(({ css }) => css ?? [])
    .map((path) => [path, clientFile(path).trim()]),
);

/**
 * The entries that a source brings along when it is loaded. What is imported comes before what imports it: a page's
 * own styles have to win over those of the primitives that it uses.
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

/** The files of a page: what the browser would find out step by step, at once. */
export function assetsOf(page: Page | undefined, locale: Locale): PageAssets {
  const { source, catalogue } = page ?? {};
  const key = `${source} ${locale}`;
  const known = cache.get(key);
  if (known) return known;
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

/** The hash of the Content-Security-Policy that allows exactly this text, without its quotes. */
export const hashOf = (text: string): string =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`;

/**
 * The header that has a page's largest picture above the fold fetched: it is there before the document, whose fonts and
 * scripts would share the line with the picture otherwise.
 */
export function pictureLink(picture: string): string {
  // Parsed, it has no letter that could end the address or the header.
  const { pathname, search } = new URL(picture, 'http://site.invalid');
  return `<${pathname}${search}>; rel=preload; as=image; fetchpriority=high`;
}

export interface DocumentInput {
  readonly locale: Locale;
  /** Whether the browser says that it is on a mobile device: `global.css` lays the page out by it. */
  readonly isMobile: boolean;
  readonly head: string;
  readonly assets: PageAssets;
  readonly body: string;
  readonly boot: string;
}

/**
 * The whole document. Styles stand in it (allowed by their hash), so that the first paint waits for nothing; beside
 * each a disabled link, by which Vite's loader knows that it need not fetch that file.
 */
export function documentHtml({
  locale,
  isMobile,
  head,
  assets,
  body,
  boot,
}: DocumentInput): string {
  // In the order of need: the fonts of what is seen first, and only then what makes it work.
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
  return `<!doctype html><html lang="${locale}"${isMobile ? ' data-mobile' : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">${head}<meta name="theme-color" content="#0a0c10"><link rel="icon" href="/icon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/icon-180.png"><link rel="manifest" href="${MANIFESTS[locale]}">${links}<script type="module" src="${assets.entry}" fetchpriority="low"></script></head><body><div id="root">${body}</div><script type="application/json" id="${BOOT_ID}">${boot}</script></body></html>`;
}
