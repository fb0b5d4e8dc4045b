import { join } from 'node:path';
import { checkCatalogues } from '@sangwian/site-build/check-catalogues';
import { compressFiles } from '@sangwian/site-build/compress-files';
import { build } from 'vite';
import { checkBudget } from './build/check-budget.ts';

/**
 * Builds the operator console to `dist`, with compressed twins. Ends with an error when a translation is missing or the
 * first screen is heavier than its budget.
 */
const ROOT = import.meta.dirname;

// Lingui looks for its configuration and its sources where the process stands; a start stands in the checkout's root.
process.chdir(ROOT);

try {
  await checkCatalogues(ROOT, '@sangwian/console');
  await build({ configFile: join(ROOT, 'vite.config.ts'), logLevel: 'warn' });
  await compressFiles(join(ROOT, 'dist'));
  const { lines, exceeded } = checkBudget(join(ROOT, 'dist'));
  console.log(lines.join('\n'));
  if (exceeded.length > 0) throw new Error(`Over budget: ${exceeded.join(', ')}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
