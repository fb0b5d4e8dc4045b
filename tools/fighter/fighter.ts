/**
 * `npm run fighter`: fighters are imported from a CSV file, until there is a console.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { askApi, runCommand } from '../operator/ask-api.ts';
import { readCommand } from './fighter-command.ts';

await runCommand((args, operator) => {
  const { file, dryRun, by } = readCommand(args, operator);
  // npm runs us in the project's folder; the file is named from where the operator is.
  const csv = readFileSync(resolve(process.env.INIT_CWD ?? '.', file), 'utf8');
  return askApi({ path: '/fighters/import', body: { csv, dry_run: dryRun, by } });
});
