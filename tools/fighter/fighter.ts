/**
 * `npm run fighter`: imports fighters from a CSV file.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { askApi, runCommand } from '../operator/ask-api.ts';
import { readCommand, USAGE } from './fighter-command.ts';

await runCommand((args, operator) => {
  const { file, dryRun, by } = readCommand(args, operator);
  // npm runs commands in the project's folder; the path is relative to the operator's.
  const csv = readFileSync(resolve(process.env.INIT_CWD ?? '.', file), 'utf8');
  return askApi({ path: '/fighters/import', body: { csv, dry_run: dryRun, by } });
}, USAGE);
