/** Builds the pages unless they are up to date, as `npm start` does. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './settings.ts';
import { ensureWebBuild } from './web-build.ts';

const folder = join(ROOT, '.cache');
mkdirSync(folder, { recursive: true });
try {
  console.log(
    `pages ${await ensureWebBuild(join(folder, 'build.log'), new AbortController().signal)}`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
