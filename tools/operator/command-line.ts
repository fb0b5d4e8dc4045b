import { type ParseArgsConfig, parseArgs } from 'node:util';

/** A mistake on the command line. `runCommand` prints it with the usage of the command. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/**
 * Parses options and positional arguments.
 *
 * @throws {UsageError} for an unknown option or a missing value
 */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Returns the name of the operator: `--by`, else the account of this machine.
 *
 * @throws {UsageError} if it is empty
 */
export function readOperator(by: string | undefined, account: string): string {
  const name = (by ?? account).trim();
  if (name === '') throw new UsageError('--by needs a name.');
  return name;
}
