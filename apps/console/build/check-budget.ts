import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The budget of a place: gzipped JavaScript that its first screen loads, in kilobytes of 1000 bytes. */
const FIRST_SCREEN_KB_MAX = 200;

const ENTRY = 'index.html';
/** The first file of a place, which the router loads when the place opens. */
const PLACE = /^src\/places\/[^/]+\/[^/]+-place\.tsx$/;
const CATALOGUES = ['th', 'en'].map((locale) => `src/locales/${locale}.po`);

interface ManifestEntry {
  readonly file: string;
  readonly imports?: readonly string[];
}
type Manifest = Readonly<Record<string, ManifestEntry>>;

/** Returns these keys of the manifest, and the keys that they import, directly or indirectly. */
function reach(manifest: Manifest, keys: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (!manifest[key] || seen.has(key)) return;
    seen.add(key);
    for (const next of manifest[key].imports ?? []) visit(next);
  };
  for (const key of keys) visit(key);
  return seen;
}

/** Measures each place with everything that its first screen loads. `exceeded` lists the places over the budget. */
export function checkBudget(dist: string): {
  lines: string[];
  exceeded: string[];
  /** The kilobytes of each place, by the place's file. */
  kilobytes: ReadonlyMap<string, number>;
} {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  const kilobytesOf = (key: string): number =>
    gzipSync(readFileSync(join(dist, manifest[key]?.file ?? '')), { level: 9 }).byteLength / 1000;
  const catalogue = Math.max(...CATALOGUES.map(kilobytesOf));
  const places = Object.keys(manifest).filter((key) => PLACE.test(key));
  const figures = places.map((place) => {
    const keys = [...reach(manifest, [ENTRY, place])];
    return [place, keys.reduce((sum, key) => sum + kilobytesOf(key), catalogue)] as const;
  });
  return {
    lines: figures.map(
      ([place, kb]) =>
        `${kb <= FIRST_SCREEN_KB_MAX ? 'ok   ' : 'HEAVY'} ${kb.toFixed(1).padStart(6)} kB of ${FIRST_SCREEN_KB_MAX} kB  console, ${place}`,
    ),
    kilobytes: new Map(figures),
    exceeded: figures.filter(([, kb]) => kb > FIRST_SCREEN_KB_MAX).map(([place]) => place),
  };
}
