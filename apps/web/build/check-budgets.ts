import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PAGES } from '../src/app/pages.ts';

/**
 * Kilobytes (1000 bytes) after gzip, as `docs/benchmarks.md` sets them. Fonts are measured without gzip, because they are
 * compressed already. A page within its budget can still be too slow: `docs/benchmarks.md` also limits the first paint.
 */
const BUDGET_KB = {
  homeScript: 150,
  live: 330,
  replay: 340,
  furtherScript: 40,
  style: 12,
  fonts: 30,
};
/** Budget for the CSS of the live page with all panels. Each panel loads its CSS when it opens (decision 18). */
const LIVE_STYLE_IN_ALL_KB = 16;

const ENTRY = 'src/app/entry-client.tsx';
const HOME = 'src/features/home/home-page.tsx';
const LIVE = 'src/features/live/page/live-route.tsx';
/** Modules that an ended live with a replay loads instead of the modules of the live. */
const REPLAY = [
  'src/features/replay/page/replay-view.tsx',
  'src/features/replay/player/hls-replay-engine.ts',
];
/** The top-up sheet opens over the live and is no entry of `PAGES`, but its budget is that of a page. */
const TOP_UP = 'src/features/checkout/phone/top-up-sheet.tsx';
/** The socket library. Signed-in members load it after the first paint, so it counts toward live and replay. */
const SOCKETS = /[\\/]socket\.io-client[\\/]/;
/**
 * Modules that the budget of the live page does not count. The page loads them after an interaction, once it is idle
 * (peaks, community, chat-announcer, playback-report), after an event of the evening (a gift, a message by staff, the end), or instead
 * of the live (replays). Others are loaded for few viewers: browsers without Media Source, premium lives, moderators,
 * held messages, time-outs, readers abroad. The search opens from the bar.
 */
const OPENED_LATER =
  /[\\/](replay-view|whep-engine|native-engine|settings-panel|side-menu|keys-help|in-step-pill|sound-only|playback-report|exit-prompt|live-ended|live-lock|cheer-sheet|refund-line|peaks|community|chat-announcer|announcement-line|supporters|fighter-facts|local-time|moderate-line|line-menu|gift-row|role-badge|held-note|appeal-note|sanction-appeal|shield-notice|redeem-dialog|search-dialog)\.tsx?$/;
/** Returns the catalogues of both languages. The larger catalogue counts. */
const catalogues = (part: string): string[] =>
  ['th', 'en'].map((locale) => `src/locales/${part}${locale}.po`);

interface ManifestEntry {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly isDynamicEntry?: boolean;
}
type Manifest = Readonly<Record<string, ManifestEntry>>;

/** Returns the manifest keys of `keys` and of everything that they import statically. */
function reach(manifest: Manifest, keys: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (key: string): void => {
    const entry = manifest[key];
    if (!entry || seen.has(key)) return;
    seen.add(key);
    for (const next of entry.imports ?? []) visit(next);
  };
  for (const key of keys) visit(key);
  return seen;
}

/** Returns the manifest keys that a page loads in addition to `base` without an interaction, even after the first paint. */
function reachLater(manifest: Manifest, key: string, base: ReadonlySet<string>): Set<string> {
  const seen = new Set<string>();
  const visit = (next: string): void => {
    const entry = manifest[next];
    if (!entry || seen.has(next) || base.has(next) || OPENED_LATER.test(next)) return;
    seen.add(next);
    for (const further of [...(entry.imports ?? []), ...(entry.dynamicImports ?? [])])
      visit(further);
  };
  visit(key);
  return seen;
}

/** Measures the pages of a client build. `lines` is a table to print, `exceeded` lists the exceeded budgets. */
export function checkBudgets(client: string): { lines: string[]; exceeded: string[] } {
  const manifest = JSON.parse(
    readFileSync(join(client, '.vite/manifest.json'), 'utf8'),
  ) as Manifest;
  const gzipKb = (file: string): number =>
    gzipSync(readFileSync(join(client, file)), { level: 9 }).byteLength / 1000;
  const sum = (files: Iterable<string>): number =>
    [...new Set(files)].reduce((total, file) => total + gzipKb(file), 0);
  const entries = (keys: Set<string>) => [...keys].flatMap((key) => manifest[key] ?? []);
  const script = (keys: Set<string>) => sum(entries(keys).map(({ file }) => file));
  const style = (keys: Set<string>) => sum(entries(keys).flatMap(({ css }) => css ?? []));

  const heavier = (keys: readonly string[]): string =>
    keys.reduce((one, other) => (script(new Set([other])) > script(new Set([one])) ? other : one));
  const catalogue = heavier(catalogues(''));
  const base = reach(manifest, [ENTRY, catalogue]);
  const home = reach(manifest, [ENTRY, catalogue, HOME]);
  const figures: [string, number, number][] = [
    ['home: JavaScript', script(home), BUDGET_KB.homeScript],
    ['home: CSS', style(home), BUDGET_KB.style],
  ];
  if (manifest[LIVE]) {
    const later = Object.keys(manifest).filter((key) => SOCKETS.test(key));
    const own = new Set([
      ...reachLater(manifest, LIVE, new Set([...base, TOP_UP])),
      ...reach(manifest, [heavier(catalogues('live/')), ...later]),
    ]);
    const replay = reach(manifest, [
      ...[LIVE, ...REPLAY, ...later],
      ...['live/', 'replay/'].map((part) => heavier(catalogues(part))),
    ]);
    figures.push(
      ['replay: JavaScript as fetched', script(new Set([...base, ...replay])), BUDGET_KB.replay],
      ['live: JavaScript as fetched', script(new Set([...base, ...own])), BUDGET_KB.live],
      ['live: CSS', style(reach(manifest, [ENTRY, catalogue, LIVE])), BUDGET_KB.style],
      ['live: CSS as fetched', style(new Set([...base, ...own])), LIVE_STYLE_IN_ALL_KB],
    );
  }
  for (const [key, entry] of Object.entries(manifest)) {
    const isPage =
      (/^src\/features\/.*-(page|route)\.tsx$/.test(key) || key === TOP_UP) && entry.isDynamicEntry;
    if (!isPage || key === HOME || key === LIVE) continue;
    const part = PAGES.find(({ source }) => source === key)?.catalogue;
    const own = part ? [heavier(catalogues(`${part}/`))] : [];
    const further = [...reach(manifest, [key, ...own])].filter((item) => !base.has(item));
    figures.push([`${key}: further JavaScript`, script(new Set(further)), BUDGET_KB.furtherScript]);
  }
  const fonts = readdirSync(join(client, 'assets')).filter((file) => file.endsWith('.woff2'));
  const fontKb = fonts.reduce(
    (total, file) => total + readFileSync(join(client, 'assets', file)).byteLength / 1000,
    0,
  );
  figures.push(['fonts', fontKb, BUDGET_KB.fonts]);
  return {
    lines: figures.map(
      ([name, kb, budget]) =>
        `${kb <= budget ? 'ok   ' : 'HEAVY'} ${kb.toFixed(1).padStart(6)} kB of ${budget} kB  ${name}`,
    ),
    exceeded: figures.filter(([, kb, budget]) => kb > budget).map(([name]) => name),
  };
}
