import { parseArgs } from 'node:util';

export const USAGE = `Usage:
  npm run fighter -- import <file.csv>             adds and changes fighters: the whole file or nothing
  npm run fighter -- import <file.csv> --dry-run   only checks the file
--by NAME names the operator; default: the account of this machine. The columns: docs/runbooks/fighters.md.`;

/** A mistake on the command line, with the usage of the command. */
export class UsageError extends Error {
  override name = 'UsageError';
  constructor(reason: string) {
    super(`${reason}\n\n${USAGE}`);
  }
}

export interface ImportCommand {
  readonly file: string;
  readonly dryRun: boolean;
  readonly by: string;
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean' }, by: { type: 'string' } },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Parses the command line.
 *
 * @throws {UsageError}
 */
export function readCommand(args: readonly string[], operator: string): ImportCommand {
  const { values, positionals } = readOptions(args);
  const [verb, file, ...more] = positionals;
  if (verb !== 'import') throw new UsageError('The only action is "import".');
  if (file === undefined || more.length > 0) throw new UsageError('Give one file.');
  const by = (values.by ?? operator).trim();
  if (by === '') throw new UsageError('--by needs a name.');
  return { file, dryRun: values['dry-run'] === true, by };
}
