import { readArguments, readOperator, UsageError } from '../operator/command-line.ts';

export const USAGE = `Usage:
  npm run fighter -- import <file.csv>             adds and changes fighters: the whole file or nothing
  npm run fighter -- import <file.csv> --dry-run   only checks the file
--by NAME names the operator; default: the account of this machine. The columns: docs/runbooks/fighters.md.`;

export interface ImportCommand {
  readonly file: string;
  readonly dryRun: boolean;
  readonly by: string;
}

const OPTIONS = { 'dry-run': { type: 'boolean' }, by: { type: 'string' } } as const;

/**
 * Parses the command line.
 *
 * @throws {UsageError}
 */
export function readCommand(args: readonly string[], operator: string): ImportCommand {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [verb, file, ...more] = positionals;
  if (verb !== 'import') throw new UsageError('The only action is "import".');
  if (file === undefined || more.length > 0) throw new UsageError('Give one file.');
  const by = readOperator(values.by, operator);
  return { file, dryRun: values['dry-run'] === true, by };
}
