import type { ImportReport } from '@sangwian/contract/endpoints/operator/roster';
import type { Command } from '../operator/call-staff.ts';
import { readArguments, UsageError } from '../operator/command-line.ts';

export const USAGE = `Usage:
  npm run fighter -- import <file.csv>             adds and changes fighters: the whole file or nothing
  npm run fighter -- import <file.csv> --dry-run   only checks the file
The columns: docs/runbooks/fighters.md.`;

const OPTIONS = { 'dry-run': { type: 'boolean' } } as const;

/** Formats the invalid lines, each with its error. */
function describeFaults({ faults, faults_total: total }: ImportReport): string {
  const lines = faults.map(({ line, message }) => `line ${line}: ${message.en}`);
  const more = total - faults.length;
  const rest = more > 0 ? [`and ${more} more`] : [];
  return ['Nothing is imported.', ...lines, ...rest].join('\n');
}

/**
 * Parses the command line.
 *
 * @param readFile returns the bytes of the named file
 * @throws {UsageError}
 */
export function readCommand(
  args: readonly string[],
  readFile: (name: string) => Uint8Array<ArrayBuffer>,
): Command {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [verb, file, ...more] = positionals;
  if (verb !== 'import') throw new UsageError('The only action is "import".');
  if (file === undefined || more.length > 0) throw new UsageError('Give one file.');
  const query = values['dry-run'] === true ? ({ dry_run: '1' } as const) : {};
  return async (call) => {
    const upload = new Blob([readFile(file)], { type: 'text/csv' });
    const { data } = await call('POST /operator/fighter/import', { query, upload });
    if (data.faults_total > 0) throw new Error(describeFaults(data));
    const { added, changed, unchanged, new_gyms, kept } = data;
    return { added, changed, unchanged, new_gyms, kept };
  };
}
