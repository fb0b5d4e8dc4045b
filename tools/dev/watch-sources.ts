import { type FSWatcher, watch } from 'node:fs';
import { resolve } from 'node:path';
import { ROOT } from '../start/settings.ts';

/** Debounce time: editors write a file in several steps, and a checkout writes many files. */
const SETTLE_MS = 100;
const SOURCE = /\.(ts|sql|json)$/;
const TEST = /\.test\.ts$/;

/**
 * Calls `onChange` once after sources in `folders` (absolute, or relative to the checkout) have changed.
 *
 * @returns a function that stops watching
 */
export function watchSources(folders: readonly string[], onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watchers: FSWatcher[] = folders.map((folder) =>
    watch(resolve(ROOT, folder), { recursive: true }, (_event, file) => {
      if (file === null || !SOURCE.test(file) || TEST.test(file)) return;
      clearTimeout(timer);
      timer = setTimeout(onChange, SETTLE_MS);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
