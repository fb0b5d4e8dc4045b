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
 * Returns the reason of a change.
 *
 * @throws {UsageError} without one
 */
export function readReason(values: { readonly reason?: string | undefined }): string {
  const reason = values.reason?.trim();
  if (!reason) throw new UsageError('--reason is required.');
  return reason;
}
