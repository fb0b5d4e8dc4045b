import { join } from 'node:path';
import { checkCatalogues } from '@sangwian/site-build/check-catalogues';
import { compressFiles } from '@sangwian/site-build/compress-files';
import { build } from 'vite';
import { checkBudgets } from './build/check-budgets.ts';
import { buildServiceWorker } from './build/service-worker.ts';

/**
 * Builds the fans' site: `dist/client` (for browsers, with compressed twins) and `dist/server` (what the API draws
 * pages with). Ends with an error when a translation is missing or a page is heavier than its budget.
 */
const ROOT = import.meta.dirname;
const configFile = join(ROOT, 'vite.config.ts');

// Lingui looks for its configuration and its sources where the process stands; a start stands in the checkout's root.
process.chdir(ROOT);

try {
  await checkCatalogues(ROOT, '@sangwian/web');
  await build({ configFile, logLevel: 'warn' });
  await build({ configFile, logLevel: 'warn', build: { ssr: true } });
  await buildServiceWorker(ROOT);
  await compressFiles(join(ROOT, 'dist/client'));
  const { lines, exceeded } = checkBudgets(join(ROOT, 'dist/client'));
  console.log(lines.join('\n'));
  if (exceeded.length > 0) throw new Error(`Over budget: ${exceeded.join(', ')}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
